import { scriptCommands, scriptGpus, scriptOptions } from "../../../lib/slurm/script-options";
import { slurmMinutes } from "../../../lib/slurm/time";
import { type Check, checkAnswer, type Trial } from "../../../lib/checks/check";

/** What the book's job has: four GPUs and 80 cores of one node, and a global batch of 4,096 images. */
const GPUS = 4;
const cores = { least: GPUS, most: 20 * GPUS };
const minutes = { least: 5, most: 60 };
const PROGRAM = "results/programs/own-deeper.mts";

/** Checks a job script that trains the student's own program on four GPUs of a node. */
export const checkDeeperJob = (job: () => string): Check => checkAnswer("The job", job, trialsOf);

function trialsOf(job: () => string): Trial[] {
  const script = (): string => {
    const text: unknown = job();
    if (typeof text !== "string") throw new Error("the function returns no text");
    return text;
  };
  const option = (...names: string[]): string | undefined => {
    const options = scriptOptions(script());
    return names.map((name) => options.get(name)).find((value) => value !== undefined);
  };
  const within = (what: string, unit: string, { least, most }: typeof cores, value: () => number): Trial => {
    const came = valueOr(value, NaN);
    const isWithin = came >= least && came <= most;
    const outside = isWithin ? least - 1 : came; // any number that is asked for is the slip, if it is outside
    const slips: Trial["slips"] = [[outside, `Ask for ${least} to ${most} ${unit}.`]];
    return { what, unit, call: value, expected: isWithin ? came : most, slips };
  };
  return [
    {
      what: "its first line",
      call: () => /^#!.*/.exec(script())?.[0] ?? "no #!",
      expected: valueOr(() => /^#!\s*\S*\b(?:ba|da|z)?sh\b.*/.exec(script())?.[0], undefined) ?? "#!/bin/bash",
      slips: [["no #!", "Slurm needs to know the shell: #!/bin/bash, with no empty line before it."]],
    },
    { what: "nodes", call: () => Number(option("nodes") ?? 1), expected: 1 },
    {
      what: "tasks",
      call: () => Number(option("ntasks-per-node", "ntasks") ?? 1),
      expected: 1,
      slips: [[GPUS, "MirroredStrategy drives all devices of a node from one process."]],
    },
    {
      what: "GPUs",
      call: () => scriptGpus(scriptOptions(script())) ?? 0,
      expected: GPUS,
      slips: [[0, "Without --gres=gpu:4 the job has no GPU."]],
    },
    within("cores", "cores", cores, () => Number(option("cpus-per-task") ?? 1)),
    within("time limit", "minutes", minutes, () => minutesOf(option("time"))),
    {
      what: "the program that it runs",
      call: () => (commands(script()).includes(PROGRAM) ? PROGRAM : "another program"),
      expected: PROGRAM,
      slips: [["another program", `Your own program is in ${PROGRAM}.`]],
    },
    ...argumentTrials(() => commands(script())),
  ];
}

function argumentTrials(command: () => string): Trial[] {
  const given = (flag: string): string => new RegExp(`--${flag}[= ]+(\\S+)`).exec(command())?.[1] ?? "not given";
  return [
    {
      what: "--device",
      call: () => given("device"),
      expected: "gpu",
      slips: [["not given", "The default is the CPU."]],
    },
    { what: "--devices", call: () => given("devices"), expected: "4", slips: [["not given", "The default is 1."]] },
    {
      what: "--batch-size",
      call: () => given("batch-size"),
      expected: "4096",
      slips: [
        ["1024", "The batch size is that of all devices together."],
        ["8192", "2,048 images a GPU were ResNet50V2's; this network has 1,024."],
        ["2048", "Four devices with 1,024 images each."],
      ],
    },
  ];
}

const commands = (script: string): string => scriptCommands(script).join("\n");

/** @throws one line when there is no time limit, or it is written in another way than Slurm's. */
function minutesOf(time: string | undefined): number {
  if (time === undefined) throw new Error("there is no time limit: #SBATCH --time=00:30:00");
  return slurmMinutes(time);
}

function valueOr<T, U>(give: () => T, otherwise: U): T | U {
  try {
    return give();
  } catch {
    return otherwise;
  }
}
