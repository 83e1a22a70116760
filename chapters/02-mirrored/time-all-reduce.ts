import { join } from "node:path";
import { z } from "zod";
import { runProgram } from "../../lib/jobs/run-program";
import { sentAndReceived, type Send } from "./rounds";
import { keepFor } from "../../lib/cells/keep-for";

/** An all-reduce between processes of this machine. */
export interface AllReduceToTime {
  /** For figures and files: `ring`. */
  name: string;
  processes: number;
  /** What they send each other in each round. */
  rounds: readonly (readonly Send[])[];
  /** Of each process's array. */
  megabytes: number;
  /** What a process can send a second, and receive, as through a network card. Default: as fast as loopback goes. */
  megabytesPerSecond?: number;
}

/** How long it took, and what the busiest process sent or received. */
export interface TimedAllReduce extends Omit<AllReduceToTime, "rounds"> {
  seconds: number;
  busiestBytes: number;
}

/**
 * Times an all-reduce between processes that really send each other bytes, over loopback TCP: the median of three. What was
 * timed is kept, and timed again only if the rounds changed.
 * @returns undefined while nbgrader grades and nothing was handed in.
 * @throws one line when a process ends early, as it does when the sums are wrong.
 */
export async function timeAllReduce(asked: AllReduceToTime): Promise<TimedAllReduce | undefined> {
  const { rounds, ...about } = asked;
  const { name, processes, megabytes, megabytesPerSecond: link } = about;
  const kept = await keepFor({
    file: join("results", "all-reduce", `${[name, processes, megabytes, link ?? "loopback"].join("-")}.json`),
    from: JSON.stringify(rounds),
    schema: z.object({ seconds: z.number() }),
    compute: ({ from, to }) =>
      runProgram("02-mirrored/all-reduce", { rounds: from, out: to, processes, megabytes, link }),
  });
  if (kept === undefined) return undefined;
  const { sent, received } = sentAndReceived(rounds, processes, 1e6 * megabytes);
  return { ...about, seconds: kept.seconds, busiestBytes: Math.max(...sent, ...received) };
}
