// @ts-check
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../paths.mjs";
import { SetupError } from "../errors.mjs";
import { run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { npmPackages } from "./npm-packages.mjs";

const config = join(root, "tsconfig.json");

/** @type {import("./step.mjs").Step} */
export const build = {
  title: "the workbook's own TypeScript",
  after: [npmPackages],
  done: () =>
    isStamped("build", currentHash("open")) &&
    (!hasClosedPart() || isStamped("build-closed", currentHash("closed"))) &&
    existsSync(join(root, "dist", "lib", "command", "main.js")),
  async run() {
    if (!hasClosedPart())
      throw new SetupError(
        `${join(root, CLOSED)} is missing or closed to you, and the checks are built from it: get it back.`,
      );
    const [open, closed] = [currentHash("open"), currentHash("closed")];
    unstamp("build");
    // Files built by another version must go: the sandbox hides the checks' answers by their current paths.
    rmSync(join(root, "dist"), { recursive: true, force: true });
    await run("Building", process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "."]);
    stamp("build-closed", closed);
    stamp("build", open);
  },
};

/** The lessons' closed parts. A class's students cannot read them, and a student's image does not have them. */
const CLOSED = "solutions";

function hasClosedPart() {
  try {
    accessSync(join(root, CLOSED), constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {"open" | "closed"} part */
function currentHash(part) {
  const text = readFileSync(config, "utf8");
  /** @type {{ include: string[] }} */
  const { include } = JSON.parse(text);
  const files = include.flatMap((pattern) => {
    const [folder, extension] = pattern.split("/**/*"); // such as lib/**/*.ts
    return (folder === CLOSED) === (part === "closed") ? filesIn(folder, extension) : [];
  });
  return hashOf([text, ...files.flatMap((file) => [file, readFileSync(join(root, file))])]);
}

/**
 * @param {string} folder relative to the root
 * @param {string} extension
 * @returns {string[]} in the same order on every machine
 */
function filesIn(folder, extension) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(relative(root, entry.parentPath ?? entry.path), entry.name))
    .sort();
}
