import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { frameworksCommand } from "../../bench/frameworks/command";
import { manyNodesCommand } from "../../bench/many-nodes/command";
import { mirroredCommand } from "../../bench/mirrored/command";
import { oneDeviceCommand } from "../../bench/one-device/command";
import { transformerCommand } from "../../bench/transformer/command";
import { workbookRoot } from "../../lib/system/workbook";
import { inProcess } from "../command/in-process";

const oneLine = /^workbook: [^\n]+\n?$/;

it.each([
  [oneDeviceCommand, "--peers jax", '"jax" is none of '],
  [oneDeviceCommand, "--rounds 0", "It must be a whole number from 1."],
  [oneDeviceCommand, "--before /old", '"/old" has no built workbook'],
  [transformerCommand, "--model gpt-5", "Allowed choices are gpt-1m, "],
  [transformerCommand, "--before /old", '"/old" has no built workbook'],
  [mirroredCommand, "--devices 1,two", "It must be a whole number from 1."],
  [mirroredCommand, "--bucket-mb -1", '"-1" is no size'],
  [mirroredCommand, "--peers torch", '"torch" is none of keras, '],
  [manyNodesCommand, "--nodes 1", "It must be a whole number from 2."],
  [manyNodesCommand, "--peers torch", '"torch" is none of mpi, keras, none.'],
  [manyNodesCommand, "--sync-every 1", "It must be a whole number from 2."],
  [manyNodesCommand, "--models resnet18", '"resnet18" is none of resnet50, '],
  [manyNodesCommand, "--bucket-mb 0", "It must be a number greater than 0."],
  [frameworksCommand, "--contenders caffe", '"caffe" is none of ours, '],
  [frameworksCommand, "--nodes 0", "It must be a whole number from 1 to 32."],
  [frameworksCommand, "--epochs 1", "It must be a whole number from 2."],
])("refuses wrong flags in one line with exit status 2 (%#: %s)", async (command, flags, expected) => {
  const { status, printed } = await inProcess(command(), ...flags.split(" "));
  expect(status).toBe(2);
  expect(printed).toMatch(oneLine);
  expect(printed).toContain(expected);
});

it("refuses a benchmark that it does not have", async () => {
  const main = join(workbookRoot, "dist", "bench", "main.js");
  const { exitCode, stderr } = await execa(process.execPath, [main, "two-devices"], { reject: false });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(oneLine);
});
