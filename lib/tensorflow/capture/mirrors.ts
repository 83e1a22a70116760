import { backend, type tf } from "../backend";
import { copyTo } from "./placement";

/** Numbers of tensors in TensorFlow, one a replica beyond the first. */
interface Copies {
  /** What the first replica had when they were made. */
  dataId: tf.DataId;
  ids: number[];
}

/**
 * The values that variables have on the replicas beyond the first; the first one's are the variable's own. A variable
 * that was assigned outside of a step has its new value on all of them, from their next step on.
 */
export class Mirrors {
  private readonly copies = new Map<tf.Variable, Copies>();

  /** @param devices One a replica, for example `/device:CPU:1`. */
  constructor(readonly devices: readonly string[]) {}

  /** The numbers of variables' tensors on a replica, as the binding takes them. */
  read(variables: readonly tf.Variable[], replica: number): number[] {
    if (replica === 0) return backend().getInputTensorIds([...variables]);
    // Before the first step, not during it: TensorFlow plans a step anew when its inputs come from other devices.
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

  /** Takes over what a step has computed for a variable, when the first replica's value has been assigned. */
  write(variable: tf.Variable, ids: number[]): void {
    this.drop(variable);
    this.copies.set(variable, { dataId: variable.dataId, ids });
  }

  /** Tensors with a variable's values on all replicas, the first one's included, to be compared; the caller disposes them. */
  values(variable: tf.Variable): tf.Tensor[] {
    const copies = this.copies.get(variable);
    if (copies?.dataId !== variable.dataId) return this.devices.map(() => variable.clone());
    const { binding } = backend();
    const type = { name: "T", type: binding.TF_ATTR_TYPE, value: backend().tensorMap.get(variable.dataId).dtype };
    const others = copies.ids.map((id) => binding.executeOp("Identity", [type], [id], 1)[0]);
    return [variable.clone(), ...others.map((metadata) => backend().createOutputTensor(metadata))];
  }

  /** Frees the copies of variables that are gone. */
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
