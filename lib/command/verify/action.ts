import { join } from "node:path";
import { newRunId } from "../../runs/record";
import { refuseUnwritable } from "../../system/atomic";
import { signalStatus } from "../../training/interruption";
import { checkIds, tableOf, verify, writeReport } from "../../verify";
import { interruptible } from "../interruptible";
import type { VerifyFlags } from "./command";
import { noSuch } from "../../system/names";

/**
 * Makes the checks, prints their table, and writes it into a file.
 * @returns the exit status: 1 if a check failed.
 * @throws one line when `--only` names no check.
 */
export async function verifyFromFlags(flags: VerifyFlags): Promise<number> {
  const { only, wait: waitMinutes, out = join("results", "verify", `${newRunId(new Date())}.json`), ...more } = flags;
  const unknown = only?.find((id) => !checkIds.some((known) => known === id));
  if (unknown !== undefined) throw noSuch("check", unknown, checkIds, "--only takes");
  refuseUnwritable("The report", out); // before the checks take minutes
  const { value: rows, signal } = await interruptible((stop) =>
    verify({ ...more, only, waitMinutes, signal: stop, say: console.log }),
  );
  console.log(`\n${tableOf(rows)}`);
  await writeReport(out, rows, more);
  const failed = rows.filter(({ state }) => state === "fail").length;
  const passed = rows.filter(({ state }) => state === "pass").length;
  const not = rows.length - failed - passed;
  console.log(
    `\nPassed: ${passed}. Failed: ${failed}. Skipped: ${not} (this machine lacks what they need). Written to ${out}`,
  );
  if (signal !== undefined) return signalStatus(signal);
  return failed > 0 ? 1 : 0;
}
