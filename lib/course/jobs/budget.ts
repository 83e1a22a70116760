import { sum } from "simple-statistics";
import { devicesOf, type Job, type JobSize } from "../../jobs/job";
import type { Allocation } from "../../slurm/controller";

/** Device-seconds, always whole, of a job that had its nodes for so many seconds. */
export function deviceSeconds(job: JobSize, seconds: number): number {
  return devicesOf(job) * Math.ceil(seconds);
}

/** The most device-seconds that a job can take: up to its time limit, which Slurm rounds up to whole minutes. */
export function worstCase(job: JobSize & Pick<Job, "minutes">): number {
  return deviceSeconds(job, 60 * Math.ceil(job.minutes));
}

/** Device-seconds of a budget in device-hours, rounded down. */
export function budgetSeconds(hours: number): number {
  return Math.floor(3600 * hours);
}

/** The size for which a job is charged: its owner can have Slurm give a waiting job more nodes. */
export const sizeOf = ({ nodes, gpusPerNode }: JobSize, has?: Allocation): JobSize => ({
  nodes: Math.max(nodes, has?.nodes ?? 0),
  gpusPerNode,
});

/**
 * Whether a job's owner has made it larger.
 * @param waits A job that waits shows what it asks for. One that runs may have all GPUs of its nodes without having asked for them.
 */
export function isLarger({ nodes, gpusPerNode }: JobSize, has: Allocation | undefined, waits: boolean): boolean {
  return has !== undefined && (has.nodes > nodes || (waits && has.gpus > nodes * gpusPerNode));
}

export interface Booking {
  /** The most device-seconds that the job can take. */
  worst: number;
  /** The device-seconds that it took; undefined while it has not ended. */
  took?: number;
}

/** State of a budget, in device-seconds. */
export interface Balance {
  budget: number;
  /** By jobs that have ended. */
  taken: number;
  /** The worst case of those that have not. */
  reserved: number;
  /** Left for new jobs; below 0 if the budget was reduced below what is taken and reserved. */
  left: number;
}

/** What bookings leave of a budget. */
export function balanceOf(budget: number, bookings: readonly Booking[]): Balance {
  const taken = sum(bookings.map(({ took }) => took ?? 0));
  const reserved = sum(bookings.filter(({ took }) => took === undefined).map(({ worst }) => worst));
  return { budget, taken, reserved, left: budget - taken - reserved };
}

/** How many more jobs with this worst case fit into what is left. */
export function roomFor(worst: number, { left }: Balance): number {
  return Math.max(0, Math.floor(left / worst));
}

/** Device-hours as people read them: `1.25`, or `< 0.01`. */
export function inHours(seconds: number): string {
  const hours = seconds / 3600;
  if (hours > 0 && hours < 0.005) return "< 0.01";
  return hours.toFixed(2);
}
