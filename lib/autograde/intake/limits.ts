const MB = 1_000_000;

/** Limits of a submission. What exceeds them is left out, and a note says so. */
export const limits = {
  /** Bytes of the notebook. */
  notebookBytes: 32 * MB,
  /** Notebooks that are read to find the one to grade. */
  notebooks: 8,
  cells: 1_000,
  /** Characters of one cell, and of all. */
  cellCharacters: 200_000,
  characters: 2_000_000,
  /** Bytes of each other file, and of all. */
  fileBytes: 20 * MB,
  filesBytes: 100 * MB,
  files: 4_000,
  /** Levels of folders. */
  depth: 16,
  /** Names of files, folders, and anything else. */
  names: 50_000,
  /** Bytes of the images pasted into one text cell. */
  imageBytes: 2 * MB,
};

/** A number of bytes as people read it: `32 MB`. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;
