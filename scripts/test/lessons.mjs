// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root, workbookDir } from "../../setup/paths.mjs";

/**
 * @param {{ all: boolean, slurm: boolean }} options without `all`, lessons are left out that Vitest's tests run whole: lesson 4 where there is
 * Slurm, and lessons 5 and 6 from kept runs of their designs
 * @returns {string[]} the names of lessons, in their order
 */
export function lessons({ all, slurm }) {
  const elsewhere = all ? [] : ["05-experiments", "06-prediction", ...(slurm ? ["04-many-nodes"] : [])];
  const folder = join(root, "solutions");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => !elsewhere.includes(name))
    .sort();
}

/** Whether test/book/pages.slow.ts could install Sphinx, which takes a network the first time. */
export function hasSphinx() {
  const environments = readdirSync(workbookDir).filter((name) => name.startsWith("book-"));
  return environments.some((name) => existsSync(join(workbookDir, name, "installed")));
}
