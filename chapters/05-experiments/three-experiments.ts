import { mean } from "simple-statistics";
import type { Observation } from "../../lib/experiment/observations";

/** A row of a table of runs, as an experiment compares them. */
export type ComparedRun = {
  /** The run from which the row comes. */
  run: string;
  block: number;
  mode: string;
  seconds: number;
};

/** What three students compare: each has taken other rows from the same runs, on two nodes. */
export function threeExperiments(runs: readonly Observation[]): Record<"ada" | "ben" | "eve", ComparedRun[]> {
  const twoNodes = runs.filter(({ levels }) => levels.nodes === 2);
  const at16 = twoNodes.filter(({ levels }) => levels.batch === 16);
  const ofBlock = ({ levels }: Observation): number => (levels.mode === "sync" ? 1 : 3);
  return {
    ada: twoNodes.filter((run) => run.replicate === ofBlock(run)).map(rowOf),
    ben: at16
      .filter(({ replicate }) => replicate === 2)
      .flatMap((run) => run.epochSeconds.map((seconds) => rowOf({ ...run, seconds }))),
    eve: at16.map(rowOf),
  };
}

function rowOf({ levels, replicate, seconds }: Observation): ComparedRun {
  const mode = String(levels.mode);
  return { run: `${mode} ${levels.batch}, run ${replicate}`, block: replicate, mode, seconds };
}

/** How many times as long the rows of sync take as those of accumulate, on average. */
export function modeRatio(rows: readonly ComparedRun[]): number {
  const of = (mode: string): number => mean(rows.filter((row) => row.mode === mode).map(({ seconds }) => seconds));
  return of("sync") / of("accumulate");
}
