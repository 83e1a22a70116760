import { dirname, join, resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { mean } from "simple-statistics";
import { startCluster, whyNoCluster, type LocalCluster } from "../../lib/cluster";
import { positive, whole, type FlagsOf } from "../../lib/command/values";
import {
  bandOf,
  bestCheckpointInterval,
  goodputOf,
  goodputToLastStep,
  measuredCosts,
  measuredGoodput,
  simulateTraining,
  simulateTrainings,
  type FailureScenario,
  type MeasuredCosts,
  type SimulatedTraining,
} from "../../lib/failures";
import { randomStream } from "../../lib/failures/streams";
import { writeWhole } from "../../lib/system/atomic";
import { makeFolders } from "../../lib/system/folders";
import { textTable } from "../../lib/system/text-table";
import { trainAndKill, type Kill } from "./on-cluster";
import { trainingOf } from "./training";

/** Of the training that measures the costs, often enough for their means. */
const calibration = { every: 8, steps: 200, kills: 6 };
const SEEDS = 2000;

/** `bench failures`: trainings whose nodes are killed, beside the simulation of the same. */
export function failuresCommand() {
  return new Command("failures")
    .description("trainings on a local cluster whose nodes are killed, beside the simulation; needs root")
    .option("--kills <number>", "in all trainings together, about", whole(1, 1000), 30)
    .option("--trainings <number>", "that share these kills", whole(1, 100), 3)
    .option("--mtbf <seconds>", "mean time between two kills", positive, 60)
    .option("--nodes <number>", "of the training", whole(1, 8), 2)
    .option("--spares <number>", "nodes more, that stand by", whole(0, 8), 2)
    .option("--repair <seconds>", "from a kill until the node is back", positive, 20)
    .option("--model <name>", "the network", "resnet50")
    .option("--seed <number>", "of the moments", whole(1, 1_000_000), 1)
    .option("--output <file>", "where the raw results go", join("results", "bench", "failures.json"))
    .action(async (options) => {
      const reason = whyNoCluster();
      if (reason !== undefined) throw new Error(`There is no local cluster to kill nodes of: ${reason}`);
      const { nodes, spares } = options;
      const name = `failures-${process.pid}`;
      // All nodes share all cores, so that a training is as fast on one pair of them as on another.
      const cluster = await startCluster({ name, nodes: nodes + spares, rate: "none" });
      process.env.WORKBOOK_CLUSTER = name;
      try {
        await measure(cluster, options);
      } finally {
        await cluster.down();
      }
    });
}

type Flags = FlagsOf<typeof failuresCommand>;

async function measure(cluster: LocalCluster, options: Flags): Promise<void> {
  const { mtbf, nodes, spares, repair: repairSeconds, trainings, seed, output } = options;
  const folder = resolve(dirname(output), "failures");
  const train = async (name: string, every: number, steps: number, kills: readonly Kill[]) => {
    const job = await trainingOf(options, every, steps);
    return trainAndKill(cluster, job, { every, kills, repairSeconds, folder: join(folder, name), say: console.error });
  };
  // The node that holds the job's script and another one in turn: Slurm notices their loss in different ways.
  const regular = Array.from({ length: calibration.kills }, (_, which): Kill => ({ at: "whole", which }));
  const costs = measuredCosts(await train("costs", calibration.every, calibration.steps, regular), calibration.every);
  const { stepSeconds, checkpointSeconds } = costs;
  const restartSeconds = mean(costs.restarts);
  const nodeMtbfSeconds = nodes * mtbf;
  const best = bestCheckpointInterval({ nodes, nodeMtbfSeconds, checkpointSeconds, restartSeconds, stepSeconds });
  const every = Math.max(2, best.steps ?? 2);
  console.log(costsLine(costs));
  console.log(`A node is killed every ${mtbf} s, on average: a checkpoint after every ${every} steps is best.\n`);
  const scenario: FailureScenario = {
    ...{ nodes, nodeMtbfSeconds, restartSeconds, checkpointSeconds, spares, repairSeconds },
    intervalSeconds: every * stepSeconds,
  };
  const expected = goodputOf({ ...scenario, spares: undefined, repairSeconds: undefined, workSeconds: 1 });
  const steps = Math.ceil(((options.kills / trainings) * mtbf * expected) / stepSeconds);
  const scenarioOfAll = { ...scenario, workSeconds: steps * stepSeconds };
  const toLastStep = (run: SimulatedTraining) => goodputToLastStep(run, checkpointSeconds);
  const band = bandOf(simulateTrainings(scenarioOfAll, { seeds: SEEDS }).runs.map(toLastStep));
  const rows: Row[] = [];
  for (let training = 1; training <= trainings; training++) {
    const done = await train(`training-${training}`, every, steps, momentsOf(seed + training, mtbf));
    const { goodput, totalSeconds } = measuredGoodput(done, stepSeconds);
    const replayed = simulateTraining({ ...scenarioOfAll, nodeMtbfSeconds: undefined, failuresAt: done.killsAt });
    rows.push({ kills: done.killsAt.length, totalSeconds, goodput, replayed: toLastStep(replayed) });
    console.error(words(rows[rows.length - 1]).join("  "));
  }
  console.log(`${steps} steps each; goodput expected by the closed form ${share(expected)},`);
  console.log(
    `simulated ${share(band.mean)}, and 90 % of ${SEEDS} simulations between ${share(band.low)} and ${share(band.high)}\n`,
  );
  console.log(textTable([["kills", "seconds", "goodput", "simulated with its kills"], ...rows.map(words)]).join("\n"));
  makeFolders(dirname(output));
  await writeWhole(output, JSON.stringify({ options, costs, every, steps, expected, band, rows }, undefined, 2) + "\n");
  console.log(`\nRaw results: ${output}`);
}

/** One training that was killed: measured, and simulated with the same moments of its kills. */
interface Row {
  kills: number;
  totalSeconds: number;
  goodput: number;
  replayed: number;
}

const share = (goodput: number): string => `${(100 * goodput).toFixed(1)} %`;

const words = ({ kills, totalSeconds, goodput, replayed }: Row): string[] => [
  ...[String(kills), totalSeconds.toFixed(0), share(goodput), share(replayed)],
];

function costsLine({ stepSeconds, checkpointSeconds, restarts }: MeasuredCosts): string {
  const all = restarts.map((seconds) => seconds.toFixed(1)).join(", ");
  const short = (seconds: number): string => seconds.toPrecision(3);
  return `A step takes ${short(stepSeconds)} s, a checkpoint ${short(checkpointSeconds)} s, a restart ${short(mean(restarts))} s (${all}).`;
}

/** Kills without end at exponential moments, each on any of the job's nodes. */
function momentsOf(seed: number, mtbf: number): Kill[] {
  const random = randomStream(seed, 0);
  let at = 0;
  return Array.from({ length: 1000 }, () => {
    at -= mtbf * Math.log(random());
    return { at, which: Math.floor(1000 * random()) };
  });
}
