import { backend } from "./backend";
import { cApi } from "./c-api";

/**
 * The devices that TensorFlow sees, for example `["CPU:0", "GPU:0"]`, CPUs first. Starts TensorFlow.
 */
export function deviceNames(): string[] {
  backend();
  const api = cApi();
  const list = api.checked("devices", "listDevices", api.context);
  try {
    return Array.from({ length: api.call("deviceCount", list) }, (_, index) => {
      const name = api.text("deviceName", list, index);
      return name.replace(/^.*device:/, "");
    }).filter((name) => /^(CPU|GPU):\d+$/.test(name));
  } finally {
    api.call("deleteDeviceList", list);
  }
}
