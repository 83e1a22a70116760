import { Command, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../values";

/** `workbook verify`: proves on this machine's devices what `doctor` cannot see. */
export function verifyCommand() {
  return new Command("verify")
    .description("train briefly on this machine's devices, and check results, memory and speed")
    .addHelpText("after", more)
    .addOption(new Option("--device <kind>", "default: the one that set-up chose").choices(["cpu", "gpu"]))
    .option(
      "--devices <number>",
      "the most devices to use; default: all GPUs, or 2 logical devices of the CPU",
      whole(1),
    )
    .option("--quick", "use small networks and few steps; takes well under a minute on 2 cores", false)
    .option("--only <checks>", "only these checks, separated by commas: devices,losses", (text) => text.split(","))
    .option(
      "--pilot",
      "also the checks for a site's pilot: strategies, links and benchmark; leaves one file to send back",
      false,
    )
    .option("--nodes <number>", "how many nodes to ask Slurm for, if there is Slurm", whole(2), 2)
    .option("--wait <minutes>", "how long that job may wait in the queue", whole(1), 10)
    .option("--out <file>", "the file for the results, the versions and a description of the machine")
    .action(async (flags) => {
      const { verifyFromFlags } = await import("./action.js");
      process.exitCode = await verifyFromFlags(flags);
    });
}

const more = `
The checks:
  devices          TensorFlow sees the GPUs that nvidia-smi lists
  placement        every op of a step runs on its replica's device
  replicas         training on 1, 2 and all devices; all replicas keep the same weights; with one GPU, on two parts of it
  losses           they equal the CPU's (without a GPU: those of one thread)
  all-reduce       the sum is right; on GPUs, NCCL is faster than the ring
  mixed-precision  losses stay near those of float32; shows how much faster a step is
  memory           a step needs as much memory as was estimated
  out-of-memory    a batch that is too large fails with a smaller one suggested
  profile          TensorFlow records what each device did
  throughput       compared with the published run of the same sizes, if there is one
  nodes            with Slurm: a job on --nodes nodes, of up to 10 minutes, has the losses of one process

With --pilot, or where --only names them:
  strategies       copies, ZeRO, tensor, sequence and stages on two devices have the losses of one
  links            what an exchange between --nodes nodes takes; how GPUs are connected
  benchmark        "npm run bench -- gpu" in small

The checks take about two minutes on 2 cores, plus the time in Slurm's queue (--wait). They have not been timed on GPUs.
The exit status is 1 if a check failed. The file leaves out user names, machines' names, home folders and secrets.
Read it before you publish it.`;

/** The flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof verifyCommand>;
