import { backend, tf } from "../backend";

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

  /** The number of a variable's tensor on a replica, as the binding takes it. */
  read(variable: tf.Variable, replica: number): number {
    const copies = this.copies.get(variable);
    if (replica > 0 && copies?.dataId === variable.dataId) return copies.ids[replica - 1];
    return backend().getInputTensorIds([variable])[0];
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
