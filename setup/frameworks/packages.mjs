// @ts-check
import { existsSync } from "node:fs";
import { pip, pipSource } from "../pip.mjs";
import { requireVenv } from "../python.mjs";
import { ask, run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { debianPython } from "./machine.mjs";
import { joinPackages, peerPythons, stillJoined } from "./peers.mjs";
import { folderOf, pythonOf, requirementsOf, sourcesOf } from "./places.mjs";

/** What people read while an environment's packages are installed. */
const contents = {
  study: "TensorFlow 2.13.1, MXNet 1.9.1",
  newest: "the newest PyTorch and TensorFlow",
  mxnet: "MXNet 1.9.1",
};

/**
 * The step that makes an environment with its packages, all but Horovod.
 * @param {import("./places.mjs").Name} name
 * @param {import("./machine.mjs").Machine} machine
 * @param {import("../steps/step.mjs").Step[]} after
 * @returns {import("../steps/step.mjs").Step}
 */
export function packagesStep(name, machine, after) {
  const [folder, python, stampName] = [folderOf(name), pythonOf(name), `frameworks-${name}`];
  // The scripts of an environment contain its path, so a workbook that was moved needs a new one.
  const currentHash = () => hashOf([...sourcesOf(name), folder]);
  const base = name === "study" ? debianPython : machine.oldPython;
  return {
    title: `${name}: ${contents[name]}`,
    after,
    done: () => isStamped(stampName, currentHash()) && existsSync(python) && (name !== "newest" || stillJoined(name)),
    check() {
      if (name === "newest" || !base || machine.missing.includes("python3-venv")) return;
      requireVenv({
        command: base,
        version: ask(base, ["-c", "import platform; print(platform.python_version())"]) ?? "",
      });
    },
    async run({ from }) {
      unstamp(stampName);
      const pythons = name === "newest" ? await peerPythons(from) : [];
      const usable = ask(python, ["-m", "pip", "--version"])?.includes(folder);
      if (!usable) {
        // The environment's own packages come before Debian's, so that the versions in the list are the ones that count.
        const flags = name === "study" ? ["--system-site-packages"] : [];
        await run(`Environment ${name}`, pythons[0] ?? base, ["-m", "venv", "--clear", ...flags, folder]);
      }
      const flags = ["--no-deps", "--only-binary=:all:", ...pipSource(from), "-r", requirementsOf(name)];
      await pip(`Packages of ${name}`, ["install", ...flags], { python });
      if (pythons.length > 0) joinPackages(name, pythons);
      stamp(stampName, currentHash());
    },
  };
}
