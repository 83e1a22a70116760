// @ts-check
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { downloadFrameworks } from "./frameworks/download.mjs";
import { SetupError } from "./errors.mjs";
import { lockHash, manifestFile, npmCache, wheels } from "./offline.mjs";
import { root } from "./paths.mjs";
import { pip } from "./pip.mjs";
import { wantedDevice } from "./platform.mjs";
import { showing } from "./progress.mjs";
import { choosePython, minorVersion, requireVenv } from "./python.mjs";
import { ask, run } from "./run.mjs";
import { writeAtomically } from "./stamp.mjs";
import { whole } from "./steps/npm-packages.mjs";
import { downloadWheels } from "./tensorflow/wheel.mjs";

/**
 * Downloads everything that set-up needs, into a folder for machines without a network. It installs nothing here, and
 * continues an interrupted download.
 * @param {string} directory
 * @param {{ newest: boolean }} [frameworks] the frameworks to download, too
 */
export async function downloadTo(directory, frameworks) {
  const folder = resolve(directory);
  const work = join(folder, "partial");
  const log = join(folder, "download.log");
  const device = wantedDevice();
  const python = choosePython();
  requireVenv(python);
  if (!existsSync(dirname(folder))) throw new SetupError(`There is no folder ${dirname(folder)}: make it first.`);
  rmSync(manifestFile(folder), { force: true });
  rmSync(work, { recursive: true, force: true });
  // One after the other: Node's own `recursive` never ends in a folder like /proc.
  for (const each of [folder, work]) if (!existsSync(each)) mkdirSync(each);
  await showing("npm packages", async () => {
    // npm fills a cache by installing the packages once.
    for (const name of ["package.json", "package-lock.json", ".npmrc", "lib/tensorflow/tfjs-node"]) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      cpSync(join(root, name), join(work, name), { recursive: true });
    }
    await run("npm packages", "npm", ["ci", ...whole, `--cache=${npmCache(folder)}`], { cwd: work, log });
  });
  const tool = join(work, "venv", "bin", "python");
  await showing("Python packages", async () => {
    await run("Python environment", python.command, ["-m", "venv", join(work, "venv")], { log });
    const args = ["--no-deps", "--only-binary=:all:", `--dest=${wheels(folder)}`, "-r", join(root, "requirements.txt")];
    await pip("Python packages", ["download", ...args], { python: tool, log });
  });
  await showing(`TensorFlow for ${device.toUpperCase()}`, () =>
    downloadWheels(device, wheels(folder), { python: tool, log }),
  );
  const environments = frameworks && (await downloadFrameworks(folder, frameworks, { python, work, log }));
  rmSync(work, { recursive: true, force: true });
  const registry = ask("npm", ["config", "get", "registry"]) ?? "";
  const manifest = {
    ...{ arch: process.arch, python: minorVersion(python.version), device, registry, locks: lockHash() },
    frameworks: environments,
  };
  writeAtomically(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(
    `Bring ${folder} to the machine without a network and run there: ./workbook setup --from ${directory}${frameworks ? " --frameworks" : ""}${frameworks?.newest ? " newest" : ""}`,
  );
}
