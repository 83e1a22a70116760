import { backend, tf } from "../backend";
import type { Node } from "./graph";
import type { Mirrors } from "./mirrors";
import { copyTo } from "./placement";
import type { ClosedOver, Recording } from "./recording";

/** One replica of a captured step: the variables and tensors that it reads, besides its arguments, and those that it assigns. */
export class Replica {
  readonly assigned: readonly tf.Variable[];
  readonly drawsRandom: boolean;
  /** The arguments, variables, tensors from outside, and the random state, in this order. */
  readonly inputs: readonly Node[];
  private readonly variables: readonly tf.Variable[];
  private readonly closedOver: readonly ClosedOver[];
  private readonly copies?: readonly number[];

  /** @param index The replica's index in this process. @param device Its device, for example `/device:CPU:1`. */
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
    // Tensors such as a data set's images must be on each device, or every step would copy them.
    if (index > 0 && device !== undefined) this.copies = copyTo(device, closedOver);
  }

  /**
   * The binding's numbers of the tensors that the replica reads besides its arguments.
   * @throws when one of them has been disposed.
   */
  read(step: string, mirrors?: Mirrors): number[] {
    const disposed = this.variables.find(({ isDisposed }) => isDisposed);
    if (disposed) {
      throw new Error(`The captured step ${step} uses the variable ${disposed.name}, which has been disposed.`);
    }
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
