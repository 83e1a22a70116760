import type { ownRecords, OwnRecord } from "../../../lib/checks";
import { NOT_THERE } from "../../../lib/checks/measured/files";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { madeRun } from "./records";

/** A student's records by file, as lessons name them. */
export type Handed = Map<string, RunRecord>;

/** How fast a machine is, and which chance it had. */
export interface Machine {
  /** Milliseconds that a small image takes. */
  perImage?: number;
  seed?: number;
}

/** Lesson 1: the baseline and the full task's images. */
export function oneDeviceRuns({ perImage = 5, seed = 1 }: Machine = {}): Handed {
  const full = { imageSize: 128, batch: 16, images: 160, epochs: 2, perImage: 8 * perImage, minute: 5, seed };
  return new Map([
    ["results/baseline.json", madeRun({ perImage, seed })],
    ["results/full-size.json", madeRun(full)],
  ]);
}

/** Lesson 2, on logical devices that share what one had. */
export function mirroredRuns({ perImage = 6, seed = 1 }: Machine = {}): Handed {
  const sizes: [devices: number, batch: number, slower: number][] = [
    [1, 16, 1.05],
    [2, 32, 1],
    [4, 64, 0.9],
    [1, 64, 0.7],
    [2, 64, 0.8],
  ];
  const program = { program: "02-mirrored/train", strategy: "mirrored" } as const;
  return new Map(
    sizes.map(([replicas, batch, slower], minute) => [
      `results/${replicas}-devices-batch-${batch}.json`,
      madeRun({ ...program, replicas, batch, images: 320, minute, seed, perImage: perImage * slower }),
    ]),
  );
}

/** Lesson 3: two networks on one, two and four logical devices. */
export function networksRuns({ perImage = 10, seed = 1 }: Machine = {}): Handed {
  const networks = [
    ["resnet50v2", "02-mirrored/train", 1],
    ["resnet152v2", "03-deeper-model/train", 3.5],
  ] as const;
  return new Map(
    networks.flatMap(([model, program, slower], network) =>
      [1, 2, 4].map((replicas, at): [string, RunRecord] => {
        const own = { program, model, strategy: "mirrored", minute: 3 * network + at, seed } as const;
        const speed = perImage * slower * [1, 0.6, 0.8][at];
        return [
          `results/${model}-${replicas}.json`,
          madeRun({ ...own, replicas, batch: 8 * replicas, images: 64, perImage: speed }),
        ];
      }),
    ),
  );
}

/** Lesson 4: sync and accumulate, on two processes or more. */
export function nodesRuns({ perImage = 6, seed = 1, nodes = 2, minute = 0 }: Machine & NodesMachine = {}): Handed {
  const program = { program: "04-many-nodes/train", model: "resnet50", strategy: "multi-worker" } as const;
  const cells = [4, 32].flatMap((batch) => [1, 4].map((syncEvery) => [batch, syncEvery]));
  return new Map(
    cells.map(([batch, syncEvery], at) => [
      `results/resnet50-${nodes}x${batch}-every-${syncEvery}.json`,
      madeRun({
        ...{ ...program, perImage, seed, syncEvery, replicas: nodes, batch: batch * nodes, images: 8 * batch * nodes },
        ...{ epochs: 2, allReduce: 0.05 * perImage, minute: minute + at },
      }),
    ]),
  );
}

interface NodesMachine {
  nodes?: number;
  /** When they were measured. */
  minute?: number;
}

/** Lesson 5: the smallest design's runs on two nodes. */
export function experimentRuns({
  perImage = 5,
  seed = 1,
  design = "lesson",
}: Machine & { design?: string } = {}): Handed {
  const program = { program: "04-many-nodes/train", model: "efficientnetb0", strategy: "multi-worker" } as const;
  const cells = [8, 32].flatMap((batch) => [1, 4].flatMap((syncEvery) => [1, 2, 3].map((r) => [batch, syncEvery, r])));
  return new Map(
    cells.map(([batch, syncEvery, replicate], at) => {
      const number = String(at + 1).padStart(3, "0");
      const name = [number, "efficientnetb0", syncEvery === 1 ? "sync" : "accumulate", batch, 2, `r${replicate}`].join(
        "-",
      );
      return [
        `results/experiments/${design}/runs/${name}.json`,
        madeRun({
          ...{ ...program, perImage: perImage * (1 + 0.05 * ((replicate * seed) % 4)), seed, syncEvery, replicas: 2 },
          ...{ batch: 2 * batch, images: 192, epochs: 4, allReduce: 0.01 * perImage, minute: at },
        }),
      ];
    }),
  );
}

/** Records as they were handed in: what `ownRecords` gives. */
export function handedIn(runs: Handed): typeof ownRecords {
  return (...files) =>
    files.flatMap((asked): OwnRecord[] => {
      const like = new RegExp(`^${asked.replace(/[.]/g, "\\.").replace(/[*]/g, "[^/]*")}$`);
      const found = [...runs].filter(([file]) => like.test(file)).map(([file, run]) => ({ file, run }));
      return found.length > 0 ? found : [{ file: asked, wrong: NOT_THERE, isMissing: true }];
    });
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: number[]): number => sum(values) / values.length;
/** Of one epoch, from its first step's start to its last one's end. */
export const seconds = ({ steps }: Epoch): number => steps.end[steps.end.length - 1] - steps.start[0];
/** Of a steady epoch. */
export const steady = ({ epochs }: RunRecord): number => mean(epochs.slice(1).map(seconds));
/** Of a steady epoch, with the first step's wait, as studies count it. */
export const steadyWithWait = ({ epochs }: RunRecord): number =>
  mean(epochs.slice(1).map((epoch) => seconds(epoch) + epoch.steps.wait[0]));
/** Images a second. */
export const rate = (run: RunRecord): number => run.configuration.trainImages / steady(run);
