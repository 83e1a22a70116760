import type { Job } from "../../jobs/job";

// Whole seconds of a device: sums of them are exact.

type Size = Pick<Job, "nodes" | "gpusPerNode">;

/** Devices that a job holds: its GPUs or, on CPUs, its nodes, whatever share of a node's cores it has. */
export function devicesOf({ nodes, gpusPerNode }: Size): number {
  return nodes * Math.max(1, gpusPerNode);
}

/** Device-seconds of a job that had its nodes for so many seconds. */
export function deviceSeconds(job: Size, seconds: number): number {
  return devicesOf(job) * Math.ceil(seconds);
}

/** The most device-seconds that a job can take: up to its time limit, which Slurm rounds up to whole minutes. */
export function worstCase(job: Size & Pick<Job, "minutes">): number {
  return deviceSeconds(job, 60 * Math.ceil(job.minutes));
}

/** Device-seconds of a budget in device-hours; a part of a second is not given away. */
export function budgetSeconds(hours: number): number {
  return Math.floor(3600 * hours);
}

/** What a job that has ended took, or one that has not may take. */
export interface Booking {
  /** Device-seconds at worst. */
  worst: number;
  /** Device-seconds in fact; undefined while it has not ended. */
  took?: number;
}

/** How a budget stands, in device-seconds. */
export interface Balance {
  budget: number;
  /** Of jobs that have ended. */
  taken: number;
  /** The worst case of those that have not. */
  reserved: number;
  /** What is left for others; below 0 where the budget was made smaller than what is given away. */
  left: number;
}

/** What bookings leave of a budget. */
export function balanceOf(budget: number, bookings: readonly Booking[]): Balance {
  const sum = (values: number[]): number => values.reduce((total, each) => total + each, 0);
  const taken = sum(bookings.map(({ took }) => took ?? 0));
  const reserved = sum(bookings.filter(({ took }) => took === undefined).map(({ worst }) => worst));
  return { budget, taken, reserved, left: budget - taken - reserved };
}

/** How many more jobs of this worst case a balance has room for. */
export function roomFor(worst: number, { left }: Balance): number {
  return Math.max(0, Math.floor(left / worst));
}

/** Device-hours in words: `1.25`, to the hundredth, and a little as `< 0.01`. */
export function inHours(seconds: number): string {
  const hours = seconds / 3600;
  if (hours > 0 && hours < 0.005) return "< 0.01";
  return hours.toFixed(2);
}
