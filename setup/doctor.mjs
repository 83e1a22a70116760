// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inspectFrameworks } from "./frameworks/doctor.mjs";
import { root } from "./paths.mjs";
import { inspect } from "./requirements.mjs";
import { reporting } from "./setup.mjs";
import { table } from "./table.mjs";
import { readInstallation } from "./tensorflow/installation.mjs";

const usage = `Usage: workbook doctor

Shows what the workbook needs, what was found, and how to mend what falls short. Exit status 1 if anything
needed is missing.`;

/**
 * The command `./workbook doctor`.
 * @param {string[]} args
 * @returns {Promise<number>} the exit status
 */
export async function doctorCommand(args) {
  let missing = 0;
  const status = await reporting(async () => {
    const { values } = parseArgs({ args, options: { help: { type: "boolean", short: "h" } } });
    if (values.help) {
      console.log(usage);
      return;
    }
    const requirements = [...inspect(), ...(await inspectFrameworks())];
    missing = requirements.filter(({ state }) => state === "missing").length;
    console.log(table(requirements.map(({ name, found, state, remedy = "" }) => [signs[state], name, found, remedy])));
    console.log(
      missing === 0
        ? "\nNothing needed is missing."
        : `\nMissing: ${missing}. Mend them from the top, then run \`npm start\`.`,
    );
  });
  return status || (missing > 0 ? 1 : 0);
}

/** @returns {string} the answer to `./workbook --version`: the workbook's version, and what it runs on */
export function versionLine() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const installed = readInstallation();
  const tensorflow = installed ? `TensorFlow ${installed.version} for ${installed.device}` : "no TensorFlow yet";
  return `Parallel Training Workbook ${version}, Node ${process.versions.node}, ${tensorflow}`;
}

const signs = { ok: "✓", missing: "✗", optional: "-" };
