// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup/paths.mjs";

/** Lessons whose runs take more minutes than `npm test` has to spare; their exercises and checks are tested without them. */
const slow = ["05-experiments"];

/**
 * @param {{ full: boolean }} options whether lessons that take long are among them
 * @returns {string[]} the names of the lessons, in their order
 */
export function lessons({ full }) {
  const folder = join(root, "solutions");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => full || !slow.includes(name))
    .sort();
}
