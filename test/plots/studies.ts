import type { ScalingStudy } from "../../lib/measure/scaling";

/** A study whose epochs of 3,600 images take so many seconds on each device count; the first one is the baseline. */
export function study(model: string, seconds: Record<number, number>, more: Partial<ScalingStudy> = {}): ScalingStudy {
  const counts = Object.keys(seconds).map(Number);
  const [baseline] = counts;
  const points = counts.map((devices) => {
    const epochSeconds = seconds[devices];
    const speedup = seconds[baseline] / epochSeconds;
    return {
      devices,
      globalBatchSize: 36 * devices,
      localBatchSize: 36,
      runs: [`${model}-${devices}`],
      stepsPerEpoch: 100 / devices,
      stepSeconds: (epochSeconds * devices) / 100,
      epochSeconds,
      firstEpochSeconds: epochSeconds + 3 * devices,
      startUpSeconds: 3 * devices,
      imagesPerSecond: 3600 / epochSeconds,
      imagesPerSecondPerDevice: 3600 / epochSeconds / devices,
      speedup,
      efficiency: (speedup * baseline) / devices,
      deviceHoursPerEpoch: (devices * epochSeconds) / 3600,
    };
  });
  return { model, device: "gpu", kind: "weak", points, ...more };
}

/** Twice as fast on 2 devices, 2.5 times on 4; Amdahl's law with a fifth that is serial gives 1.67 and 2.5. */
export const small = study("resnet50v2", { 1: 90, 2: 50, 4: 36 }, { amdahl: { serialShare: 0.2, mostSpeedup: 5 } });

export const deep = study("resnet152v2", { 1: 240, 2: 128, 4: 75 }, { amdahl: { serialShare: 0.1, mostSpeedup: 10 } });
