import { backend, tf } from "../backend";
import type { OpAttribute, TensorData } from "../binding";

/** The device without its process: `/device:GPU:0`. */
export type Device = string;

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
 * When no tensor shares it any more, because the variable was disposed or assigned, its resources are freed.
 */
export class DeviceValue implements TensorData {
  /** The binding's number of the fetched value; -1 while nobody has read it since it changed. */
  id = -1;
  private sharers = 1;
  /** The binding's number of the handle on each device, the first replica's first. */
  private readonly handles = new Map<Device, number>();
  // The binding itself: while a step is recorded, the backend's calls lead to the recording.
  private readonly binding = backend().binding;

  constructor(
    readonly shape: number[],
    readonly dtype: number,
  ) {}

  /** The value of a variable, if it lies in resource variables. */
  static of(variable: tf.Variable): DeviceValue | undefined {
    const data: unknown = backend().tensorMap.get(variable.dataId);
    return data instanceof DeviceValue ? data : undefined;
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

  isOn(device: Device): boolean {
    return this.handles.has(device);
  }

  /** @param handle The binding's number of the handle; this value owns it from now on. */
  placed(device: Device, handle: number): void {
    this.handles.set(device, handle);
  }

  /** Reads the value on a device. @returns the binding's number of a tensor that the caller deletes. */
  read(device?: Device): number {
    const handle = device === undefined ? this.handles.values().next().value : this.handles.get(device);
    if (handle === undefined) throw new Error(`A variable has no value on ${device ?? "any device"}.`);
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
    if (this.handles.size > devices.length) {
      DeviceValue.of(variable)?.free([...this.handles.keys()].filter((device) => !devices.includes(device)));
    }
  }

  /** Other tensors keep the value that the variable had; the variable goes on with the resources. */
  private leaveTo(variable: tf.Variable): void {
    void this.values; // fetches it
    const next = new DeviceValue(this.shape, this.dtype);
    this.handles.forEach((handle, device) => {
      next.placed(device, handle);
    });
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
  }
}

/** A variable's value on each of these devices, for comparison. The caller disposes the tensors. */
export function valuesOn(devices: readonly Device[], variable: tf.Variable): tf.Tensor[] {
  const value = DeviceValue.of(variable);
  return devices.map((device) => {
    if (!value?.isOn(device)) return variable.clone();
    return backend().createOutputTensor({ id: value.read(device), shape: value.shape, dtype: value.dtype });
  });
}
