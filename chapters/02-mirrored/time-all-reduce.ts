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
  return (await timeMessageSizes(asked, [asked.megabytes]))?.[0];
}

/**
 * Times all-reduces of arrays of several sizes, as {@link timeAllReduce} does.
 * @param sizes Megabytes of each process's array.
 * @param repeats The seconds are the median of so many.
 */
export async function timeMessageSizes(
  { rounds, ...about }: Omit<AllReduceToTime, "megabytes">,
  sizes: readonly number[],
  repeats = 3,
): Promise<TimedAllReduce[] | undefined> {
  const { name, processes, megabytesPerSecond: link } = about;
  const megabytes = sizes.join(",");
  const kept = await keepFor({
    file: join("results", "all-reduce", `${[name, processes, megabytes, link ?? "loopback"].join("-")}.json`),
    from: JSON.stringify(rounds),
    schema: z.array(z.number()).length(sizes.length),
    compute: ({ from, to }) =>
      runProgram("02-mirrored/all-reduce", { rounds: from, out: to, processes, megabytes, link, repeats }),
  });
  return kept?.map((seconds, at) => {
    const { sent, received } = sentAndReceived(rounds, processes, 1e6 * sizes[at]);
    return { ...about, megabytes: sizes[at], seconds, busiestBytes: Math.max(...sent, ...received) };
  });
}
