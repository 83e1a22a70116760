import { parameterCount, roughMultiplyAdds } from "../../../models/known";
import { epochImages, epochSeconds } from "../../../runs/epochs";
import type { RunRecord } from "../../../runs/record";
import { counted } from "../../../system/words";

/**
 * Operations a second that nothing exceeds, with room for hardware to come. A core of 6 GHz that makes 4 fused
 * multiply-adds of 16 numbers in each cycle: 0.8e12, with low precision in matrix units up to 16 times as many. The fastest
 * GPUs of 2025 make 1.1e15 in TensorFloat-32 and 2.5e15 in 16 bits, dense. The first number is for float32, the second for 16 bits.
 */
const most = { cpu: [2e12, 2e13], gpu: [1e16, 3e16] };

/** Says where a record claims more than any hardware does, or a model that does not exist. */
export function* speedContradictions(run: RunRecord): Generator<string> {
  const { configuration, where, epochs, peakMemoryBytes, devicePeakBytes = [] } = run;
  const {
    model,
    imageSize = 0,
    classes,
    parameters,
    device,
    precision,
    replicas,
    workers = 1,
    sharding,
  } = configuration;
  const known = parameterCount(model, classes);
  if (known !== undefined && known !== parameters) {
    yield `${model} with ${classes} classes has ${known} parameters, and it says ${parameters}`;
  }
  // Devices of a mesh may have a part of the weights each.
  const weights = (4 * parameters) / Object.values(sharding?.mesh ?? {}).reduce((product, size) => product * size, 1);
  if (peakMemoryBytes < weights && device === "cpu") {
    yield `its process never held more than ${peakMemoryBytes} bytes, and the weights alone are ${weights}`;
  }
  const least = devicePeakBytes.reduce((less, bytes) => Math.min(less, bytes), Infinity);
  if (least < weights) {
    yield `one of its devices never held more than ${least} bytes, and the weights alone are ${weights}`;
  }
  // Half, because the estimate is rough for small images, whose edges weigh more.
  const work = (roughMultiplyAdds(model, imageSize) ?? 0) / 2;
  const units = device === "cpu" ? Math.max(where.coresInAll ?? 0, where.cores * workers) : replicas;
  const limit = units * most[device][precision === "float32" ? 0 : 1];
  yield* loadersContradictions(run);
  for (const epoch of epochs) {
    // Forward once, backward twice; each multiply-add is two operations.
    const rate = (6 * work * epochImages(epoch)) / epochSeconds(epoch);
    if (rate <= limit) continue;
    const images = Math.round(epochImages(epoch) / epochSeconds(epoch));
    yield (
      `in epoch ${epoch.epoch} it used ${images} images a second: ${units} ${device === "cpu" ? "cores" : "GPUs"} ` +
      `would have made ${rate.toPrecision(2)} operations a second, and nothing makes ${limit.toPrecision(2)}`
    );
  }
}

/** Loaders that wait for every image cannot have brought more than they had begun before an epoch and made during it. */
function* loadersContradictions({ configuration, epochs }: RunRecord): Generator<string> {
  const { secondsPerImage = 0, loaders = 1, prefetch, globalBatchSize } = configuration;
  if (secondsPerImage === 0) return;
  for (const each of epochs) {
    const waited = epochSeconds(each) + (each.steps.wait.at(0) ?? 0);
    const late = epochImages(each) - (prefetch + loaders) * globalBatchSize;
    const least = (late * secondsPerImage) / loaders;
    if (waited >= least) continue;
    yield (
      `its epoch ${each.epoch} took ${waited.toPrecision(3)} s, but it waits ${secondsPerImage} s for each image, which takes ` +
      `${counted(loaders, "loader")} at least ${least.toPrecision(3)} s`
    );
  }
}
