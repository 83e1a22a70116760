// @ts-check
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "./errors.mjs";
import { withLock } from "./lock.mjs";
import { checkFits } from "./offline.mjs";
import { root, workbookDir } from "./paths.mjs";
import { checkPlatform, neededSpace, requireSpace } from "./platform.mjs";
import { showing } from "./progress.mjs";
import { steps } from "./steps/index.mjs";

/**
 * Makes whatever is missing of the workbook itself.
 * @param {import("./steps/step.mjs").Sources} [sources]
 * @throws {SetupError} with one line that names the remedy
 */
export async function setUp(sources = {}) {
  checkPlatform();
  await makeMissing(steps, sources, () => ({ disk: neededSpace() }));
}

/**
 * Makes those steps that are not done. When nothing is missing it writes nothing, so that one read-only installation serves a
 * whole class.
 * @param {import("./steps/step.mjs").Step[]} all
 * @param {import("./steps/step.mjs").Sources} sources
 * @param {() => import("./platform.mjs").Space} space what all of them need
 * @throws {SetupError} with one line that names the remedy
 */
export async function makeMissing(all, sources, space) {
  const missing = all.filter((step) => !step.done());
  if (missing.length === 0) return;
  requireWritable(missing.map((step) => step.title));
  if (sources.from) checkFits(sources.from);
  for (const step of missing) step.check?.();
  // The rest of an interrupted set-up needs less, by an unknown amount.
  if (missing.length === all.length) requireSpace(space());
  const lock = join(workbookDir, "setup.lock");
  const onWait = (/** @type {import("./lock.mjs").Holder} */ { pid, host }) =>
    console.error(
      `Another set-up is at work (process ${pid} on ${host}): waiting for it. (If it is not, remove ${lock}.)`,
    );
  await withLock(lock, () => makeAll(all, sources), { onWait });
}

/**
 * Makes each step as soon as those before it are done: downloads wait for the network, compilers for a core.
 * @param {import("./steps/step.mjs").Step[]} all
 * @param {import("./steps/step.mjs").Sources} sources
 * @throws the first step's error, when no other step is at work any more
 */
async function makeAll(all, sources) {
  /** @type {Map<import("./steps/step.mjs").Step, Promise<void>>} */
  const begun = new Map();
  for (const step of all) {
    const before = Promise.all(step.after.map((other) => begun.get(other)));
    begun.set(
      step,
      before.then(() => (step.done() ? undefined : showing(step.title, () => step.run(sources)))),
    );
  }
  const ends = await Promise.allSettled(begun.values());
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** @param {string[]} missing */
function requireWritable(missing) {
  try {
    accessSync(existsSync(workbookDir) ? workbookDir : root, constants.W_OK);
  } catch {
    throw new SetupError(
      `This installation is incomplete (${missing.join(", ")}) and you may not write to it: whoever owns ${root} runs \`./workbook setup\` there.`,
    );
  }
}
