import {
  checkJobRequest,
  checkPrintedEpoch,
  type JobAsked,
  type PrintedEpoch,
} from "../../../../solutions/01-one-device/exercises/job";
import { exercise } from "../../../checks/exercise";

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

/** Reads the lines of epochs, part by part. */
const printed = (output: string): PrintedEpoch[] =>
  output
    .split("\n")
    .filter((line) => line.includes("ms/step"))
    .map((line) => {
      const [steps, seconds, milliseconds] = line.split(" - ").map((part) => parseInt(part));
      return { seconds, bySteps: (steps * milliseconds) / 1000 };
    });

export const exercises = [
  exercise({
    cell: "01-one-device/test-job-request",
    check: checkJobRequest,
    right: (script) => asked(script),
    wrong: [
      { what: "a line that is switched off", answer: (script) => asked(script, "##?SBATCH"), says: /switched off/ },
      {
        what: "no number of GPUs",
        answer: (script) => ({ ...asked(script), gpus: Number(/gpu:.*?(\d)$/m.exec(script)?.[1]) }),
        says: /not a number/,
      },
      {
        what: "GPUs of one node",
        answer: (script) => ({ ...asked(script), deviceHours: asked(script).deviceHours / asked(script).nodes }),
        onlyHidden: true,
      },
    ],
  }),
  exercise({
    cell: "01-one-device/test-printed-epoch",
    check: checkPrintedEpoch,
    right: (output) => printed(output).at(-1)!,
    wrong: [
      { what: "the first epoch", answer: (output) => printed(output)[0], says: /start-up/ },
      { what: "the second line of the output", answer: (output) => printed(output)[1] },
    ],
  }),
];
