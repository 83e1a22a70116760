import { checkJobRequest, checkPrintedEpoch, type JobAsked, type PrintedEpoch } from "../../../lib/checks";
import { exercise } from "../exercise";

/** Reads a script as somebody would who splits it into lines, with what goes wrong in one place. */
function byLines(
  script: string,
  wrong: Partial<Record<"comments" | "gpus" | "minutes" | "hours", true>> = {},
): JobAsked {
  const isFor = (line: string) => (wrong.comments ? line.includes("#SBATCH") : line.startsWith("#SBATCH "));
  const lines = script.split("\n").filter(isFor);
  const option = (name: string) => lines.find((line) => line.includes(`--${name}=`))?.split("=")[1];
  const [hours, minutes] = option("time")!.split(":").map(Number);
  const total = wrong.minutes ? hours : 60 * hours + minutes;
  const [nodes, gres] = [Number(option("nodes")), option("gres")];
  const gpus = gres === undefined && !wrong.gpus ? 0 : Number(gres?.split(":").at(-1));
  const devices = wrong.hours ? gpus : nodes * Math.max(1, gpus);
  return { nodes, cores: Number(option("cpus-per-task")), gpus, minutes: total, deviceHours: (devices * total) / 60 };
}

/** Reads it by one pattern. */
function byPattern(script: string): JobAsked {
  const options = new Map([...script.matchAll(/^#SBATCH --([\w-]+)=(\S+)/gm)].map(([, name, value]) => [name, value]));
  const [hours, minutes, seconds] = options.get("time")!.split(":").map(Number);
  const limit = hours * 60 + minutes + seconds / 60;
  const gpus = Number(/(\d+)$/.exec(options.get("gres") ?? "0")![1]);
  const nodes = Number(options.get("nodes"));
  const deviceHours = (limit / 60) * nodes * (gpus || 1);
  return { deviceHours, gpus, nodes, minutes: limit, cores: Number(options.get("cpus-per-task")) };
}

/** Reads the line of an epoch from the end, 1 for the last. */
function printed(output: string, fromEnd = 1): PrintedEpoch {
  const lines = output.split("\n").filter((line) => line.includes("ms/step"));
  const [steps, time, step] = lines[lines.length - fromEnd].split(" - ");
  return { seconds: parseInt(time), bySteps: (parseInt(steps) * parseInt(step)) / 1000 };
}

export const exercises = [
  exercise({
    what: "what a job asks for",
    cell: "01-one-device/test-job-request",
    check: checkJobRequest,
    right: [(script) => byLines(script), byPattern],
    wrong: [
      { what: "a line that is switched off", answer: (script) => byLines(script, { comments: true }), says: /switched off/ }, // prettier-ignore
      { what: "no number of GPUs", answer: (script) => byLines(script, { gpus: true }), says: /not a number/ },
      { what: "hours for minutes", answer: (script) => byLines(script, { minutes: true }), says: /hours:minutes/ },
      { what: "nothing to pay without GPUs", answer: (script) => byLines(script, { hours: true }), says: /node-hours/ },
      {
        what: "hours of one device",
        answer: (script) => ({ ...byLines(script), deviceHours: byLines(script).minutes / 60 }),
        says: /Every GPU/,
      },
      {
        what: "GPUs of one node",
        answer: (script) => ({ ...byLines(script), deviceHours: byLines(script).deviceHours / byLines(script).nodes }),
        onlyHidden: true,
      },
    ],
  }),
  exercise({
    what: "an epoch that a job printed",
    cell: "01-one-device/test-printed-epoch",
    check: checkPrintedEpoch,
    right: [
      (output) => printed(output),
      (output) => {
        const [, steps, seconds, step] = [...output.matchAll(/(\d+)\/\d+ - (\d+)s - (\d+)ms/g)].at(-1)!;
        return { bySteps: Number(steps) * Number(step) * 1e-3, seconds: Number(seconds) };
      },
    ],
    wrong: [
      {
        what: "the first epoch",
        answer: (output) => printed(output, output.match(/ms\/step/g)!.length),
        says: /start-up/,
      },
      {
        what: "milliseconds",
        answer: (output) => ({ ...printed(output), bySteps: 1000 * printed(output).bySteps }),
        says: /milliseconds/,
      },
      {
        what: "one step",
        answer: (output) => ({ ...printed(output), bySteps: Number(/(\d+)ms\/step(?![^]*ms\/step)/.exec(output)![1]) / 1000 }), // prettier-ignore
        says: /That is one step/,
      },
      {
        what: "the second line of the output",
        answer: (output) => {
          const [steps, time, step] = output.split("\n")[3].split(" - ");
          return { seconds: parseInt(time), bySteps: (parseInt(steps) * parseInt(step)) / 1000 };
        },
      },
    ],
  }),
];
