import { mean, sum } from "simple-statistics";
import type { Check, ownRecords, OwnRecord } from "../../../lib/checks";
import { NOT_THERE } from "../../../lib/checks/measured/files";
import type { Epoch, RunRecord } from "../../../lib/runs";
import { exercise, type Answer, type Exercise, type Plan } from "../exercise";
import { madeRun, type Made } from "./records";

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

/** Lesson 2: the student's own program, and the lesson's with the same arguments. */
export function ownProgramRuns({ perImage = 6, seed = 1 }: Machine = {}): Handed {
  const two = { strategy: "mirrored", replicas: 2, batch: 32, images: 320, perImage, seed } as const;
  const lesson = madeRun({ ...two, program: "02-mirrored/train", epochs: 2, minute: 1 });
  const own = madeRun({ ...two, program: "own-mirrored", epochs: 1, minute: 20 });
  const { steps } = own.epochs[0];
  steps.loss = lesson.epochs[0].steps.loss.map((loss, step) => loss * (1 + 1e-3 * Math.sin(1 + step)));
  own.epochs[0].loss = sum(steps.loss) / steps.loss.length;
  return new Map([
    ["results/2-devices-batch-32.json", lesson],
    ["results/own-mirrored.json", own],
  ]);
}

/** Lesson 2: processes with a core each, and two that share one. */
export function coreRuns({ perImage = 10, seed = 1 }: Machine = {}): Handed {
  const program = {
    program: "04-many-nodes/train",
    model: "efficientnetb0",
    strategy: "multi-worker",
    imageSize: 64,
  } as const;
  const of = (replicas: number, coresInAll: number, slower: number, minute: number): RunRecord =>
    madeRun({
      ...{ ...program, replicas, coresInAll, minute, batch: 32 * replicas, images: 256, epochs: 2, seed },
      perImage: perImage * slower,
    });
  return new Map([
    ["results/cores-1.json", of(1, 1, 1, 0)],
    ["results/cores-2.json", of(2, 2, 0.57, 1)],
    ["results/cores-2-shared.json", of(2, 1, 1.1, 2)],
  ]);
}

