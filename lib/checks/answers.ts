/** What exercises of several chapters ask for. */

/** A line of a script, counted from 1, and what should stand there. */
export interface MendedLine {
  line: number;
  corrected: string;
}

/** A straight line through measured memory: what is taken before the first image, and what each image adds. */
export interface MemoryLine {
  fixedBytes: number;
  bytesPerImage: number;
}
