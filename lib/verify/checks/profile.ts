import { coveredSeconds, PROFILING_FOR_ALL, readProfile } from "../../profile";
import { onOneLine } from "../../system/words";
import { percent, REPORT, type Check } from "../check";

const ALLOW = `ask your administrators to set ${PROFILING_FOR_ALL}`;

/** Whether TensorFlow's profile tells what each device did: on GPUs by their streams, on CPUs by the ops' events. */
export const profile: Check = {
  id: "profile",
  name: "profile of a step",
  run: async (machine) => {
    const { devices } = machine.found;
    const file = machine.file("profile.pb");
    await machine.train({ ...machine.on(devices.length), steps: 8, profile: file });
    const remedy = machine.device === "gpu" ? ALLOW : REPORT;
    let timelines: ReturnType<typeof readProfile>;
    try {
      timelines = readProfile(file);
    } catch (error) {
      return { state: "fail", found: onOneLine((error as Error).message), remedy };
    }
    const last = timelines[timelines.length - 1];
    const computed = devices.map((device) => {
      const timeline = last.devices.find((each) => each.device === device);
      return timeline ? coveredSeconds(timeline.compute) / last.seconds : 0;
    });
    const numbers = { devices, "share of a step in which they computed": computed };
    const silent = devices.filter((_, index) => computed[index] === 0);
    if (silent.length === 0) {
      const shares = devices.map((device, index) => `${device} ${percent(computed[index])}`);
      return { state: "pass", found: `share of a step spent computing: ${shares.join(", ")}`, numbers };
    }
    const found = `it has no events of ${silent.join(", ")}`;
    return { state: "fail", found, remedy, numbers };
  },
};
