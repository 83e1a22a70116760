/** What this chapter's cells call, and no other chapter. */

/** A training, as short as can be. */
export interface Run {
  name: string;
  images: number;
  seconds: number;
}
