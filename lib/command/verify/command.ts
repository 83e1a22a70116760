import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { whole, type FlagsOf } from "../values";

/** `workbook verify`: proves on this machine's devices what `doctor` cannot see. */
export function verifyCommand() {
  return new Command("verify")
    .description("train a little on this machine's devices, and say in a table whether everything is right and fast")
    .addHelpText("after", more)
    .addOption(new Option("--device <kind>", "default: what set-up chose").choices(["cpu", "gpu"]))
    .option(
      "--devices <number>",
      "the most devices to use; default: all GPUs, or 2 logical devices of the CPU",
      whole(1),
    )
    .option("--quick", "small networks and few steps: well under a minute on 2 cores", false)
    .option("--only <checks>", "some checks, with commas between; --help names them", words)
    .option("--nodes <number>", "how many nodes to ask Slurm for, where there is Slurm", whole(2), 2)
    .option("--wait <minutes>", "how long that job may wait in the queue", whole(1), 10)
    .option("--out <file>", "where to write the rows, the versions and the machine's kind, for a report")
    .action(async (flags) => {
      const { verifyFromFlags } = await import("./action.js");
      process.exitCode = await verifyFromFlags(flags);
    });
}

const more = `
Checks: devices, placement, replicas, losses, all-reduce, mixed-precision, memory, out-of-memory, profile,
throughput, nodes. About five minutes on GPUs, two on 2 cores. Exit status 1 if any failed.
The file that it writes names no user, host or folder.`;

function words(text: string): string[] {
  const list = text.split(",").filter((word) => word !== "");
  if (list.length > 0) return list;
  throw new InvalidArgumentError("It must name a check.");
}

/** The flags of `verify`. */
export type VerifyFlags = FlagsOf<typeof verifyCommand>;
