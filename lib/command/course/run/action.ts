import { join } from "node:path";
import { classPlan, planLines, type ClassRequest } from "../../../course/jobs/class-plan";
import { cancelClass, runClass, type ClassEnd } from "../../../course/jobs/run";
import { classStatus } from "../../../course/jobs/status";
import { readRoster } from "../../../course/roster";
import { jobOf } from "../../../jobs/request";
import { signalStatus } from "../../../training/interruption";
import { classForecastLine } from "../../submit/forecast";
import type { ClassFlags } from "./command";
import { interruptible } from "../../interruptible";
import { counted } from "../../../system/words";

/**
 * Runs a task for a class, or shows its state.
 * @returns the exit status: 0 when every job is done, 1 when some are not, 130 after Ctrl-C, which leaves the jobs alone.
 */
export async function runForClass(task: string, words: string[], flags: ClassFlags): Promise<number> {
  const out = flags.out ?? join("results", "class", task);
  if (flags.status) {
    console.log(await classStatus(out));
    return 0;
  }
  const { budget, ownAccount, retryFailed } = flags;
  const job = await jobOf({ ...flags, task, arguments: words });
  const roster = await readRoster(flags.students ?? "");
  const request: ClassRequest = { job, roster, budget, out, ownAccount, retryFailed };
  if (flags.dryRun) {
    await printPlan(request);
    return 0;
  }
  if (flags.cancel) {
    console.log(`${counted(await cancelClass(request), "job was", "jobs were")} cancelled.`);
    return 0;
  }
  return toTheEnd(request, out, flags.atOnce);
}

async function toTheEnd(request: ClassRequest, out: string, atOnce: number): Promise<number> {
  const { value: ended } = await interruptible(async (signal) => {
    await printPlan(request);
    const end = await runClass(request, { atOnce, signal, print: console.log });
    console.log(await classStatus(out));
    return end.ended;
  });
  (ended === "complete" ? console.log : console.error)(endings[ended]);
  return ended === "complete" ? 0 : ended === "interrupted" ? signalStatus("SIGINT") : 1;
}

async function printPlan(request: ClassRequest): Promise<void> {
  console.log(planLines(await classPlan(request)).join("\n"));
  console.log(await classForecastLine(request.job));
}

const endings: Record<ClassEnd["ended"], string> = {
  complete: "Every student's job is done.",
  "failed jobs": "workbook: Some jobs failed. The table says why; --retry-failed submits new ones for those students.",
  "no budget left":
    "workbook: The worst case of another job does not fit into the rest of the budget. To continue, give a larger --budget.",
  interrupted: "The jobs continue. The same command follows them again; --cancel ends them.",
};
