// @ts-check
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SetupError } from "./errors.mjs";
import { root, workbookDir } from "./paths.mjs";
import { showing } from "./progress.mjs";
import { ask, run } from "./run.mjs";
import { writeAtomically } from "./stamp.mjs";

const tensorflowJson = join(workbookDir, "tensorflow.json");

/**
 * Sets an earlier release up, by its own set-up, beside this one: classes are graded by what their lessons were handed out from.
 * It shares this installation's TensorFlow, and needs no Python of its own, because this release's programs run its cells.
 * @param {string} version
 * @returns {Promise<string>} its folder
 * @throws {SetupError} with one line that names the remedy
 */
export async function setUpRelease(version) {
  if (!/^\d{1,4}(\.\d{1,4}){2}$/.test(version))
    throw new SetupError(`${version} is no release: name one of those in CHANGELOG.md, such as 0.1.0.`);
  const folder = resolve(process.env.WORKBOOK_RELEASES || join(root, "releases"), version);
  const finished = join(folder, ".workbook", "stamps", "release"); // lib/system/releases.ts looks for it
  if (existsSync(finished)) return folder;
  if (!existsSync(tensorflowJson))
    throw new SetupError("This release comes first: run `./workbook setup`, and then this again.");
  const commit = ask("git", ["rev-parse", "--verify", "--quiet", `refs/tags/v${version}^{commit}`]);
  if (commit === undefined)
    throw new SetupError(
      `${root} does not have the tag v${version}: get it by \`git fetch --tags\`, and run this again.`,
    );
  await showing(`the files of release ${version}`, () => unpack(commit, folder));
  const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  if (found !== version)
    throw new SetupError(`The tag v${version} names release ${found}: look at it by \`git show v${version}\`.`);
  await ownSetUp(folder);
  writeAtomically(finished, `${commit}\n`);
  return folder;
}

/**
 * Its answers lie open in it, so only those may enter it who may enter this release's solutions/, and of them nobody else than the
 * owner and the group.
 * @param {string} commit
 * @param {string} folder
 */
async function unpack(commit, folder) {
  const { gid, mode } = statSync(join(root, "solutions"));
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = statSync(folder);
  if (own.gid !== gid) chownSync(folder, own.uid, gid);
  chmodSync(folder, mode & 0o770);
  const archive = `${folder}.tar`;
  await run("The release's files", "git", ["archive", "--format=tar", `--output=${archive}`, commit]);
  mkdirSync(join(folder, ".workbook"), { recursive: true });
  await run("The release's files", "tar", ["--no-same-owner", "-xf", archive, "-C", folder]);
  rmSync(archive);
  copyFileSync(tensorflowJson, join(folder, ".workbook", "tensorflow.json"));
}

/**
 * The release's own set-up, without what only opens notebooks.
 * @param {string} folder
 */
async function ownSetUp(folder) {
  const its = (/** @type {string[]} */ ...path) => import(pathToFileURL(join(folder, "setup", ...path)).href);
  const { makeMissing } = await its("index.mjs");
  const { neededSpace } = await its("platform.mjs");
  /** @type {{ steps: import("./steps/step.mjs").Step[] }} */
  const { steps } = await its("steps", "index.mjs");
  const { kernel } = await its("steps", "kernel.mjs");
  const { pythonEnvironment } = await its("steps", "python-environment.mjs");
  const { tensorflow } = await its("steps", "tensorflow.mjs");
  // Another version of TensorFlow comes by its Python.
  const spared = tensorflow.done() ? [kernel, pythonEnvironment] : [kernel];
  try {
    await makeMissing(
      steps.filter((step) => !spared.includes(step)),
      {},
      () => ({ disk: neededSpace() }),
    );
  } catch (error) {
    throw new SetupError(/** @type {Error} */ (error).message);
  }
}
