import { sizeOf, type Operation } from "./graph";
import { opWithoutXla } from "./xla";

/** What a step's graph tells of its work; nothing is computed for it. */
export interface StepWork {
  /** The multiplications, each with an addition, of the step's products and convolutions. */
  multiplyAdds: number;
  /** The first op for which XLA has no kernel here; undefined where it has one for each. */
  withoutXla?: string;
}

/** The work of a recorded step. */
export function workOf(operations: readonly Operation[]): StepWork {
  const multiplyAdds = operations.reduce((sum, operation) => sum + multiplyAddsOf(operation), 0);
  return { multiplyAdds, withoutXla: opWithoutXla(operations) };
}

function multiplyAddsOf({ op, inputs, outputs }: Operation): number {
  if (/^(Batch)?MatMul/.test(op)) return sizeOf(inputs[0]) * outputs[0].shape.at(-1)!; // a product has columns
  if (!/^(Depthwise)?Conv2[dD]/.test(op)) return 0;
  const [height, width, from] = (op.endsWith("BackpropFilter") ? outputs[0] : inputs[1]).shape;
  const results = op.includes("Backprop") ? inputs[2] : outputs[0];
  return sizeOf(results) * height * width * (op.startsWith("Depthwise") ? 1 : from);
}
