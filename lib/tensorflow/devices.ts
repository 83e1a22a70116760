import { backend } from "./backend";
import { cApi } from "./c-api";

let rehearsedGpus = 0;

/**
 * From now on this process captures steps as for GPUs, on a machine that has none: there seem to be `count` of them, and
 * every op is recorded as GPUs compute it. Such steps can be prepared and looked at, but not run. Call it before the first
 * strategy is made. It hides the GPUs that a machine may have after all.
 */
export function rehearseGpus(count: number): void {
  rehearsedGpus = count;
}

/** Whether this process has no devices but rehearsed ones, so that nothing can be put there. */
export const isRehearsal = (): boolean => rehearsedGpus > 0;

/** Whether steps are captured for GPUs, so that ops choose what cuDNN computes best. Starts TensorFlow. */
export function onGpu(): boolean {
  return isRehearsal() || backend().binding.isUsingGpuDevice();
}

/** The devices that TensorFlow has, for example `["CPU:0", "GPU:0"]`, CPUs first. Starts TensorFlow. */
export function deviceNames(): string[] {
  const api = cApi();
  const list = api.checked("devices", "listDevices", api.context);
  try {
    const names = Array.from({ length: api.call("deviceCount", list) }, (_, index) =>
      api.text("deviceName", list, index).replace(/^.*device:/, ""),
    );
    const present = names.filter((name) => (isRehearsal() ? /^CPU:\d+$/ : /^(CPU|GPU):\d+$/).test(name));
    return [...present, ...Array.from({ length: rehearsedGpus }, (_, number) => `GPU:${number}`)];
  } finally {
    api.call("deleteDeviceList", list);
  }
}
