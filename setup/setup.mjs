// @ts-check
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { downloadTo } from "./download.mjs";
import { SetupError } from "./errors.mjs";
import { setUpFrameworks } from "./frameworks/index.mjs";
import { setUp } from "./index.mjs";
import { setUpRelease } from "./release.mjs";

const usage = `Usage: workbook setup [--frameworks [newest]] [--from DIR | --download DIR]
       workbook setup --release VERSION

Sets up what is missing: npm packages, Python with JupyterLab, TensorFlow, its addon, the course kernel,
and what is built from the workbook's own sources.

  --frameworks    also the frameworks that the engine is compared with: TensorFlow 2.13 with Keras, PyTorch 1.13,
                  MXNet 1.9, and Horovod for each (docs/frameworks.md). On Debian 12, root installs Debian packages
  --frameworks newest  also the newest PyTorch and TensorFlow, 9 GB
  --download DIR  only download what set-up needs, into DIR, for a machine without a network
  --from DIR      set up from such a folder, without a network
  --release 0.1.0 only set an earlier release up, to grade what was handed out from it (docs/upgrade.md)

Environment: MAKEFLAGS, how many compilers work at once on Horovod, such as -j2; TENSORFLOW_DIR, an installation of TensorFlow 2.20 to use; WORKBOOK_DEVICE=cpu|gpu, the device
TensorFlow is chosen for (default: what nvidia-smi says); CXX, the C++ compiler.`;

/**
 * The command `./workbook setup`.
 * @param {string[]} args
 * @returns {Promise<number>} the exit status
 */
export function setupCommand(args) {
  return reporting(async () => {
    const { values, positionals } = parseArgs({
      args,
      options: {
        frameworks: { type: "boolean" },
        from: { type: "string" },
        download: { type: "string" },
        release: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    });
    const frameworks = frameworksOf(values.frameworks ?? false, positionals);
    if (values.help) console.log(usage);
    else if (values.release !== undefined) console.log(`Set up in ${await setUpRelease(values.release)}.`);
    else if (values.download) await downloadTo(values.download, frameworks);
    else {
      const from = values.from && resolve(values.from);
      await setUp({ from });
      if (frameworks) await setUpFrameworks({ from, ...frameworks });
      console.log("Set up. `npm start` opens the notebooks.");
    }
  });
}

/**
 * @param {boolean} wanted
 * @param {string[]} words what stands beside the flags
 * @returns {{ newest: boolean } | undefined} which frameworks to set up
 */
function frameworksOf(wanted, words) {
  const unknown = words.find((word) => !wanted || word !== "newest");
  if (unknown !== undefined) {
    const error = new SetupError(`unknown argument ${unknown}: after --frameworks, only \`newest\` is known.`);
    throw Object.assign(error, { code: "ERR_PARSE_ARGS_UNKNOWN" });
  }
  return wanted ? { newest: words.length > 0 } : undefined;
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
