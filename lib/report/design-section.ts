import { fullFactorial, levelsInWords, type Design } from "../experiment/design";
import { stateOf, type JournalRun } from "../experiment/runner";
import { facts, folded, heading, list, note, paragraph, table, type Section } from "./html";
import { moment, type Material } from "./material";

/** What was asked: factors, levels, replicates, and what all runs have in common. */
export function designSection({ results, design: file, remarks }: Material): Section {
  const { design } = results.journal;
  const configurations = fullFactorial(design).length;
  const words = describedBy(file.text);
  return {
    id: "design",
    title: "Design",
    parts: [
      ...(words === "" ? [] : [paragraph(words)]),
      ...remarks.map(note),
      facts([
        ["Configurations", `${configurations}: every level of each factor with every level of the others`],
        ["Replicates", `${design.replicates} of each configuration, ${configurations * design.replicates} runs`],
        ["Order", `randomised in blocks by seed ${design.seed}: each replicate is a block with an order of its own`],
        ["Response", responses[design.response]],
        ["Program", design.program],
        ["Tries", `a run that fails is tried ${design.attempts === 1 ? "once" : `up to ${design.attempts} times`}`],
        ["Arguments of all runs", inPairs({ ...design.arguments, ...dataset(results.journal.dataset) })],
        ["Each node", inPairs({ ...design.resources })],
      ]),
      table(factorRows(design), "Factors"),
    ],
  };
}

const responses = {
  epoch: "seconds of an epoch: the mean of a run's epochs without the first, which carries the start-up",
  training: "seconds of training: from the first batch to the end of the last, over all epochs",
};

/** What the design's file says of itself: its first lines of comment, without commands. */
function describedBy(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  const words = lines.slice(0, end).map((line) => line.slice(1).trim());
  return words.filter((line) => !line.startsWith("./workbook")).join(" ");
}

const dataset = (found: string | undefined) => (found === undefined ? {} : { dataset: `${found} (was at hand)` });

function inPairs(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}

function factorRows({ factors }: Design) {
  return factors.map(({ name, levels }) => ({
    factor: name,
    levels: levels.map(({ level }) => level).join(", "),
    "arguments of the program": levels
      .map(({ level, arguments: values }) => (Object.keys(values).length > 0 ? `${level}: ${inPairs(values)}` : ""))
      .filter((text) => text !== "")
      .join("; "),
  }));
}

/** How it went: every run as planned and as made, and all that did not go as planned. */
export function runsSection({ results, at }: Material): Section {
  const { journal, progress } = results;
  const { runs } = journal;
  const { done, total, outOfMemory, failed } = progress;
  const missing = total - done - failed;
  const ends = runs.flatMap(({ attempts }) => attempts.flatMap(({ endedAt }) => endedAt ?? []));
  return {
    id: "runs",
    title: "Runs",
    parts: [
      paragraph(
        `${done} of ${total} runs are done` +
          (outOfMemory > 0 ? `, ${outOfMemory} of them out of memory, which is a result` : "") +
          (failed > 0 ? `; ${failed} failed at every try` : "") +
          (missing > 0 ? `; ${missing} are missing` : "") +
          (done === total ? ": the experiment is complete." : ": the experiment is not complete."),
      ),
      facts([
        ["Begun", `${moment(journal.begunAt) ?? ""} UTC`],
        ["Last run ended", ends.length === 0 ? undefined : `${moment(ends.sort().at(-1)) ?? ""} UTC`],
        ["This report", `${moment(at.toISOString()) ?? ""} UTC`],
      ]),
      heading("What did not go as planned"),
      ...deviationParts(runs, journal.design.attempts),
      folded(
        `All ${total} runs, in the planned order`,
        table(
          runs.map((run) => runRow(run, journal.design)),
          undefined,
          { sorts: true },
        ),
      ),
    ],
  };
}

function deviationParts(runs: readonly JournalRun[], tries: number): string[] {
  const lines = [
    ...orderLines(runs),
    ...runs.flatMap((run) => run.attempts.flatMap((attempt) => tryLine(run, attempt))),
    ...missingLines(runs, tries),
  ];
  return lines.length > 0 ? [list(lines)] : [paragraph("Nothing: each run was made once, in the planned order.")];
}

/** Runs that were made earlier or later than their number says. */
function orderLines(runs: readonly JournalRun[]): string[] {
  const made = runs.filter((run) => run.made !== undefined).sort((a, b) => a.made! - b.made!);
  const late = made.filter((run, at) => made.slice(0, at).some(({ number }) => number > run.number));
  if (late.length === 0) return [];
  const which = late.map(({ number, made: place }) => `run ${number} was made as number ${place ?? 0}`);
  return [`Not in the planned order: ${which.join(", ")}.`];
}

function tryLine(run: JournalRun, { number, outcome, message, startedAt }: JournalRun["attempts"][number]): string[] {
  if (outcome === "completed") return [];
  const which = `Run ${run.number} (${levelsInWords(run.levels)}, replicate ${run.replicate}), try ${number}`;
  const why = message === undefined ? "" : `: ${message.replace(/\s*\n\s*/g, " ")}`;
  if (outcome === undefined)
    return [`${which}, begun ${moment(startedAt) ?? ""} UTC, has not ended as far as is known.`];
  return [`${which}: ${outcomes[outcome]}${why}`];
}

const outcomes = {
  "out-of-memory": "out of memory",
  failed: "failed",
  stopped: "stopped by `stop --now`, which does not count as a try",
  lost: "never began, which does not count as a try",
};

function missingLines(runs: readonly JournalRun[], tries: number): string[] {
  const missing = runs.filter((run) => stateOf(run, tries) === "planned");
  if (missing.length === 0) return [];
  const numbers = missing.map(({ number }) => number);
  return [`Not made yet: run${numbers.length === 1 ? "" : "s"} ${ranges(numbers)}.`];
}

/** Numbers from small to large, neighbours together: `3, 5 to 9`. */
export function ranges(numbers: readonly number[]): string {
  const parts: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
}

function runRow(run: JournalRun, design: Design) {
  const { number, replicate, levels, made, attempts } = run;
  const result = attempts.at(-1);
  return {
    run: number,
    block: replicate,
    ...levels,
    "made as": made,
    state: result?.outcome === "out-of-memory" ? "out of memory" : stateOf(run, design.attempts),
    tries: attempts.length,
    job: attempts.map(({ job }) => job ?? "–").join(", "),
    begun: moment(result?.startedAt),
    ended: moment(result?.endedAt),
  };
}
