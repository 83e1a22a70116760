import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { exampleRun } from "../../lib/runs";
import { readDesign } from "../../lib/experiment/design";
import {
  readExperiment,
  runExperiment,
  type ExperimentResults,
  type RunnerEnd,
  type RunOptions,
} from "../../lib/experiment/runner";
import { writeWholeSync } from "../../lib/system/atomic";
import { workbookRoot } from "../../lib/system/workbook";

/** test/jobs/made-up-training.mjs among the chapters' trainings, where alone an experiment finds programs. */
const program = "00-made-up/train";
const programs = join(workbookRoot, "dist", "chapters", "00-made-up", "programs");
mkdirSync(programs, { recursive: true });
writeWholeSync(join(programs, "train.mjs"), 'import "../../../../test/jobs/made-up-training.mjs";\n');

/** An experiment whose training only takes time, in a folder of its own. */
export interface MadeUp {
  /** Of its design. */
  name: string;
  /** Where it is begun. */
  working: string;
  /** Where it is kept. */
  folder: string;
  /** What its trainings have noted: a line as each begins, and one as it ends. */
  log: () => { what: string; attempt: string }[];
  /** Lets one training end, or all from now on, where they wait for that. */
  letEnd: (which: "one" | "all") => void;
  /** Changes the design's file. */
  change: (changes: object) => void;
  results: () => Promise<ExperimentResults>;
  /** Runs it in this process, on this machine. @returns how it ended, and what it printed. */
  run: (options?: Partial<RunOptions>) => Promise<RunnerEnd & { printed: string }>;
  remove: () => void;
}

/** Two sizes on one or two nodes, `replicates` times; a training takes `steps` times 0.1 s, or `waits` until it may end. */
export function madeUpExperiment({
  in: parent = tmpdir(),
  waits = false,
  ...changes
}: { in?: string; waits?: boolean; [part: string]: unknown } = {}): MadeUp {
  const working = mkdtempSync(join(parent, "experiment-"));
  const [log, gate] = [join(working, "trainings.txt"), join(working, "gate")];
  const example = join(working, "example.json");
  const run = exampleRun({ epochSeconds: [5, 5], batches: [32] });
  writeFileSync(example, JSON.stringify(run));
  const file = join(working, "made-up.yaml");
  const design = {
    program,
    factors: { steps: [1, 2], nodes: [1, 2] },
    replicates: 3,
    seed: 4,
    response: "training",
    attempts: 2,
    arguments: { recordOf: example, seconds: 0.1, log, ...(waits ? { until: gate } : {}) },
    resources: { gpus: 0, cores: 1, memory: 1, minutes: 2 },
  };
  const change = (more: object): void => {
    writeFileSync(file, stringify({ ...design, ...changes, ...more }));
  };
  change({});
  const folder = join(working, "results", "experiments", "made-up");
  return {
    ...{ name: "made-up", working, folder, change },
    letEnd: (which) => {
      if (which === "one") return writeFileSync(gate, "");
      rmSync(gate, { force: true });
      mkdirSync(gate);
    },
    log: () =>
      (existsSync(log) ? readFileSync(log, "utf8") : "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => ({ what: line.split(" ")[0], attempt: line.split("/").at(-2) ?? "" })),
    results: () => readExperiment("made-up", { folder }),
    run: async (options) => {
      const lines: string[] = [];
      const print = (line: string): unknown => lines.push(line);
      const end = await runExperiment(await readDesign(file), {
        how: "either",
        place: "local",
        folder,
        print,
        ...options,
      });
      return { ...end, printed: lines.join("\n") };
    },
    remove: () => {
      rmSync(working, { recursive: true, force: true });
    },
  };
}

/** `workbook experiment`, in a process of its own. */
export interface Runner {
  child: ChildProcess;
  /** What it has printed so far. */
  printed: () => string;
  /** Its exit status, or the signal that ended it, and all that it printed. */
  ended: Promise<{ status: number | NodeJS.Signals; printed: string }>;
}

/** Starts `workbook experiment WHAT made-up.yaml ...`. */
export function experiment({ working }: Pick<MadeUp, "working">, what: string, ...args: string[]): Runner {
  const words = [join(workbookRoot, "workbook"), "experiment", what, ...args];
  const child = spawn(process.execPath, words, { cwd: working, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = once(child, "close").then(([status, signal]: (number | NodeJS.Signals | null)[]) => ({
    status: status ?? signal ?? 0,
    printed,
  })) as Runner["ended"];
  return { child, printed: () => printed, ended };
}

/** {@link experiment} to its end. */
export function toTheEnd(of: Pick<MadeUp, "working">, what: string, ...args: string[]): Runner["ended"] {
  return experiment(of, what, ...args).ended;
}

/** What is wrong with an experiment that should have made each run once, in its order; empty where nothing is. */
export async function wrongs({ folder, log, results }: MadeUp): Promise<string[]> {
  const { journal, progress } = await results();
  const wrong: string[] = [];
  if (progress.done !== progress.total) wrong.push(`${progress.done} of ${progress.total} runs are done`);
  const trainings = log();
  const files = existsSync(join(folder, "runs")) ? readdirSync(join(folder, "runs")) : [];
  for (const { number, made, attempts } of journal.runs) {
    const name = `${String(number).padStart(3, "0")}-`;
    const say = (what: string): unknown => wrong.push(`run ${number}: ${what} (${JSON.stringify(attempts)})`);
    if (made !== number) say(`made as number ${made}`);
    const done = attempts.filter(({ outcome }) => outcome === "completed" || outcome === "out-of-memory");
    if (done.length !== 1) say(`${done.length} results`);
    if (files.filter((file) => file.startsWith(name)).length !== 1) say("not one record");
    const begun = trainings.filter(({ what, attempt }) => what === "begun" && attempt.startsWith(name));
    if (begun.length !== 1 || !begun[0].attempt.endsWith(`-${done.at(0)?.number}`)) say(`${begun.length} trainings`);
  }
  return wrong;
}
