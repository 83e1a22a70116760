import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../values";

/** `workbook verify`: proves on this machine's devices what `doctor` cannot see. */
export function verifyCommand() {
  return new Command("verify")
    .description("train briefly on this machine's devices, and check results, memory and speed")
    .addHelpText("after", more)
    .addOption(new Option("--device <kind>", "default: what set-up chose").choices(["cpu", "gpu"]))
    .option(
      "--devices <number>",
      "the most devices to use; default: all GPUs, or 2 logical devices of the CPU",
      whole(1),
    )
    .option("--quick", "small networks and few steps: well under a minute on 2 cores", false)
    .option("--only <checks>", "only these checks, separated by commas: devices,losses", words)
    .option("--nodes <number>", "how many nodes to ask Slurm for, where there is Slurm", whole(2), 2)
    .option("--wait <minutes>", "how long that job may wait in the queue", whole(1), 10)
    .option("--out <file>", "where to write the rows, the versions and the machine's kind, for a report")
    .action(async (flags) => {
      const { verifyFromFlags } = await import("./action.js");
      process.exitCode = await verifyFromFlags(flags);
    });
}

const more = `
The checks:
  devices          TensorFlow sees the GPUs that nvidia-smi lists
  placement        every op of a step runs on its replica's device
  replicas         training on 1, 2 and all devices; all replicas keep the same weights
  losses           they are those of the CPU (without a GPU: those of one thread)
  all-reduce       the sum is right; on GPUs, NCCL is faster than the ring
  mixed-precision  losses stay near those of float32, and how much faster a step is
  memory           a step needs the memory that was estimated
  out-of-memory    a batch that is too large ends with a smaller one suggested
  profile          TensorFlow records what each device did
  throughput       beside the published run with the same sizes, if there is one
  nodes            where there is Slurm: a job of up to 10 minutes on --nodes nodes loses what one process loses

They take about two minutes on 2 cores, and have not been timed on GPUs; waiting for Slurm comes on top (--wait).
The exit status is 1 if one failed. The file leaves out your user name, this host's name and your home folder;
read it before you publish it.`;

function words(text: string): string[] {
  const list = text.split(",").filter((word) => word !== "");
  if (list.length > 0) return list;
  throw new InvalidArgumentError("It must name a check.");
}

/** The flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof verifyCommand>;
