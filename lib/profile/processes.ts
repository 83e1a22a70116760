import { mean, median } from "simple-statistics";
import { summarize, type StepTimeline } from "./timeline";

/** What a process recorded of steps that it made together with others. */
export interface ProcessProfile {
  /** The host that it ran on. */
  host: string;
  timelines: readonly StepTimeline[];
}

/** Where the time of one process went, as means of its steps in seconds. */
export interface ProcessTimes {
  host: string;
  /** What the process does itself, on the busiest of its devices: a step without the time in which it only waits in an all-reduce. */
  own: number;
  /** It only waits in an all-reduce: for the network, or for a process that is late. */
  waits: number;
}

/** A process for which the others wait. */
export interface Straggler {
  host: string;
  /** Its own time divided by the median of the others'. */
  factor: number;
}

/** By how much a process must be slower than the next one in each step, so that it is named. */
const CLEARLY = 1.1;

/**
 * Where each process spent its steps.
 * @throws one line where the processes recorded different steps.
 */
export function processTimes(profiles: readonly ProcessProfile[]): ProcessTimes[] {
  checkSameSteps(profiles);
  return profiles.map((profile) => {
    const own = profile.timelines.map(ownSeconds);
    const waits = profile.timelines.map((timeline, step) => timeline.seconds - own[step]);
    return { host: profile.host, own: mean(own), waits: mean(waits) };
  });
}

/**
 * The process for which all others wait: in each step its own time is the longest, and at least a tenth longer than the next one's. A slow
 * link names nobody, since all wait for it alike.
 * @throws one line where the processes recorded different steps.
 */
export function straggler(profiles: readonly ProcessProfile[]): Straggler | undefined {
  const [first, ...others] = profiles;
  if (others.length === 0) return undefined;
  checkSameSteps(profiles);
  const slowest = first.timelines.map((_, step) => {
    const own = profiles.map(({ host, timelines }) => ({ host, seconds: ownSeconds(timelines[step]) }));
    own.sort((one, other) => other.seconds - one.seconds);
    return own[0].seconds > CLEARLY * own[1].seconds ? own[0].host : undefined;
  });
  const [host] = slowest;
  if (host === undefined || slowest.some((each) => each !== host)) return undefined;
  const times = processTimes(profiles);
  const rest = times.filter((each) => each.host !== host).map(({ own }) => own);
  return { host, factor: times.find((each) => each.host === host)!.own / median(rest) };
}

/**
 * The same processes with one step of the run alone.
 * @throws one line where one of them did not record it.
 */
export function onlyStep(profiles: readonly ProcessProfile[], step: number): ProcessProfile[] {
  return profiles.map(({ host, timelines }) => {
    const chosen = timelines.filter((timeline) => timeline.step === step);
    if (chosen.length > 0) return { host, timelines: chosen };
    throw new Error(
      `${host} recorded the steps ${numbersOf(timelines)}, and not step ${step}: choose one that all processes recorded, or give one process's file.`,
    );
  });
}

function checkSameSteps([first, ...others]: readonly ProcessProfile[]): void {
  for (const other of others) {
    const [one, two] = [first, other].map(({ timelines }) => numbersOf(timelines));
    if (one === two) continue;
    throw new Error(
      `${first.host} recorded the steps ${one}, and ${other.host} ${two}: compare profiles of one run, or give one process's file.`,
    );
  }
}

const numbersOf = (timelines: readonly StepTimeline[]): string => timelines.map(({ step }) => step).join(", ");

function ownSeconds(timeline: StepTimeline): number {
  return Math.max(...summarize(timeline).map(({ seconds, exposedCommunication }) => seconds - exposedCommunication));
}
