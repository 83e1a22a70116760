import { levelsInWords, readDesign, type Design } from "../../experiment/design";
import {
  experimentFolder,
  durationText,
  progressOf,
  readJournal,
  runExperiment,
  stateOf,
  stopExperiment,
  type Journal,
  type JournalRun,
  type RunOptions,
} from "../../experiment/runner";
import { unfinishedAttempt } from "../../jobs/attempts";
import { whoRuns } from "../../system/hold";
import { printable } from "../../system/printable";
import { textTable } from "../../system/text-table";
import { signalStatus } from "../../training/interruption";
import { interruptible } from "../interruptible";

/**
 * Begins or resumes an experiment.
 * @returns the exit status: 0 when it is complete or was stopped, 1 when runs have failed, 130 or 143 after a signal, which
 * leaves the current run alone.
 */
export async function runDesign(
  which: string,
  options: Pick<RunOptions, "how" | "place" | "retryFailed">,
): Promise<number> {
  const design = await readDesign(which);
  const { value, signal } = await interruptible((stop) =>
    runExperiment(design, { ...options, signal: stop, print: (line) => console.log(printable(line)) }),
  );
  const { progress, ended, folder } = value;
  const { done, total, failed } = progress;
  const resume = `\`./workbook experiment resume ${which}\``;
  if (ended === undefined) console.log(`All ${total} runs are done: ${folder}/runs.`);
  if (ended === "stopped") console.log(`Stopped after ${done} of ${total} runs: ${resume} continues.`);
  if (ended === "interrupted") {
    console.log(`The runner has ended. A run that is still going is left alone, and ${resume} finds it again.`);
    return signalStatus(signal ?? "SIGINT");
  }
  if (ended === "failed runs") {
    console.error(
      `workbook: ${failed} of ${total} runs failed at every try. \`status ${which} --runs\` shows why. Once the cause is fixed, ` +
        `${resume.slice(0, -1)} --failed\` tries them again.`,
    );
    return 1;
  }
  return 0;
}

/** The state of an experiment, in lines. @throws one line when it has not begun. */
export async function experimentStatus(which: string, everyRun: boolean): Promise<string> {
  const { design, folder, journal } = await begun(which);
  const { done, outOfMemory, running, failed, planned, total, secondsLeft } = progressOf(journal);
  const current = journal.runs.find(unfinishedAttempt);
  const runner = await whoRuns(folder);
  const memory = outOfMemory > 0 ? `, ${outOfMemory} of them out of memory` : "";
  const left = secondsLeft === undefined || secondsLeft === 0 ? "" : `, about ${durationText(secondsLeft)} left`;
  return [
    `${design.name}: ${total} runs, ${done} done${memory}, ${running} running, ${failed} failed, ${planned} to go${left}`,
    ...(current
      ? [`  now: run ${current.number} (${levelsInWords(current.levels)}, replicate ${current.replicate})`]
      : []),
    runner === undefined
      ? `  no runner${done === total ? "" : `: \`./workbook experiment resume ${which}\` makes the missing runs`}`
      : `  run by ${runner}`,
    `  ${folder}`,
    ...(everyRun ? runLines(journal) : []),
  ]
    .map(printable)
    .join("\n");
}

function runLines({ runs, design }: Journal): string[] {
  return textTable(
    runs.map((run) => runRow(run, design)),
    [0],
  ).map((line) => `  ${line}`);
}

function runRow(run: JournalRun, design: Design): string[] {
  const { number, replicate, levels, made, attempts } = run;
  const last = attempts.at(-1);
  const why = last?.outcome === "failed" ? `: ${last.message ?? ""}` : "";
  const tries = attempts.length > 1 ? `, ${attempts.length} tries` : "";
  const state = last?.outcome === "out-of-memory" ? "out of memory" : stateOf(run, design.attempts);
  const order = made === undefined ? "" : `, made as number ${made}`;
  return [String(number), `block ${replicate}`, levelsInWords(levels), `${state}${order}${tries}${why}`];
}

/** Ends an experiment's runner. @returns one line that says what happened. */
export async function stopRunner(which: string, now: boolean): Promise<string> {
  const { folder } = await begun(which);
  const stopped = await stopExperiment(folder, now);
  const resume = `\`./workbook experiment resume ${which}\` continues.`;
  if (stopped === "asked") return `The runner will end ${now ? "at once" : "after the current run"}. ${resume}`;
  if (stopped === "cancelled")
    return `There was no runner. The run that was still going without one has been ended. ${resume}`;
  return stopped === "runs on"
    ? "There is no runner, but a run is still going without one. `--now` ends it."
    : `There is no runner, and nothing is running. ${resume}`;
}

async function begun(which: string): Promise<{ design: Design; folder: string; journal: Journal }> {
  const design = await readDesign(which);
  const folder = experimentFolder(design.name);
  const journal = await readJournal(folder);
  if (!journal)
    throw new Error(`The experiment ${design.name} has not begun. \`./workbook experiment run ${which}\` begins it.`);
  return { design, folder, journal };
}
