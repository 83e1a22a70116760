/** A number with the noun that it counts: "1 device", "4 devices". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A text without its line breaks, so that a message takes one line of a terminal or of a record. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}

/** The lines of a text that are not blank. */
export const filledLines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** A word, quoted for a shell where it needs quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
