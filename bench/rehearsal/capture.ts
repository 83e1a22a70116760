import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chain } from "../../lib/models";
import { MirroredStrategy, MultiWorkerMirroredStrategy, OneDeviceStrategy, type Batch } from "../../lib/strategy";
import { configureTensorFlow, rehearseGpus, tf, type Precision } from "../../lib/tensorflow/engine";
import { stepConfig } from "../../lib/tensorflow/config";
import { arrangementOf, dividedImages, dividedTexts, type Arrangement, type Graphs, type Steps } from "./arrangements";
import type { CapturedGraph, CaptureTask, StepName } from "./captured-graph";
import { gpuPrecisions } from "./precisions";
import { checkpointedImages, imageVariants, isGpt, textVariants, type Variant } from "./subjects";

const EXAMPLES_OF_SHARE = 8;
const DROPOUT = 0.1;

/**
 * Captures the steps of every training that the command line offers, as for GPUs, and writes their graphs: each network, on one GPU and
 * on several, copied and divided, in each precision; also for the last batch of an epoch, which is smaller, or leaves a replica without
 * examples.
 */
export async function* captureGraphs({
  models,
  gpus,
  folder,
  worker,
  only,
}: CaptureTask): AsyncGenerator<CapturedGraph> {
  configureTensorFlow({ device: "cpu" });
  rehearseGpus(gpus);
  const several = worker ? workerOf(worker, gpus) : new MirroredStrategy({ devices: gpus });
  const copied = [...(worker ? [] : [arrangementOf(new OneDeviceStrategy())]), arrangementOf(several)];
  const [texts, images] = [dividedTexts(several), worker ? [] : [dividedImages(several)]];
  const wanted = ({ name }: Arrangement): boolean => only?.includes(name.split(" ")[0]) ?? true;
  for (const model of models) {
    const graphs = isGpt(model)
      ? [...copied, ...texts]
          .filter(wanted)
          .map((each) => graphsOf(each, textVariants(model, each.drops ? DROPOUT : 0)))
      : [
          ...copied.filter(wanted).map((each) => graphsOf(each, imageVariants(model))),
          ...images.filter(wanted).map((each) => graphsOf(each, [checkpointedImages(model)])),
        ];
    for (const some of graphs) {
      for await (const { definition, ...graph } of some) {
        const names = [model, graph.strategy, worker?.task ?? "", graph.precision, graph.step];
        const file = join(folder, `${names.join("-").replace(/\W+/g, "-")}.pb`);
        writeFileSync(file, definition);
        const config = Buffer.from(stepConfig(true)).toString("base64");
        yield { ...graph, file, model, task: worker?.task, config };
      }
    }
  }
  several.dispose();
}

function workerOf({ addresses, task }: NonNullable<CaptureTask["worker"]>, devices: number) {
  const hostOf = (address: string) => address.split(":")[0];
  const members = addresses.map((address) => ({ host: hostOf(address), address }));
  const cluster = { members, task, listenOn: hostOf(addresses[task]), source: "TF_CONFIG" } as const;
  return new MultiWorkerMirroredStrategy({ cluster, devices });
}

interface Graph extends Pick<CapturedGraph, "strategy" | "step" | "replicas" | "allReplicas" | "numbers"> {
  precision: Precision;
  definition: Uint8Array;
}

async function* graphsOf<C extends Chain>(arrangement: Arrangement, variants: Variant<C>[]): AsyncGenerator<Graph> {
  const { name: strategy, devices: replicas, allDevices: allReplicas } = arrangement;
  for (const variant of variants) {
    const model = variant.model();
    const { shares, rowsOf, steps, dispose } = arrangement.lay(model);
    const portions = { whole: EXAMPLES_OF_SHARE * shares, last: 1, rowsOf };
    const feed = variant.feed(model, portions);
    // In bfloat16 a step is that in float16 but for the type and the loss scale: one device shows it.
    const shown = gpuPrecisions.filter((each) => each !== "mixed_bfloat16" || strategy === "one-device");
    for (const precision of shown) {
      const captured = steps({ ...variant, feed, precision });
      const batches: Batch[] = [];
      for await (const { tensors, images } of feed.batches(1)) batches.push({ tensors, images });
      try {
        const made = variant.batches === 1 ? oneBatchAnUpdate : twoBatchesAnUpdate;
        for (const { step, of, index } of made(captured, batches, feed.labelsOfExample)) {
          const [definition, numbers] = [of.definitions[index], of.ownNumbers[index]];
          yield { strategy, step, replicas, allReplicas, precision, definition, numbers };
        }
      } finally {
        batches.forEach(({ tensors }) => tf.dispose(tensors));
        captured.dispose();
      }
    }
    feed.dispose();
    dispose();
  }
}

interface Step {
  step: StepName;
  of: Graphs;
  index: number;
}

function oneBatchAnUpdate({ update, evaluation }: Steps, [whole, last]: Batch[], labelsOfExample: number): Step[] {
  tf.tidy(() => {
    for (const batch of [whole, last]) update.prepare(batch, updateInputs(batch.images * labelsOfExample));
    evaluation.prepare(whole, tf.scalar(0));
  });
  return [
    { step: "training", of: update, index: 0 },
    { step: "last batch", of: update, index: 1 },
    { step: "evaluation", of: evaluation, index: 0 },
  ];
}

function twoBatchesAnUpdate(
  { update, adding, prepareAdding }: Steps,
  [whole]: Batch[],
  labelsOfExample: number,
): Step[] {
  tf.tidy(() => {
    const inputs = updateInputs(2 * whole.images * labelsOfExample);
    prepareAdding(whole, inputs);
    update.prepare(whole, inputs);
  });
  return [
    { step: "accumulation", of: adding, index: 0 },
    { step: "update", of: update, index: 0 },
  ];
}

const updateInputs = (labels: number) => ({ rate: tf.scalar(0.01), labels: tf.scalar(labels), stop: tf.scalar(0) });
