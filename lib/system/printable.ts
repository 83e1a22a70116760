/** A line for a terminal, without control characters and without characters that reorder text: others may have written it. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
