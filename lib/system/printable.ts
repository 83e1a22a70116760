/** A line that somebody else's words may be part of, without what a terminal would obey or show in another order. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
