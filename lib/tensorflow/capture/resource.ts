import { backend, tf } from "../backend";
import type { OpAttribute, TensorData } from "../binding";

/** TensorFlow's name of a device, with or without its process: `/device:GPU:0`. */
export type Device = string;

/** The device without its process, whose own devices are the only ones that hold its values. */
const local = (device: Device): string =>
  device.startsWith("/device:") ? device : device.slice(device.lastIndexOf("/device:"));

/** For each variable, by its number, the value that lies in its resources now. */
const held = new Map<number, DeviceValue>();

/** The attributes by which every graph and every single op finds a variable's resource on a device. */
export function handleAttributes(variable: tf.Variable): OpAttribute[] {
  const { binding, tensorMap } = backend();
  const { shape, dtype } = tensorMap.get(variable.dataId);
  return [
    { name: "dtype", type: binding.TF_ATTR_TYPE, value: dtype },
    { name: "shape", type: binding.TF_ATTR_SHAPE, value: shape },
    { name: "container", type: binding.TF_ATTR_STRING, value: "workbook" },
    { name: "shared_name", type: binding.TF_ATTR_STRING, value: `variable_${variable.id}` },
  ];
}

/**
 * A variable's value while it lies in TensorFlow's resource variables, one on each device whose steps use it. A step updates
 * them in place. To the backend this is a tensor's data like any other; the value is fetched when somebody reads it.
 *
 * When no tensor shares it any more, because the variable was disposed or assigned, its resources are freed. A resource bears its
 * variable's number, so a variable has one value in resources at a time, and another variable that shares it has it as plain data.
 */
export class DeviceValue implements TensorData {
  /** The binding's number of the fetched value; -1 while nobody has read it since it changed. */
  id = -1;
  /** Whether each device has a value of its own, so that no other device's can take its place. */
  isDivided = false;
  private sharers = 1;
  /** The binding's number of the handle on each device, the first replica's first. */
  private readonly handles = new Map<Device, number>();
  // The binding itself: while a step is recorded, the backend's calls lead to the recording.
  private readonly binding = backend().binding;

  /** @param variable The number of the variable in whose resources it lies. */
  constructor(
    readonly shape: number[],
    readonly dtype: number,
    private readonly variable: number,
  ) {}

  /** The value of a variable, if it lies in resource variables. */
  static of(variable: tf.Variable): DeviceValue | undefined {
    const data: unknown = backend().tensorMap.get(variable.dataId);
    return data instanceof DeviceValue && data.variable === variable.id ? data : undefined;
  }

  /** Is called before a variable's resources get another value: tensors that share the one in them keep it elsewhere. */
  static makeRoom(variable: tf.Variable): void {
    const value = held.get(variable.id);
    if (!value || value === DeviceValue.of(variable)) return;
    void value.values; // fetches it
    value.handles.forEach((handle) => value.binding.deleteTensor(handle));
    value.handles.clear();
    held.delete(variable.id);
  }

  /** Makes this the value of a variable. */
  become(variable: tf.Variable): void {
    const dataId = {};
    backend().tensorMap.set(dataId, this);
    const tensor = tf.engine().makeTensorFromTensorInfo({ dataId, shape: this.shape, dtype: variable.dtype });
    variable.assign(tensor);
    tensor.dispose();
  }

  /** The backend asks for it before it uses `id`: null says that the value is in TensorFlow. */
  get values(): null {
    if (this.id < 0) this.id = this.read();
    return null;
  }

  /** How many tensors share the value. The backend counts them. */
  get refCount(): number {
    return this.sharers;
  }

  set refCount(count: number) {
    this.sharers = count;
    if (count === 0) this.free([...this.handles.keys()]);
  }

  /** On a device that has it. */
  get bytes(): number {
    const size = this.shape.reduce((product, length) => product * length, 1);
    return size * (this.dtype === this.binding.TF_BOOL ? 1 : 4);
  }

  isOn(device: Device): boolean {
    return this.handles.has(local(device));
  }

  /** @param handle The binding's number of the handle; this value owns it from now on. */
  placed(device: Device, handle: number): void {
    this.handles.set(local(device), handle);
    held.set(this.variable, this);
  }

  /** Reads the value on a device. @returns the binding's number of a tensor that the caller deletes. */
  read(device?: Device): number {
    const handle = device === undefined ? this.handles.values().next().value : this.handles.get(local(device));
    if (handle === undefined) {
      const where =
        device === undefined ? "any device, perhaps because an earlier training has divided its model" : device;
      throw new Error(`A variable has no value on ${where}: make the model again.`);
    }
    const type = { name: "dtype", type: this.binding.TF_ATTR_TYPE, value: this.dtype };
    return this.binding.executeOp("ReadVariableOp", [type], [handle], 1)[0].id;
  }

  /** Is called before a step on these devices changes the variable: the values on others become old. */
  changes(variable: tf.Variable, devices: readonly Device[]): void {
    if (this.sharers > 1) {
      this.leaveTo(variable);
    } else if (this.id >= 0) {
      this.binding.deleteTensor(this.id);
      this.id = -1;
    }
    if (this.handles.size > devices.length && !this.isDivided) {
      const used = devices.map(local);
      DeviceValue.of(variable)?.free([...this.handles.keys()].filter((device) => !used.includes(device)));
    }
  }

  /** Other tensors keep the value that the variable had; the variable goes on with the resources. */
  private leaveTo(variable: tf.Variable): void {
    void this.values; // fetches it
    const next = new DeviceValue(this.shape, this.dtype, this.variable);
    next.isDivided = this.isDivided;
    this.handles.forEach((handle, device) => next.placed(device, handle));
    this.handles.clear();
    next.become(variable);
  }

  private free(devices: readonly Device[]): void {
    const quietly = { name: "ignore_lookup_error", type: this.binding.TF_ATTR_BOOL, value: true };
    for (const device of devices) {
      const handle = this.handles.get(device);
      if (handle === undefined) continue;
      this.handles.delete(device);
      this.binding.executeOp("DestroyResourceOp", [quietly], [handle], 0);
      this.binding.deleteTensor(handle);
    }
    if (this.handles.size === 0 && held.get(this.variable) === this) held.delete(this.variable);
  }
}

/** The bytes of all variables' values on each of these devices, between steps: a device's copies and parts count. */
export function bytesAtRest(devices: readonly Device[]): number[] {
  const values = [...held.values()];
  return devices.map((device) => values.reduce((sum, value) => sum + (value.isOn(device) ? value.bytes : 0), 0));
}

/** A variable's value on each of these devices, for comparison. The caller disposes the tensors. */
export function valuesOn(devices: readonly Device[], variable: tf.Variable): tf.Tensor[] {
  const value = DeviceValue.of(variable);
  return devices.map((device) => {
    if (!value?.isOn(device)) return variable.clone();
    return backend().createOutputTensor({ id: value.read(device), shape: value.shape, dtype: value.dtype });
  });
}
