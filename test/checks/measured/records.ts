import { exampleRun, type Epoch, type RunRecord } from "../../../lib/runs";

/** How a made-up run goes, as if a program had measured it. */
export interface Made {
  program?: string;
  model?: string;
  device?: "cpu" | "gpu";
  strategy?: "one-device" | "mirrored" | "multi-worker";
  replicas?: number;
  workers?: number;
  syncEvery?: number;
  imageSize?: number;
  batch?: number;
  images?: number;
  epochs?: number;
  /** Milliseconds that an image takes, more or less. */
  perImage?: number;
  /** Seconds that an all-reduce takes. */
  allReduce?: number;
  /** Images that the host feeds, and how: they wait so many seconds for each batch, and the first of an epoch for a whole one. */
  input?: Pick<RunRecord["configuration"], "prefetch" | "loaders" | "secondsPerImage"> & { waitSeconds: number };
  coresInAll?: number;
  /** Minutes after the first of these runs. */
  minute?: number;
  hosts?: string[];
  job?: string;
  /** Another machine, another chance. */
  seed?: number;
}

/** With 10 classes. */
const parameters: Record<string, number> = {
  resnet50v2: 23_585_290,
  resnet152v2: 58_352_138,
  resnet50: 23_608_202,
  efficientnetb0: 4_062_381,
  tinyefficientnet: 22_000,
  "gpt-1m": 815_360,
  "gpt-10m": 10_671_744,
};

/** A record as a run writes it: times of a clock with all its digits, each step another. */
export function madeRun(made: Made = {}): RunRecord {
  const { program = "01-one-device/train", model = "resnet50v2", device = "cpu", strategy = "one-device" } = made;
  const { replicas = 1, syncEvery = 1, imageSize = 32, batch = 32, images = 656, epochs: count = 3 } = made;
  const workers = strategy === "multi-worker" ? (made.workers ?? replicas) : 1;
  const { perImage = 5, allReduce = 0, minute = 0, seed = 1 } = made;
  const chance = lots(seed + 100 * minute);
  const startedAt = new Date(Date.UTC(2026, 0, 31, 10, minute));
  let clock = 0.2 + 0.1 * chance();
  const captureSeconds = 1.5 + chance();
  const epochs = Array.from({ length: count }, (_, at) => {
    const made = epoch(at + 1);
    const seconds = 0.5 + 0.1 * chance();
    clock += seconds + 0.01;
    return { ...made, validation: { loss: 2.3, accuracy: 0.25, seconds } };
  });
  const example = exampleRun({ epochSeconds: [1], batches: [batch], replicas });
  return {
    ...example,
    id: `${startedAt.toISOString().replace(/[-:]/g, "").slice(0, 15)}-${String(100_000 + minute)}`,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + 1000 * clock + 20).toISOString(),
    where: {
      ...example.where,
      hosts: made.hosts ?? Array.from({ length: workers }, () => "127.0.0.1"),
      devices: Array.from({ length: replicas / workers }, (_, at) => `${device.toUpperCase()}:${at}`),
      ...(made.coresInAll === undefined ? {} : { coresInAll: made.coresInAll, machines: 1 }),
      ...(made.job === undefined ? {} : { slurmJobId: made.job }),
    },
    configuration: {
      ...{ ...example.configuration, program, model, parameters: parameters[model], imageSize, strategy, device },
      ...{ trainImages: images, testImages: 160, epochs: count },
      ...(made.input === undefined ? {} : { ...inputOf(made.input), data: "host" as const }),
      ...(strategy === "multi-worker" ? { workers, syncEvery, compression: "none" as const } : {}),
    },
    captureSeconds,
    timeToFirstStepSeconds: epochs[0].steps.end[0] + 1e-4,
    epochs,
    peakMemoryBytes: 8e8,
  };

  function epoch(number: number): Epoch {
    const steps: Epoch["steps"] = { start: [], end: [], wait: [], images: [], loss: [], correct: [] };
    for (let left = images, step = 0; left > 0; left -= batch, step++) {
      const own = Math.min(left, batch);
      const wait = 1e-4 * (1 + chance()) + (made.input ? (step === 0 ? 0.8 : made.input.waitSeconds) : 0);
      const isSync = (step + 1) % syncEvery === 0 || left <= batch;
      steps.start.push((clock += wait + 1e-5 * chance()));
      steps.end.push((clock += (own * perImage * (0.9 + 0.2 * chance())) / 1000 + (isSync ? allReduce : 0)));
      if (number === 1 && step === 0) steps.end[0] = clock += captureSeconds;
      steps.wait.push(wait);
      steps.images.push(own);
      steps.loss.push(2.3 / number + 0.1 * chance());
      steps.correct.push(Math.floor(own * 0.5 * chance()));
    }
    const sum = (of: (step: number) => number) => steps.images.reduce((total, _, step) => total + of(step), 0);
    const loss = sum((step) => steps.loss[step] * steps.images[step]) / images;
    return { epoch: number, steps, loss, accuracy: sum((step) => steps.correct[step]) / images };
  }
}

function inputOf({ waitSeconds: _, ...input }: NonNullable<Made["input"]>) {
  return input;
}

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function lots(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state / 2 ** 32;
  };
}
