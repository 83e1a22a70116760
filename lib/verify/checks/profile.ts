import { coveredSeconds, readProfile } from "../../profile";
import { percent, REPORT, type Check } from "../check";

/** Whether TensorFlow's profile tells what each device did: on GPUs by their streams, on CPUs by the ops' events. */
export const profile: Check = {
  id: "profile",
  name: "profile of a step",
  run: async (machine) => {
    const { devices } = machine.found;
    const file = machine.file("profile.pb");
    await machine.train({ ...machine.on(devices.length), steps: 8, profile: file });
    const timelines = readProfile(file);
    const last = timelines[timelines.length - 1];
    const computed = devices.map((device) => {
      const timeline = last.devices.find((each) => each.device === device);
      return timeline ? coveredSeconds(timeline.compute) / last.seconds : 0;
    });
    const numbers = { devices, "share of a step in which they computed": computed };
    const silent = devices.filter((_, index) => computed[index] === 0);
    if (silent.length === 0) {
      const shares = devices.map((device, index) => `${device} computed ${percent(computed[index])}`);
      return { state: "pass", found: `of a step, ${shares.join(", ")}`, numbers };
    }
    const found = `it tells nothing of ${silent.join(", ")}`;
    const remedy = "let users read the GPU's counters: the driver's option NVreg_RestrictProfilingToAdminUsers=0";
    return { state: "fail", found, remedy: machine.device === "gpu" ? remedy : REPORT, numbers };
  },
};
