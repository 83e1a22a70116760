// @ts-check
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { downloadTo } from "./download.mjs";
import { SetupError } from "./errors.mjs";
import { setUp } from "./index.mjs";

const usage = `Usage: workbook setup [--from DIR | --download DIR]

Sets up what is missing: npm packages, Python with JupyterLab, TensorFlow, its addon, the course kernel.

  --download DIR  only download what set-up needs, into DIR, for a machine without a network
  --from DIR      set up from such a folder, without a network

Environment: TENSORFLOW_DIR, an installation of TensorFlow 2.20 to use; WORKBOOK_DEVICE=cpu|gpu, the device
TensorFlow is chosen for (default: what nvidia-smi says); CXX, the C++ compiler.`;

/**
 * The command `./workbook setup`.
 * @param {string[]} args
 * @returns {Promise<number>} the exit status
 */
export function setupCommand(args) {
  return reporting(async () => {
    const { values } = parseArgs({
      args,
      options: { from: { type: "string" }, download: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help) console.log(usage);
    else if (values.download) await downloadTo(values.download);
    else {
      await setUp({ from: values.from && resolve(values.from) });
      console.log("Set up. `npm start` opens the notebooks.");
    }
  });
}

/**
 * Set-up as the first part of another command.
 * @returns {Promise<number>} the exit status
 */
export const setUpFirst = () => reporting(() => setUp());

/**
 * Runs `work`, and reports its errors as one line.
 * @param {() => Promise<void>} work
 * @returns {Promise<number>} the exit status: 2 for wrong flags, 1 for anything else that went wrong
 */
export async function reporting(work) {
  // Set-up continues when the reader of its output has gone away, as after `| head`.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await work();
    return 0;
  } catch (error) {
    return report(error);
  }
}

/** @param {unknown} error */
function report(error) {
  const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
  const wrongFlags = code?.startsWith("ERR_PARSE_ARGS") ?? false;
  if (error instanceof SetupError || wrongFlags) console.error(`workbook: ${message}`);
  else if (code === "ENOSPC" || code === "EDQUOT")
    console.error(`workbook: the disk is full (${message}): make room and run it again.`);
  else console.error(error);
  return wrongFlags ? 2 : 1;
}
