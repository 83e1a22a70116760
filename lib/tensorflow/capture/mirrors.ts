import { backend, type tf } from "../backend";
import { copyTo } from "./placement";

/** The copies of a variable's value. */
interface Copies {
  /** The value that the variable had when the copies were made. */
  dataId: tf.DataId;
  /** The numbers of TensorFlow's tensors, one for each replica but the first. */
  ids: number[];
}

/**
 * The values of variables on all replicas but the first, whose values are the variables' own. When a variable is assigned
 * outside of a step, the new value reaches the other replicas at their next step.
 */
export class Mirrors {
  private readonly copies = new Map<tf.Variable, Copies>();

  /** @param devices The device of each replica, for example `/device:CPU:1`. */
  constructor(readonly devices: readonly string[]) {}

  /** The binding's numbers of the variables' values on a replica. */
  read(variables: readonly tf.Variable[], replica: number): number[] {
    if (replica === 0) return backend().getInputTensorIds([...variables]);
    // Copied before the first step, not in it: TensorFlow plans a step anew when its inputs come from other devices.
    this.place(variables.filter((variable) => this.copies.get(variable)?.dataId !== variable.dataId));
    return variables.map((variable) => this.copies.get(variable)!.ids[replica - 1]); // placed
  }

  private place(variables: readonly tf.Variable[]): void {
    const placed = this.devices.slice(1).map((device) => copyTo(device, variables));
    variables.forEach((variable, index) => {
      this.write(
        variable,
        placed.map((ids) => ids[index]),
      );
    });
  }

  /** Sets the copies to the values that a step computed; the variable itself must have been assigned before. */
  write(variable: tf.Variable, ids: number[]): void {
    this.drop(variable);
    this.copies.set(variable, { dataId: variable.dataId, ids });
  }

  /** A variable's values on all replicas, the first included, for comparison. The caller disposes them. */
  values(variable: tf.Variable): tf.Tensor[] {
    const copies = this.copies.get(variable);
    if (copies?.dataId !== variable.dataId) return this.devices.map(() => variable.clone());
    const { binding } = backend();
    const type = { name: "T", type: binding.TF_ATTR_TYPE, value: backend().tensorMap.get(variable.dataId).dtype };
    const others = copies.ids.map((id) => binding.executeOp("Identity", [type], [id], 1)[0]);
    return [variable.clone(), ...others.map((metadata) => backend().createOutputTensor(metadata))];
  }

  /** Frees the copies of variables that have been disposed. */
  sweep(): void {
    for (const variable of this.copies.keys()) if (variable.isDisposed) this.drop(variable);
  }

  dispose(): void {
    for (const variable of [...this.copies.keys()]) this.drop(variable);
  }

  private drop(variable: tf.Variable): void {
    const copies = this.copies.get(variable);
    copies?.ids.forEach((id) => backend().binding.deleteTensor(id));
    this.copies.delete(variable);
  }
}
