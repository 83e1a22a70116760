// @ts-check
import { join } from "node:path";
import { workbookDir } from "../paths.mjs";
import { wantedDevice } from "../platform.mjs";
import { writeAtomically } from "../stamp.mjs";
import { fromDirectory, fromPython } from "../tensorflow/existing.mjs";
import { readInstallation } from "../tensorflow/installation.mjs";
import { fromWheel } from "../tensorflow/wheel.mjs";
import { pythonEnvironment } from "./python-environment.mjs";

/** @type {import("./step.mjs").Step} */
export const tensorflow = {
  title: "TensorFlow 2.20",
  after: [pythonEnvironment],
  done() {
    const found = readInstallation();
    if (!found) return false;
    // The first choice stays until the environment asks for another one: a login node may have no GPU, and a shared
    // installation must not depend on the machine that runs set-up.
    const { TENSORFLOW_DIR, WORKBOOK_DEVICE } = process.env;
    if (TENSORFLOW_DIR) return found.from === TENSORFLOW_DIR;
    return !WORKBOOK_DEVICE || found.device === wantedDevice();
  },
  check: () => void wantedDevice(),
  async run({ from }) {
    const device = wantedDevice();
    const { TENSORFLOW_DIR } = process.env;
    const found = TENSORFLOW_DIR
      ? fromDirectory(TENSORFLOW_DIR, device)
      : (fromPython(device) ?? (await fromWheel(device, from)));
    writeAtomically(join(workbookDir, "tensorflow.json"), `${JSON.stringify(found, null, 2)}\n`);
  },
};
