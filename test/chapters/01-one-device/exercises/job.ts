import {
  checkJobRequest,
  checkPrintedEpoch,
  type JobAsked,
  type PrintedEpoch,
} from "../../../../solutions/01-one-device/exercises/job";
import { exercise, guess, slip, unseen } from "../../../checks/exercise";

/** Reads a script by a pattern for each option, after how its lines begin. */
function asked(script: string, begin = "#SBATCH"): JobAsked {
  const option = (name: string) => new RegExp(`^${begin} --${name}=(.*)`, "m").exec(script)?.[1] ?? "0";
  const [hours, minutes, seconds] = option("time").split(":").map(Number);
  const limit = hours * 60 + minutes + seconds / 60;
  const gpus = Number(option("gres").split(":").at(-1));
  const nodes = Number(option("nodes"));
  const deviceHours = (limit / 60) * nodes * (gpus || 1);
  return { deviceHours, gpus, nodes, minutes: limit, cores: Number(option("cpus-per-task")) };
}

/** Reads the lines of epochs, part by part: the steps come first, the seconds second, and the time of a step anywhere. */
export const printed = (output: string): PrintedEpoch[] =>
  output
    .split("\n")
    .filter((line) => line.includes("ms/step"))
    .map((line) => {
      const parts = line.split(" - ");
      const ofStep = parts.find((part) => part.endsWith("ms/step"))!;
      const [steps, seconds, milliseconds] = [parts[0], parts[1], ofStep].map((part) => parseInt(part));
      return { seconds, bySteps: (steps * milliseconds) / 1000 };
    });

export const exercises = [
  exercise("01-one-device/test-job-request", checkJobRequest, {
    right: (script) => asked(script),
    wrong: [
      slip("a line that is switched off", /switched off/, (script) => asked(script, "##?SBATCH")),
      slip("no number of GPUs", /not a number/, (script) => ({
        ...asked(script),
        gpus: Number(/gpu:.*?(\d)$/m.exec(script)?.[1]),
      })),
      unseen("GPUs of one node", (script) => ({
        ...asked(script),
        deviceHours: asked(script).deviceHours / asked(script).nodes,
      })),
    ],
  }),
  exercise("01-one-device/test-printed-epoch", checkPrintedEpoch, {
    right: (output) => printed(output).at(-1)!,
    wrong: [
      slip("the first epoch", /start-up/, (output) => printed(output)[0]),
      guess("the second line of the output", (output) => printed(output)[1]),
      guess("the line's last part for the time of a step", (output) => {
        const parts = output.trim().split("\n").at(-1)!.split(" - ");
        return { ...printed(output).at(-1)!, bySteps: (parseInt(parts[0]) * parseInt(parts.at(-1)!)) / 1000 };
      }),
    ],
  }),
];
