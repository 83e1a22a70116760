import { backend, tf } from "../backend";
import type { Node } from "./graph";
import type { OwnNumber } from "./axis";
import { copyTo } from "./placement";
import type { ClosedOver, Recording } from "./recording";
import type { ReplicasOptions } from "./options";
import type { Device } from "./resource";

/** One replica of a captured step: what it reads besides its arguments and its variables. */
export class Replica {
  readonly assigned: readonly tf.Variable[];
  /** Those that it reads or changes. */
  readonly variables: readonly tf.Variable[];
  readonly drawsRandom: boolean;
  /** The arguments, tensors from outside, the replica's own numbers, and the random state, in this order. */
  readonly inputs: readonly Node[];
  private readonly closedOver: readonly ClosedOver[];
  private readonly copies?: readonly number[];
  /** Its own numbers, by the names of their inputs. */
  readonly ownNumbers: Readonly<Record<string, number>>;
  private readonly numbers: readonly tf.Tensor[];

  /**
   * @param index The replica's index in this process.
   * @param device Its device, for example `/device:CPU:1`.
   * @param numberOf Gives its own numbers.
   */
  constructor(
    { inputs, variables, closedOver, numbers, random }: Recording,
    readonly index: number,
    readonly device: Device,
    numberOf: ReplicasOptions["numberOf"],
  ) {
    this.assigned = [...variables.assigned];
    this.variables = variables.all;
    this.closedOver = closedOver;
    this.drawsRandom = random.state !== undefined;
    const given = [...closedOver, ...numbers.values()].map(({ node }) => node);
    this.inputs = [...inputs, ...given, ...(random.state ? [random.state] : [])];
    const own = Array.from(
      numbers.values(),
      ({ number, node }) => [node.name, ownNumber(number, index, numberOf)] as const,
    );
    this.ownNumbers = Object.fromEntries(own);
    this.numbers = own.map(([, value]) => tf.tidy(() => tf.keep(tf.scalar(value, "int32"))));
    // Tensors such as a data set's images must be on each device, or every step would copy them.
    if (index > 0) this.copies = copyTo(device, closedOver);
  }

  /**
   * The binding's numbers of the tensors from outside that the replica reads, and of its own numbers.
   * @throws when one of them has been disposed.
   */
  read(step: string): readonly number[] {
    if (this.closedOver.some(({ dataId }) => backend().refCount(dataId) < 2)) {
      throw new Error(
        `The captured step ${step} uses a tensor from outside that has been disposed or replaced since: ` +
          "pass it as an argument, or make it a tf.variable().",
      );
    }
    const ids = (tensors: readonly tf.TensorInfo[]): number[] => backend().getInputTensorIds([...tensors]);
    return [...(this.copies ?? ids(this.closedOver)), ...ids(this.numbers)];
  }

  dispose(): void {
    this.copies?.forEach((id) => backend().binding.deleteTensor(id));
    tf.dispose([...this.numbers]);
  }
}

function ownNumber(number: OwnNumber, replica: number, numberOf: ReplicasOptions["numberOf"]): number {
  if (numberOf) return numberOf(number, replica);
  throw new Error(`The step exchanges along ${number.axis}, an axis of a mesh: capture it by the mesh.`);
}
