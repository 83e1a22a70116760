import { stripVTControlCharacters } from "node:util";

/** A submission's name for something, shortened and without control characters, to show within a line. */
export function quoted(name: string): string {
  const plain = stripVTControlCharacters(name).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?");
  return `"${plain.length > 60 ? `${plain.slice(0, 60)}...` : plain}"`;
}

/** Whether a JSON value is an object, not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces unpaired surrogates, which UTF-8 cannot hold. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
