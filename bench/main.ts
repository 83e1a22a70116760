import { Command } from "@commander-js/extra-typings";
import { parseAndReport } from "../lib/command/entry";
import { failuresCommand } from "./failures/command";
import { frameworksCommand } from "./frameworks/command";
import { gpuCommand } from "./gpu/command";
import { gradingCommand } from "./grading/command";
import { manyNodesCommand } from "./many-nodes/command";
import { memoryCommand } from "./memory/command";
import { mirroredCommand } from "./mirrored/command";
import { networkCommand } from "./network/command";
import { oneDeviceCommand } from "./one-device/command";
import { parityCommand } from "./parity/command";
import { rehearseGpuCommand } from "./rehearsal/command";
import { transformerCommand } from "./transformer/command";

// `npm run bench -- one-device`. No test depends on these measurements.
const program = new Command("bench").description(
  "measure this engine beside others on this machine, and grading; compare its numbers",
);
program
  .addCommand(oneDeviceCommand())
  .addCommand(transformerCommand())
  .addCommand(gpuCommand())
  .addCommand(mirroredCommand())
  .addCommand(manyNodesCommand())
  .addCommand(frameworksCommand())
  .addCommand(networkCommand())
  .addCommand(failuresCommand())
  .addCommand(memoryCommand())
  .addCommand(gradingCommand())
  .addCommand(parityCommand())
  .addCommand(rehearseGpuCommand());
void parseAndReport(program, process.argv);
