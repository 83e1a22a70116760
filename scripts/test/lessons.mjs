// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup/paths.mjs";

/**
 * @param {{ all: boolean, slurm: boolean }} options without `all`, those are left out that Vitest's tests run whole at less cost: one by Slurm,
 * if there is Slurm, and two from kept runs of their designs
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
