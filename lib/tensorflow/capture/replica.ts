import { backend, tf } from "../backend";
import type { Node } from "./graph";
import type { Mirrors } from "./mirrors";
import { copyTo } from "./placement";
import type { ClosedOver, Recording } from "./recording";

/** One replica's side of a captured step: what it reads, besides its arguments, and what it assigns. */
export class Replica {
  readonly assigned: readonly tf.Variable[];
  readonly drawsRandom: boolean;
  /** Arguments, variables, tensors from outside, and the random state, in this order. */
  readonly inputs: readonly Node[];
  private readonly variables: readonly tf.Variable[];
  private readonly closedOver: readonly ClosedOver[];
  private readonly copies?: readonly number[];

  /** @param index Counted from 0. @param device Where it computes, for example `/device:CPU:1`. */
  constructor(
    { inputs, variables, closedOver, assigned, random }: Recording,
    readonly index: number,
    readonly device?: string,
  ) {
    this.variables = [...variables.keys()];
    this.assigned = [...assigned.keys()];
    this.closedOver = closedOver;
    this.drawsRandom = random.state !== undefined;
    this.inputs = [
      ...inputs,
      ...variables.values(),
      ...closedOver.map(({ node }) => node),
      ...(random.state ? [random.state] : []),
    ];
    // Images that stay on the device must be on each of them: a step would copy them every time.
    if (index > 0 && device !== undefined) {
      this.copies = copyTo(device, closedOver);
    }
  }

  /**
   * The numbers of the tensors that it reads besides its arguments.
   * @throws when one of them has been disposed.
   */
  read(step: string, mirrors?: Mirrors): number[] {
    const gone = this.variables.find(({ isDisposed }) => isDisposed);
    if (gone) throw new Error(`The captured step ${step} uses the variable ${gone.name}, which has been disposed.`);
    if (this.closedOver.some(({ dataId }) => backend().refCount(dataId) < 2)) {
      throw new Error(
        `The captured step ${step} uses a tensor from outside that has been disposed or replaced since: ` +
          "pass it as an argument, or make it a tf.variable().",
      );
    }
    const values = mirrors?.read(this.variables, this.index) ?? backend().getInputTensorIds([...this.variables]);
    return [...values, ...(this.copies ?? backend().getInputTensorIds([...this.closedOver]))];
  }

  dispose(): void {
    this.copies?.forEach((id) => {
      backend().binding.deleteTensor(id);
    });
  }
}
