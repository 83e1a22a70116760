// @ts-check
import { join } from "node:path";
import { wheels } from "../offline.mjs";
import { pip } from "../pip.mjs";
import { showing } from "../progress.mjs";
import { run } from "../run.mjs";
import { horovod, sourceFlags } from "./horovod.mjs";
import { debianPackages, debianPython, thisMachine } from "./machine.mjs";
import { peers, requirementsOf } from "./places.mjs";
import { plan } from "./plan.mjs";

/**
 * Downloads what the frameworks' environments need from PyPI. On Debian 12 that is the environment `study`, also where
 * Debian's packages are missing here: they are no part of the folder.
 * @param {string} folder
 * @param {{ newest: boolean }} frameworks
 * @param {{ python: import("../python.mjs").Python, work: string, log: string }} tools
 * @returns {Promise<import("./places.mjs").Name[]>} the environments
 */
export async function downloadFrameworks(folder, { newest }, { python, work, log }) {
  const machine = thisMachine();
  const { environments, notes } = plan({ ...machine, missing: [] }, { newest });
  for (const note of notes) console.error(note);
  const names = environments.map(({ name }) => name);
  const dest = `--dest=${wheels(folder)}`;
  for (const name of names) {
    await showing(`frameworks: ${name}`, async () => {
      // The wheels are those for the Python that will use them.
      const base = { study: debianPython, newest: python.command, mxnet: machine.oldPython ?? python.command }[name];
      const tool = join(work, name);
      await run(`Environment ${name}`, base, ["-m", "venv", tool], { log });
      const at = { python: join(tool, "bin", "python"), log };
      const exact = ["--no-deps", "--only-binary=:all:"];
      await pip(`Packages of ${name}`, ["download", ...exact, dest, "-r", requirementsOf(name)], at);
      for (const { name: peer, requirements } of name === "newest" ? peers : []) {
        await pip(peer, ["download", dest, "-r", requirements], at);
      }
      const here = ["--no-index", `--find-links=${wheels(folder)}`];
      const builders = ["setuptools", "wheel", "packaging", "-c", requirementsOf(name)];
      await pip("Horovod's tools", ["install", ...here, ...builders], at);
      await pip("Horovod's source", ["download", ...sourceFlags, dest, horovod], at);
    });
  }
  if (names.includes("study")) {
    console.log(`The machine without a network needs these Debian packages, too: ${debianPackages.join(", ")}.`);
  }
  return names;
}
