import { comparedTensors, type Fixture } from "./fixture";
import type { StepTensors } from "./our-step";

/** The relative errors of one tensor, in the 2-norm. */
export interface TensorError {
  /** The weight's name, or the tensor's. */
  name: string;
  /** The error of our tensor against Keras's float64. */
  ours: number;
  /** The error of Keras's own float32 against its float64. */
  keras: number;
  /** The largest error that our tensor may have. */
  limit: number;
}

/** The tensors of one kind. */
export interface KindErrors {
  kind: string;
  tensors: TensorError[];
}

/**
 * Compares a step of ours with the fixture. The error of a tensor is |a - b| / max(|b|, 1e-3 x the largest norm of its
 * kind), where b is Keras's float64; the second norm is for gradients that are truly zero and have no scale of their own. The
 * limit is 1e-4, or 3 times the error of Keras's own float32 if that is larger.
 */
export async function compareStep(fixture: Fixture, ours: StepTensors): Promise<KindErrors[]> {
  const kinds: KindErrors[] = [];
  for (const [kind, names] of comparedTensors(fixture.description)) {
    const distances = [];
    for (const name of names) distances.push(await distance(fixture, name, ours.get(name)));
    const floor = 1e-3 * Math.max(...distances.map((tensor) => tensor.norm));
    const tensors = distances.map(({ name, norm, ofOurs, ofKeras }): TensorError => {
      const scale = Math.max(norm, floor);
      // A difference of 0 is no error, even if all tensors of a kind are 0 and so is the scale.
      const relative = (value: number) => (value === 0 ? 0 : value / scale);
      const keras = relative(ofKeras);
      return {
        name: name.slice(name.indexOf("/") + 1),
        ours: relative(ofOurs),
        keras,
        limit: Math.max(1e-4, 3 * keras),
      };
    });
    kinds.push({ kind, tensors });
  }
  return kinds;
}

/** Whether a tensor's error is within its limit; NaN is not. */
export const passes = ({ ours, limit }: TensorError): boolean => ours <= limit;

/** The tensor whose error is nearest to its limit, or furthest beyond it. */
export function worst(tensors: TensorError[]): TensorError {
  const share = ({ ours, limit }: TensorError) => (Number.isNaN(ours) ? Infinity : ours / limit);
  return tensors.reduce((a, b) => (share(b) > share(a) ? b : a));
}

async function distance(fixture: Fixture, name: string, ours: Float32Array | undefined) {
  const { data: reference } = await fixture.read(`float64/${name}`);
  const { data: single } = await fixture.read(`float32/${name}`);
  if (ours?.length !== reference.length || single.length !== reference.length) {
    throw new Error(
      `${fixture.file}: ${name} has ${reference.length} numbers, but here it has ${ours?.length ?? "none"}.`,
    );
  }
  let norm = 0;
  let ofOurs = 0;
  let ofKeras = 0;
  for (let i = 0; i < reference.length; i++) {
    norm += reference[i] ** 2;
    ofOurs += (ours[i] - reference[i]) ** 2;
    ofKeras += (single[i] - reference[i]) ** 2;
  }
  return { name, norm: Math.sqrt(norm), ofOurs: Math.sqrt(ofOurs), ofKeras: Math.sqrt(ofKeras) };
}