/** Lesson 2: images on the device, and from slow storage by one loader and by several. */
export function inputRuns({ perImage = 20, seed = 1 }: Machine = {}): Handed {
  const program = { program: "02-mirrored/input", strategy: "mirrored", batch: 16, images: 96, epochs: 2 } as const;
  const of = (minute: number, more: Made = {}): RunRecord => madeRun({ ...program, minute, perImage, seed, ...more });
  const slow = { secondsPerImage: 0.05 };
  return new Map([
    ["results/input-device.json", of(0)],
    ["results/input-starved.json", of(1, { input: { ...slow, prefetch: 2, loaders: 1, waitSeconds: 0.5 } })],
    ["results/input-mended.json", of(2, { input: { ...slow, prefetch: 3, loaders: 3, waitSeconds: 0.01 } })],
  ]);
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

/** Lesson 3's runs, and one of the student's own program, which learned the same. */
export function ownDeeperRuns({ model = "resnet152v2", devices = 2, otherLosses = false } = {}): Handed {
  const runs = networksRuns();
  const own = madeRun({
    ...{ program: "own-deeper", model, strategy: "mirrored", replicas: devices, batch: 8 * devices, images: 64 },
    ...{ epochs: 1, perImage: 30, minute: 9 },
  });
  const [{ steps }] = own.epochs;
  const lessons = runs.get("results/resnet152v2-2.json")!.epochs[0].steps.loss;
  steps.loss = steps.images.map((_, step) => (otherLosses ? 1.02 : 1) * lessons[step]);
  const loss = steps.loss.reduce((total, value, step) => total + value * steps.images[step], 0) / 64;
  own.epochs[0].loss = loss;
  return new Map([...runs, ["results/own-deeper.json", own]]);
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

/** Lesson 4: the student's own program and the lesson's, which compute the same. */
export function ownNodesProgramRuns({ losses }: { losses?: (loss: number, step: number) => number } = {}): Handed {
  const sizes = { model: "tinyefficientnet", strategy: "multi-worker", syncEvery: 4, replicas: 2 } as const;
  const made = (program: string, seed: number): RunRecord =>
    madeRun({ ...sizes, program, seed, batch: 16, images: 96, epochs: 2, perImage: 2, allReduce: 0.1, minute: seed });
  const [own, lessons] = [made("own-many-nodes", 1), made("lesson-many-nodes", 2)];
  own.epochs.forEach((epoch, at) => {
    const { steps } = epoch;
    steps.loss = lessons.epochs[at].steps.loss.map(
      (loss, step) => losses?.(loss, step) ?? loss * (1 + 1e-7 * (step + 1)),
    );
    epoch.loss = sum(steps.loss.map((loss, step) => loss * steps.images[step])) / sum(steps.images);
  });
  return new Map([
    ["results/own-many-nodes.json", own],
    ["results/lesson-many-nodes.json", lessons],
  ]);
}

/** What a run of lesson 8 was made with, and what its devices held and sent. */
interface TextMade {
  model: "gpt-1m" | "gpt-10m";
  parameters: number;
  context: number;
  rows: number;
  devices?: number;
  zero?: 1 | 2 | 3;
  /** Bytes for each weight. */
  atRest: number;
  peak: number;
  /** Times the bytes of the weights. */
  sent?: number;
  minute: number;
  seed: number;
}

/** A run of a language model: its rows are what is said of images. */
function textRun({
  parameters,
  context,
  rows,
  devices = 1,
  zero,
  atRest,
  peak,
  sent = 0,
  ...made
}: TextMade): RunRecord {
  const strategy = devices === 1 ? "one-device" : "mirrored";
  const program = { program: "08-memory/train", strategy, epochs: 1, batch: rows, images: 4 * rows } as const;
  const run = madeRun({ ...program, ...made, replicas: devices, perImage: 20 });
  run.epochs.forEach((epoch) => (epoch.accuracy /= context));
  const each = (bytes: number) => Array.from({ length: devices }, (_, at) => Math.round(parameters * bytes) + at);
  return {
    ...run,
    configuration: {
      ...{ ...run.configuration, parameters, context, imageSize: undefined, classes: 44 },
      ...(zero && { strategy: `zero-${zero}`, sharding: { mesh: { data: devices }, zero } }),
    },
    deviceMemory: { atRest: each(atRest), peak: each(peak) },
    ...(devices > 1 && { sentBytes: { [zero ? "data" : "all"]: each(4 * sent), ...(zero && { all: each(0) }) } }),
  };
}

/** Lesson 8: one device, rows of 128 and of 256 tokens, and the stages of ZeRO on four devices. */
export function memoryRuns({ seed = 1 }: Machine = {}): Handed {
  const more = 1 + 0.05 * seed;
  const large = { model: "gpt-10m", parameters: 10_671_744, context: 32, seed } as const;
  const narrow = { model: "gpt-1m", parameters: 815_360, rows: 8, atRest: 12, seed } as const;
  const levels = [
    { atRest: 12, peak: 20, sent: 1.5 },
    { zero: 1, atRest: 7, peak: 9.8, sent: 2.25 },
    { zero: 2, atRest: 7, peak: 9.7, sent: 1.5 },
    { zero: 3, atRest: 3, peak: 6, sent: 2.248 },
  ] as const;
  const zero = levels.map(({ peak, ...level }, at): [string, RunRecord] => {
    const run = textRun({ ...large, ...level, peak: peak + more, rows: 4, devices: 4, minute: 10 + at });
    return [`results/zero-${at}.json`, run];
  });
  const reference = zero[0][1].epochs[0].steps.loss;
  zero.slice(1).forEach(([, { epochs }], at) => {
    epochs[0].steps.loss = reference.map((loss, step) => loss * (1 + 1e-7 * (at + step + 1)));
    epochs[0].loss = sum(epochs[0].steps.loss) / reference.length;
  });
  return new Map([
    ["results/one-device.json", textRun({ ...large, rows: 1, atRest: 12, peak: 16 * more, minute: 0 })],
    ["results/context-128.json", textRun({ ...narrow, context: 128, peak: 69 * more, minute: 1 })],
    ["results/context-256.json", textRun({ ...narrow, context: 256, peak: 160 * more, minute: 2 })],
    ...zero,
  ]);
}

interface NodesMachine {
  nodes?: number;
  /** When they were measured. */
  minute?: number;
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

/** An exercise whose check reads records that were handed in. @param files Their names, or patterns of these. */
export const measured = <F extends Answer>(
  cell: string,
  check: (answer: F, own: ReturnType<typeof ownRecords>) => Check,
  runs: Handed,
  files: string | string[],
  plan: Plan<F>,
): Exercise =>
  exercise(cell, (answer: F) => check(answer, handedIn(runs)(...[files].flat())), {
    ...plan,
    ownRecords: handedIn(runs),
  });

/** Of one epoch, from its first step's start to its last one's end. */
export const seconds = ({ steps }: Epoch): number => steps.end[steps.end.length - 1] - steps.start[0];
/** Of a steady epoch. */
export const steady = ({ epochs }: RunRecord): number => mean(epochs.slice(1).map(seconds));
/** Of a steady epoch, with the first step's wait, as studies count it. */
export const steadyWithWait = ({ epochs }: RunRecord): number =>
  mean(epochs.slice(1).map((epoch) => seconds(epoch) + epoch.steps.wait[0]));
/** Images a second. */
export const rate = (run: RunRecord): number => run.configuration.trainImages / steady(run);
