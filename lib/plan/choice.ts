import { counted } from "../system/words";
import type { PlanForecast, Span } from "./forecast";

/** The limits of somebody's wish. */
export interface Limits {
  /** Of the job. */
  deadlineSeconds?: number;
  /** In the cluster's currency; in device-hours where it has no price. */
  budget?: number;
}

/** Which of the forecasts to choose. */
export interface PlanChoice {
  /** Those that fit into the memory. */
  fitting: PlanForecast[];
  /** Those within the limits, or all that fit where there are no limits; the cheapest first. */
  within: PlanForecast[];
  cheapest?: PlanForecast;
  fastest?: PlanForecast;
  /** Nothing else is both faster and cheaper. The fastest first. */
  frontier: PlanForecast[];
  /** Why nothing can be chosen, in one line. */
  why?: string;
}

/** What a configuration costs: its price, or its device-hours where devices have none. */
export const costOfPlan = ({ price, deviceHours }: PlanForecast): number => price ?? deviceHours;

/** The time by which a job has surely ended: the upper bound of its interval. */
const surely = ({ high = Infinity }: Span): number => high;

/** Chooses among forecasts. A deadline is met if the upper bound of the job's interval meets it. */
export function choose(all: readonly PlanForecast[], limits: Limits = {}): PlanChoice {
  const { deadlineSeconds = Infinity, budget = Infinity } = limits;
  const byCost = (a: PlanForecast, b: PlanForecast) => costOfPlan(a) - costOfPlan(b) || a.job.seconds - b.job.seconds;
  const fitting = all.filter(({ memory }) => memory.fits).sort(byCost);
  const within = fitting.filter((each) => surely(each.job) <= deadlineSeconds && costOfPlan(each) <= budget);
  const byTime = [...within].sort((a, b) => a.job.seconds - b.job.seconds || byCost(a, b));
  let least = Infinity;
  const frontier = byTime.filter((each) => {
    if (costOfPlan(each) >= least) return false;
    least = costOfPlan(each);
    return true;
  });
  const why = within.length > 0 ? undefined : whyNone(all, fitting, limits);
  return {
    ...{ fitting, within, frontier },
    ...(within.length > 0 ? { cheapest: within[0], fastest: byTime[0] } : {}),
    ...(why === undefined ? {} : { why }),
  };
}

function whyNone(all: readonly PlanForecast[], fitting: readonly PlanForecast[], { deadlineSeconds, budget }: Limits) {
  const ways = counted(all.length, "configuration");
  if (all.length === 0) return "No configuration divides the global batch: choose a power of two.";
  if (fitting.length === 0) {
    const least = Math.min(...all.map(({ memory }) => memory.bytes));
    return `None of ${ways} fits: the smallest needs ${(least / 1e9).toPrecision(3)} GB of a device, so take a smaller network, or smaller images.`;
  }
  const soonest = Math.min(...fitting.map(({ job }) => surely(job)));
  if (deadlineSeconds !== undefined && soonest > deadlineSeconds) {
    return `None of ${ways} surely meets ${hours(deadlineSeconds)}: the fastest may take ${hours(soonest)}, so allow more time.`;
  }
  const least = costOfPlan(fitting[0]);
  if (budget !== undefined && least > budget) {
    return `None of ${ways} stays within a budget of ${budget}: the cheapest costs ${least.toPrecision(3)}, so allow more.`;
  }
  return `None of ${ways} meets both limits: the fast ones cost more, and the cheap ones take longer, so allow more of one.`;
}

/** A time for readers: `2.5 h`, `12 min`, `40 s`. */
export function hours(seconds: number): string {
  if (seconds >= 3600) return `${round(seconds / 3600)} h`;
  return seconds >= 60 ? `${round(seconds / 60)} min` : `${round(seconds)} s`;
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2))));
