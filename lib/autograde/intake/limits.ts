const MB = 1_000_000;

/** The most of a submission that is looked at; what goes beyond is left out, and said. */
export const limits = {
  /** Bytes of the notebook. */
  notebookBytes: 32 * MB,
  cells: 1_000,
  /** Characters of one cell, and of all. */
  cellCharacters: 200_000,
  characters: 2_000_000,
  /** Bytes of each other file, and of all. */
  fileBytes: 20 * MB,
  filesBytes: 100 * MB,
  files: 4_000,
  /** Folders within folders. */
  depth: 16,
  /** Names that are looked at, whatever they stand for. */
  names: 50_000,
  /** Bytes of the images pasted into one text cell. */
  imageBytes: 2 * MB,
};

/** A number of bytes in words: `32 MB`. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;
