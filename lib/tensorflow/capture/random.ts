import { nativeOp } from "../native-op";
import { tf } from "../backend";
import { interceptRandomOps, type RandomOp } from "../random-ops";
import { activeRecording, type Recording } from "./recording";

let seed = Math.floor(Math.random() * 2 ** 31);
let step = 0;

/**
 * Sets what random ops inside captured steps draw from: the same seed and step give the same numbers, whatever ran
 * before. Every captured call counts the step up by itself.
 * @param chosen An integer of 32 bits.
 */
export function setRandomSeed(chosen: number, firstStep = 0): void {
  seed = chosen | 0;
  step = firstStep;
}

/** The pairs that one call of a captured step draws from: one a replica, so that each draws numbers of its own. */
export function nextRandomStates(firstReplica: number, replicas: number): tf.Tensor1D[] {
  const now = step++ | 0;
  return Array.from({ length: replicas }, (_, replica) =>
    tf.tensor1d([(seed + Math.imul(firstReplica + replica, 0x27d4eb2f)) | 0, now], "int32"),
  );
}

type Shape = number[];
const shapeTensor = (shape: Shape): tf.Tensor1D => tf.tensor1d(shape, "int32");
const int = (value: number): tf.Scalar => tf.scalar(value, "int32");

function draw(recording: Recording, op: string, shape: Shape, seed?: number, ...more: tf.Tensor[]): tf.Tensor {
  return nativeOp(op, {}, [shapeTensor(shape), recording.random.key(seed), ...more])[0];
}

/** What each of tfjs's random functions becomes inside a recording. */
const replacements = {
  randomUniform(recording: Recording, shape: Shape, low = 0, high = 1, dtype: tf.DataType = "float32", seed?: number) {
    if (dtype === "int32") return draw(recording, "StatelessRandomUniformInt", shape, seed, int(low), int(high));
    return draw(recording, "StatelessRandomUniform", shape, seed)
      .mul(high - low)
      .add(low)
      .cast(dtype);
  },
  randomUniformInt: (recording: Recording, shape: Shape, low: number, high: number, seed?: number) =>
    draw(recording, "StatelessRandomUniformInt", shape, seed, int(low), int(high)),
  randomNormal: (recording: Recording, shape: Shape, mean = 0, deviation = 1, dtype?: tf.DataType, seed?: number) =>
    draw(recording, "StatelessRandomNormal", shape, seed)
      .mul(deviation)
      .add(mean)
      .cast(dtype ?? "float32"),
  randomStandardNormal: (recording: Recording, shape: Shape, dtype?: tf.DataType, seed?: number) =>
    draw(recording, "StatelessRandomNormal", shape, seed).cast(dtype ?? "float32"),
  truncatedNormal: (recording: Recording, shape: Shape, mean = 0, deviation = 1, dtype?: tf.DataType, seed?: number) =>
    draw(recording, "StatelessTruncatedNormal", shape, seed)
      .mul(deviation)
      .add(mean)
      .cast(dtype ?? "float32"),
  randomGamma: (recording: Recording, shape: Shape, alpha: number, beta = 1, dtype?: tf.DataType, seed?: number) =>
    draw(recording, "StatelessRandomGammaV2", shape, seed, tf.fill(shape, alpha))
      .div(beta)
      .cast(dtype ?? "float32"),
  multinomial(recording: Recording, logits: tf.Tensor, samples: number, seed?: number, normalized = false) {
    const scores = normalized ? logits.log() : logits;
    const rows = scores.rank === 1 ? scores.expandDims(0) : scores;
    const inputs = [rows, int(samples), recording.random.key(seed)];
    const drawn = nativeOp("StatelessMultinomial", { output_dtype: { type: "int32" } }, inputs)[0];
    return scores.rank === 1 ? drawn.reshape([samples]) : drawn;
  },
  dropout(recording: Recording, x: tf.Tensor, rate: number, noiseShape?: Shape, seed?: number) {
    if (rate === 0) return x.clone();
    const kept = draw(recording, "StatelessRandomUniform", noiseShape ?? x.shape, seed).greaterEqual(rate);
    return x.mul(kept.cast("float32").div(1 - rate));
  },
  rand: () => {
    throw new Error("tf.rand() cannot be captured: its numbers come from JavaScript. Use tf.randomUniform().");
  },
};

interceptRandomOps((name, values) => {
  const recording = activeRecording();
  if (!recording) return undefined;
  // Each replacement has its function's own parameters after the recording.
  const replacement = replacements[name satisfies RandomOp] as (
    recording: Recording,
    ...values: unknown[]
  ) => tf.Tensor;
  return tf.tidy(() => replacement(recording, ...values));
});
