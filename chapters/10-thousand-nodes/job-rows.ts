import { mean, standardDeviation } from "simple-statistics";
import { slowestOf, type Band, type MeasuredGoodput } from "../../lib/failures";
import type { SlowestCurve } from "./figures/slowest";
import { llama3Mtbf, llama3Run } from "./llama3";

type Young = (checkpoint: number, nodeMtbf: number, nodes: number) => number;
type Goodput = (interval: number, checkpoint: number, restart: number, mtbf: number) => number;

/** A checkpoint and a restart of Llama 3's training, in seconds: a guess, since Meta does not say. */
export const guessedCosts = { checkpoint: 30, restart: 300 } as const;

const counts = [1, 2, 4, 16, 64, 256, 1024, 4096];

/** What waiting for the slowest adds: by a student's mean of the slowest of measured steps, and by a normal distribution with their spread. */
export function slowestCurves(steps: readonly number[], slowest: (n: number) => number): SlowestCurve[] {
  const [own, spread] = [mean([...steps]), standardDeviation([...steps])];
  const curve = (name: string, more: (n: number) => number): SlowestCurve => ({
    name,
    points: counts.map((n) => ({ processes: n, more: more(n) })),
  });
  return [
    curve("drawn from your steps", (n) => slowest(n) / own - 1),
    curve("normal distribution with their spread", (n) => (slowestOf(n, "normal").mean * spread) / own),
  ];
}

/** Rows for a table of when jobs on nodes as good as Llama 3's should save, by two functions of a student. */
export function saveRows(young: Young, goodput: Goodput) {
  const { checkpoint, restart } = guessedCosts;
  const mtbf = llama3Mtbf().node;
  return [1, 16, 128, 1024, llama3Run.gpus / llama3Run.gpusPerNode].map((nodes) => {
    const interval = young(checkpoint, mtbf, nodes);
    return {
      ...{ nodes, "failures a day": (86_400 * nodes) / mtbf, "save every (min)": interval / 60 },
      "goodput (%)": 100 * goodput(interval, checkpoint, restart, mtbf / nodes),
    };
  });
}

/** Rows for a table of the goodput with shorter and longer intervals than the best. @param of By the factor, as shares. */
export const intervalRows = (own: (by: number) => number, llama3: (by: number) => number) =>
  [0.2, 0.5, 1, 2, 5].map((by) => ({
    ...{ "times the best interval": by, "your training (%)": 100 * own(by) },
    "Llama 3 (%)": 100 * llama3(by),
  }));

/** Rows for a table of a training that was killed, beside its simulations. @param predicted Seconds, by a student. */
export const killsRows = (
  measured: MeasuredGoodput,
  { work, predicted, band }: { work: number; predicted: number; band: Band },
) => [
  { what: "measured", seconds: measured.totalSeconds, "goodput (%)": 100 * measured.goodput },
  { what: "your simulation of the same kills", seconds: predicted, "goodput (%)": (100 * work) / predicted },
  { what: "5 % of trainings with other kills are below", "goodput (%)": 100 * band.low },
  { what: "5 % are above", "goodput (%)": 100 * band.high },
];

/** Rows for a table of what each node's runs took. */
export const nodeRows = (names: readonly string[], runs: readonly { nodes: string[]; ms: number }[]) =>
  names.map((node) => {
    const ms = runs.filter(({ nodes }) => nodes.includes(node)).map((run) => run.ms);
    return {
      ...{ node, "fastest run (ms)": Math.min(...ms), "mean of its runs (ms)": mean(ms) },
      "slowest run (ms)": Math.max(...ms),
    };
  });

/** The columns of a student's invoice. */
export const invoiceColumns = (bill: { hours: number; deviceHours: number; price: number; kilowattHours: number }) => ({
  ...{ hours: bill.hours, "device-hours": bill.deviceHours },
  ...{ EUR: bill.price, kWh: bill.kilowattHours },
});
