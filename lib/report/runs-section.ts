import { levelsInWords } from "../experiment/design";
import { stateOf, type Attempt, type JournalRun } from "../experiment/runner";
import { factTable, folded, heading, list, paragraph, table, type Section } from "./html";
import { utcText, type Material } from "./material";

/** The runs: each as planned and as made, and every deviation from the plan. */
export function runsSection({ results, at }: Material): Section {
  const { design, runs, begunAt } = results.journal;
  const { done, total, outOfMemory, failed } = results.progress;
  const missing = total - done - failed;
  const states = runs.map((run) => ({ run, state: stateOf(run, design.attempts) }));
  const planned = states.filter(({ state }) => state === "planned").map(({ run }) => run.number);
  const ends = runs.flatMap(({ attempts }) => attempts.flatMap(({ endedAt }) => endedAt ?? [])).sort();
  const deviations = [
    ...orderLines(runs),
    ...runs.flatMap((run) => run.attempts.flatMap((attempt) => tryLine(run, attempt))),
    ...(planned.length > 0 ? [`Not made yet: run${planned.length === 1 ? "" : "s"} ${ranges(planned)}.`] : []),
  ];
  const rows = states.map(({ run: { number, replicate, levels, made, attempts }, state }) => {
    const last = attempts.at(-1);
    return {
      run: number,
      block: replicate,
      ...levels,
      "made as": made,
      state: last?.outcome === "out-of-memory" ? "out of memory" : state,
      tries: attempts.length,
      job: attempts.map(({ job }) => job ?? "–").join(", "),
      begun: last && utcText(last.startedAt),
      ended: last?.endedAt && utcText(last.endedAt),
    };
  });
  return [
    "Runs",
    paragraph(
      `${done} of ${total} runs are done` +
        (outOfMemory > 0 ? `, ${outOfMemory} of them out of memory, which is a result` : "") +
        (failed > 0 ? `; ${failed} failed at every try` : "") +
        (missing > 0 ? `; ${missing} are missing` : "") +
        `: the experiment is ${done === total ? "" : "not "}complete.`,
    ),
    factTable([
      ["Begun", `${utcText(begunAt)} UTC`],
      ["Last run ended", ends.length === 0 ? undefined : `${utcText(ends[ends.length - 1])} UTC`],
      ["This report", `${utcText(at.toISOString())} UTC`],
    ]),
    heading("What did not go as planned"),
    deviations.length > 0 ? list(deviations) : paragraph("Nothing: each run was made once, in the planned order."),
    folded(`All ${total} runs, in the planned order`, table(rows)),
  ];
}

/** Names the runs that were made after later ones. */
function orderLines(runs: readonly JournalRun[]): string[] {
  const made = runs.filter((run) => run.made !== undefined);
  const late = made.filter((run) => made.some(({ number, made: place }) => number > run.number && place! < run.made!));
  if (late.length === 0) return [];
  late.sort((a, b) => a.made! - b.made!);
  return [
    `Not in the planned order: ${late.map((run) => `run ${run.number} was made as number ${run.made}`).join(", ")}.`,
  ];
}

const outcomes = {
  "out-of-memory": "out of memory",
  failed: "failed",
  stopped: "stopped by `stop --now`, which does not count as a try",
  lost: "never began, which does not count as a try",
};

function tryLine(run: JournalRun, { number, outcome, message, startedAt }: Attempt): string[] {
  if (outcome === "completed") return [];
  const which = `Run ${run.number} (${levelsInWords(run.levels)}, replicate ${run.replicate}), try ${number}`;
  if (outcome === undefined) return [`${which}, begun ${utcText(startedAt)} UTC, has not ended as far as is known.`];
  return [`${which}: ${outcomes[outcome]}${message === undefined ? "" : `: ${message}`}`];
}

/** Ascending numbers, consecutive ones as a range: `3, 5 to 9`. */
function ranges(numbers: readonly number[]): string {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((from, at) => (from === ends[at] ? from : `${from} to ${ends[at]}`)).join(", ");
}
