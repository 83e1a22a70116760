import { median } from "simple-statistics";
import type { RunRecord } from "../runs/record";
import { counted } from "../system/words";
import { stepEnds } from "./measured";

/** What runs tell of one node. */
export interface NodeSpeed {
  host: string;
  runs: number;
  /** The median step of the fastest run in which it took part, in seconds: the node and its link are no slower. */
  stepSeconds: number;
  /** `stepSeconds` divided by the same of the node that shows the fastest step. */
  factor: number;
  /**
   * `slow`: every run with it is slow, and one of these had no other slow node. `unknown`: it took part in every run, or only ran with nodes
   * that are slow.
   */
  verdict: "slow" | "not slow" | "unknown";
}

/** A node may be slow where its factor is above this. */
const SLOW_FACTOR = 1.2;

/** What runs of one training may differ in. */
const mayDiffer = new Set(["seed", "epochs", "trainImages", "testImages", "program"]);

/**
 * Compares nodes by runs of one training on different choices of them. A synchronous step takes as long as its slowest node or link, so a
 * node is no slower than the fastest run in which it took part; one that makes every run slow is the cause.
 * @param runs The same training on the same number of nodes.
 * @returns the nodes, the slowest first.
 * @throws one line where the runs do not compare, or a record has no hosts or impossible times.
 */
export function nodeSpeeds(runs: readonly RunRecord[]): NodeSpeed[] {
  if (runs.length < 2)
    throw new Error(`Only ${counted(runs.length, "run")}: a slow node shows in runs on different choices of nodes.`);
  for (const run of runs) checkTimes(run);
  checkSameTraining(runs);
  const steps = runs.map((run) => ({ hosts: [...new Set(run.where.hosts)], seconds: usualStep(run) }));
  const ofHosts = new Map<string, (typeof steps)[number][]>();
  for (const step of steps) for (const host of step.hosts) ofHosts.set(host, [...(ofHosts.get(host) ?? []), step]);
  const least = fastest(steps);
  const slow = new Set([...ofHosts].flatMap(([host, own]) => (fastest(own) / least > SLOW_FACTOR ? [host] : [])));
  const slowOnes = new Map(steps.map((step) => [step, step.hosts.filter((host) => slow.has(host)).length]));
  const verdictOf = (host: string, own: typeof steps): NodeSpeed["verdict"] => {
    if (own.length === runs.length) return "unknown";
    if (!slow.has(host)) return "not slow";
    return own.some((step) => slowOnes.get(step) === 1) ? "slow" : "unknown";
  };
  return Array.from(ofHosts, ([host, own]) => {
    const stepSeconds = fastest(own);
    return { host, runs: own.length, stepSeconds, factor: stepSeconds / least, verdict: verdictOf(host, own) };
  }).sort((one, other) => other.factor - one.factor);
}

const fastest = (steps: readonly { seconds: number }[]): number => Math.min(...steps.map(({ seconds }) => seconds));

const ifWrong = "leave its record out, or make the run again";

function checkTimes({ id, where, epochs }: RunRecord): void {
  if (where.hosts.length === 0)
    throw new Error(`Run ${id} has 0 hosts, and a node is compared by its name: ${ifWrong}.`);
  for (const { epoch, steps } of epochs) {
    const at = steps.end.findIndex((end, step) => end < steps.start[step]);
    if (at < 0) continue;
    const times = `starts at ${steps.start[at]} s and ends at ${steps.end[at]} s`;
    throw new Error(`Run ${id}: step ${at} of epoch ${epoch} ${times}, which is before: ${ifWrong}.`);
  }
}

function checkSameTraining([first, ...others]: readonly RunRecord[]): void {
  const settings = ({ configuration, where }: RunRecord): Record<string, unknown> => ({
    ...{ nodes: where.hosts.length, ...configuration },
  });
  for (const other of others) {
    const [one, two] = [settings(first), settings(other)];
    const names = Object.keys({ ...one, ...two }).filter((name) => !mayDiffer.has(name));
    const name = names.find((each) => JSON.stringify(one[each]) !== JSON.stringify(two[each]));
    if (name === undefined) continue;
    const values = `${name} ${JSON.stringify(one[name])}, and ${other.id} ${JSON.stringify(two[name])}`;
    throw new Error(`Run ${first.id} has ${values}: give runs of one training on one number of nodes.`);
  }
}

/** The median time from the end of a step to that of the next one. */
function usualStep(run: RunRecord): number {
  const ends = stepEnds(run);
  if (ends.length < 3) throw new Error(`Run ${run.id} has only ${counted(ends.length, "step")}: make 3 or more.`);
  const seconds = median(ends.slice(1).map((end, step) => end - ends[step]));
  if (!(seconds > 0 && seconds < Infinity))
    throw new Error(`Run ${run.id} takes ${seconds} s from step to step, and must take more than 0 s: ${ifWrong}.`);
  return seconds;
}
