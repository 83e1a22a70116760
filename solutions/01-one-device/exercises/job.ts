import { scriptGpus, scriptOptions } from "../../../lib/slurm/script-options";
import { slurmMinutes } from "../../../lib/slurm/time";
import { checkByCases } from "../../../lib/checks/check";

/** What a job script asks Slurm for. */
export interface JobAsked {
  nodes: number;
  /** Of each node. */
  cores: number;
  /** Of each node. */
  gpus: number;
  /** Its time limit. */
  minutes: number;
  /** GPU-hours, or node-hours where it has no GPUs, if it takes its whole time limit. */
  deviceHours: number;
}

/** A job script, short: Slurm's lines, and a command. */
const script = (...lines: string[]): string =>
  ["#!/bin/bash", "# ResNet50V2", ...lines, "", "srun node train.mjs --epochs 2", ""].join("\n");

const directives = (...options: string[]): string[] => options.map((option) => `#SBATCH --${option}`);

const SCRIPTS: [script: string][] = [
  [script(...directives("job-name=cpu", "nodes=1", "cpus-per-task=20", "mem=60G", "time=01:15:00"))],
  [
    script(
      ...directives("job-name=gpu", "nodes=1", "cpus-per-task=20", "gres=gpu:1"),
      "##SBATCH --time=10:00:00",
      ...directives("time=00:30:00"),
    ),
  ],
  [script(...directives("job-name=mirrored", "nodes=1", "cpus-per-task=80", "gres=gpu:4", "time=00:30:00"))],
];

/** Reads what a script asks for. */
function asked(script: string): JobAsked {
  const options = scriptOptions(script);
  const [nodes, cores] = [Number(options.get("nodes")), Number(options.get("cpus-per-task"))];
  const gpus = scriptGpus(options) ?? 0;
  const minutes = slurmMinutes(options.get("time") ?? "");
  return { nodes, cores, gpus, minutes, deviceHours: (nodes * Math.max(1, gpus) * minutes) / 60 };
}

/** Checks a function that reads what a job script asks for, and what the job may cost at most. */
export const checkJobRequest = checkByCases("What a job asks for", SCRIPTS, (script) => {
  const right = asked(script);
  const name = /--job-name=(.*)/.exec(script)?.[1] ?? "a script";
  const { gpus, minutes, deviceHours } = right;
  return {
    what: `the job ${name}`,
    expected: right,
    slips: [
      [
        { minutes: Math.floor(minutes / 60) },
        "The time limit is written as hours:minutes:seconds. Return it in minutes.",
      ],
      [{ minutes: 600 }, "A line that begins with ## is switched off: Slurm does not read it."],
      [{ ...right, gpus: 1 }, "There is no --gres in this script: it has no GPU."],
      [{ ...right, deviceHours: 0 }, "A job without GPUs costs node-hours: count the nodes."],
      [{ ...right, deviceHours: minutes / 60 }, "You pay for every GPU of every node, for the whole time."],
      [
        { ...right, deviceHours: (Math.max(1, gpus) * minutes) / 60 },
        "The job may have several nodes: you pay for all of them.",
      ],
      [{ ...right, deviceHours: 60 * deviceHours }, "These are device-minutes: an hour has 60 minutes."],
    ],
  };
});

/** An epoch's time, as a program printed it. */
export interface PrintedEpoch {
  /** In whole seconds. */
  seconds: number;
  /** Its steps times the time of a step, in seconds. */
  bySteps: number;
}

/** An epoch's line: its steps, seconds, milliseconds a step, loss and accuracy. */
type EpochLine = [steps: number, seconds: number, milliseconds: number, loss: string, accuracy: string];

/** As the book prints them. */
const printed = (epochs: EpochLine[]): string =>
  epochs
    .flatMap(([steps, seconds, milliseconds, loss, accuracy], index) => [
      `Epoch ${index + 1}/${epochs.length}`,
      `${steps}/${steps} - ${seconds}s - loss: ${loss} - accuracy: ${accuracy} - ${seconds}s/epoch - ${milliseconds}ms/step`,
    ])
    .join("\n") + "\n";

/** The same in the order of Keras 3. */
const printedByKeras3 = (epochs: EpochLine[]): string =>
  epochs
    .flatMap(([steps, seconds, milliseconds, loss, accuracy], index) => [
      `Epoch ${index + 1}/${epochs.length}`,
      `${steps}/${steps} - ${seconds}s - ${milliseconds}ms/step - accuracy: ${accuracy} - loss: ${loss}`,
    ])
    .join("\n") + "\n";

/** The book's run on one GPU with 256 images a batch, as its log has it, and a made-up one of Keras 3. */
const OUTPUTS: [output: string][] = [
  [printed([[196, 24, 121, "2.0245", "0.2561"], [196, 14, 73, "1.7091", "0.3712"]])], // prettier-ignore
  [printedByKeras3([[25, 30, 1190, "2.2484", "0.1629"], [25, 15, 612, "2.1255", "0.2195"], [25, 14, 548, "2.0510", "0.2431"]])], // prettier-ignore
];

/** Checks a function that finds the last epoch's time in what a training with Keras printed. */
export const checkPrintedEpoch = checkByCases("What a job prints", OUTPUTS, (output) => {
  const lines = [...output.matchAll(/^(\d+)\/\d+ - (\d+)s - (?:.* - )?(\d+)ms\/step/gm)].map((line) =>
    line.slice(1).map(Number),
  );
  const [first, last] = [lines[0], lines[lines.length - 1]];
  const answer = ([steps, seconds, milliseconds]: number[]): PrintedEpoch => ({
    seconds,
    bySteps: (steps * milliseconds) / 1000,
  });
  const right = answer(last);
  return {
    what: `an output with ${lines.length} epochs`,
    expected: right,
    unit: "s",
    slips: [
      [answer(first), "That is the first epoch, which includes the start-up."],
      [{ seconds: first[1] }, "That is the first epoch, which includes the start-up."],
      [{ ...right, bySteps: 1000 * right.bySteps }, "These are milliseconds: a second has 1,000."],
      [
        { ...right, bySteps: last[2] / 1000 },
        "That is one step: an epoch has as many as the line's first number says.",
      ],
      [{ seconds: String(last[1]) }, "That is a text: make a number of it with Number()."],
    ],
  };
});
