import { nativeOp, shapeTensor } from "../native-op";
import { tf } from "../backend";
import { interceptRandomOps } from "../random-ops";
import { activeRecording, type Recording } from "./recording";

let seed = Math.floor(Math.random() * 2 ** 31);
let step = 0;

/**
 * Sets the seed and the step from which random ops inside captured steps draw. The same seed and step give the same numbers,
 * whatever ran before. Every captured call increments the step.
 * @param chosen An integer of 32 bits.
 */
export function setRandomSeed(chosen: number, firstStep = 0): void {
  seed = chosen | 0;
  step = firstStep;
}

/** The pair (seed, step) of each replica for one call of a captured step, so that every replica draws other numbers. */
export function nextRandomStates(firstReplica: number, replicas: number): tf.Tensor1D[] {
  const current = step++ | 0;
  return Array.from({ length: replicas }, (_, replica) =>
    tf.tensor1d([(seed + Math.imul(firstReplica + replica, 0x27d4eb2f)) | 0, current], "int32"),
  );
}

type Shape = number[];
const int = (value: number): tf.Scalar => tf.scalar(value, "int32");

function draw(recording: Recording, op: string, shape: Shape, seed?: number, ...more: tf.Tensor[]): tf.Tensor {
  return nativeOp(op, {}, [shapeTensor(shape), recording.random.key(seed), ...more])[0];
}

/**
 * Numbers from 0 to below 1: TensorFlow's `StatelessRandomUniform`, under XLA bit for bit from the same random bits. XLA's kernel of
 * that op draws other numbers from them (the upper 23 bits of 32, TensorFlow's takes the lower), so dropout would differ.
 */
function uniform(recording: Recording, shape: Shape, seed?: number): tf.Tensor {
  if (!recording.xla) return draw(recording, "StatelessRandomUniform", shape, seed);
  const int32 = { type: "int32" } as const;
  const inputs = [shapeTensor(shape), recording.random.key(seed)];
  const [bits] = nativeOp("StatelessRandomUniformFullInt", { dtype: int32 }, inputs);
  const [mantissa] = nativeOp("BitwiseAnd", { T: int32 }, [bits, int(0x7fffff)]);
  const [oneToTwo] = nativeOp("BitwiseOr", { T: int32 }, [mantissa, int(0x3f800000)]); // the sign and exponent of 1
  return nativeOp("Bitcast", { T: int32, type: { type: "float32" } }, [oneToTwo])[0].sub(1);
}

/** Random numbers times `factor` plus `offset`. */
function scaled(numbers: tf.Tensor, factor: number, offset: number, dtype?: tf.DataType): tf.Tensor {
  return numbers
    .mul(factor)
    .add(offset)
    .cast(dtype ?? "float32");
}

/** The replacements of tfjs's random functions inside a recording. */
const replacements = {
  randomUniform(recording: Recording, shape: Shape, low = 0, high = 1, dtype: tf.DataType = "float32", seed?: number) {
    if (dtype === "int32") return draw(recording, "StatelessRandomUniformInt", shape, seed, int(low), int(high));
    return scaled(uniform(recording, shape, seed), high - low, low, dtype);
  },
  randomUniformInt: (recording: Recording, shape: Shape, low: number, high: number, seed?: number) =>
    draw(recording, "StatelessRandomUniformInt", shape, seed, int(low), int(high)),
  randomNormal: (recording: Recording, shape: Shape, mean = 0, deviation = 1, dtype?: tf.DataType, seed?: number) =>
    scaled(draw(recording, "StatelessRandomNormal", shape, seed), deviation, mean, dtype),
  randomStandardNormal: (recording: Recording, shape: Shape, dtype?: tf.DataType, seed?: number) =>
    draw(recording, "StatelessRandomNormal", shape, seed).cast(dtype ?? "float32"),
  truncatedNormal: (recording: Recording, shape: Shape, mean = 0, deviation = 1, dtype?: tf.DataType, seed?: number) =>
    scaled(draw(recording, "StatelessTruncatedNormal", shape, seed), deviation, mean, dtype),
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
    const kept = uniform(recording, noiseShape ?? x.shape, seed).greaterEqual(rate);
    return x.mul(kept.cast("float32").div(1 - rate));
  },
  rand: () => {
    throw new Error("tf.rand() cannot be captured: its numbers come from JavaScript. Use tf.randomUniform().");
  },
};

interceptRandomOps((name, values) => {
  const recording = activeRecording();
  if (!recording) return undefined;
  // After the recording, each replacement has the parameters of the function that it replaces.
  const replacement = replacements[name] as (recording: Recording, ...values: unknown[]) => tf.Tensor;
  return tf.tidy(() => replacement(recording, ...values));
});
