import { cApi } from "./c-api";

/** The devices that TensorFlow has, for example `["CPU:0", "GPU:0"]`, CPUs first. Starts TensorFlow. */
export function deviceNames(): string[] {
  const api = cApi();
  const list = api.checked("devices", "listDevices", api.context);
  try {
    return Array.from({ length: api.call("deviceCount", list) }, (_, index) =>
      api.text("deviceName", list, index).replace(/^.*device:/, ""),
    ).filter((name) => /^(CPU|GPU):\d+$/.test(name));
  } finally {
    api.call("deleteDeviceList", list);
  }
}
