import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { positive, whole, type FlagsOf } from "../../lib/command/values";
import { workbookRoot } from "../../lib/system/workbook";
import { head, writeResult } from "../turns/result";
import { arrangements, rows, type Arrangement } from "./arrangements";
import { mostLayers } from "./largest";
import { resultSchema, type Largest, type Measured, type MemoryResult } from "./result";
import { tableOf } from "./table";

const vocabulary = 256;

/** `bench memory`: looks for the largest GPT that fits into devices of a given size, by each way to divide it. */
export function memoryCommand() {
  return new Command("memory")
    .description("find the largest GPT whose training fits into devices, by each way to divide it")
    .option(
      "--device-gb <gigabytes>",
      "the memory of a device; four such devices must fit into this machine",
      positive,
      4,
    )
    .option("--width <number>", "numbers for each token, a multiple of 64", whole(64), 1024)
    .option("--context <tokens>", "tokens of a row, a multiple of 4", whole(4), 256)
    .option("--output <file>", "where the raw results go", join("results", "bench", "memory.json"))
    .action(async (flags) => {
      await benchMemory(flags);
    });
}

type Flags = FlagsOf<typeof memoryCommand>;

async function benchMemory({ deviceGb, width, context, output }: Flags): Promise<void> {
  const startedAt = new Date();
  const settings = { bytesOfDevice: 1e9 * deviceGb, width, heads: width / 64, context, vocabulary, rows };
  const result: MemoryResult = { ...head(startedAt), settings, largest: [] };
  for (const arrangement of arrangements) {
    result.largest.push(await largestOf(arrangement, settings));
    Object.assign(result, head(startedAt));
    await writeResult(output, resultSchema, result);
  }
  console.log(`${tableOf(result)}\n\nRaw results: ${output}`);
}

async function largestOf(arrangement: Arrangement, settings: MemoryResult["settings"]): Promise<Largest> {
  const { name, devices } = arrangement;
  const measured = new Map<number, Measured>();
  const peakOf = async (layers: number): Promise<number> => {
    const found = await measure(arrangement, layers, settings);
    measured.set(layers, found);
    const { parameters, peakOfDevice } = found;
    console.error(`${name}, ${layers} layers, ${(parameters / 1e6).toFixed(0)} M: ${(peakOfDevice / 1e9).toFixed(2)} GB a device`); // prettier-ignore
    return peakOfDevice;
  };
  const layers = await mostLayers(peakOf, settings.bytesOfDevice, devices);
  return { name, devices, layers, ...measured.get(layers)! }; // it was measured to be found
}

/** Measures in a process of its own, whose memory is free behind it. */
async function measure({ name }: Arrangement, layers: number, settings: MemoryResult["settings"]): Promise<Measured> {
  const { width, heads, context } = settings;
  const { execa } = await import("execa");
  const worker = join(workbookRoot, "dist", "bench", "memory", "measure.js");
  const sizes = { vocabulary, context, layers, heads, width, seed: 1 };
  const { stdout } = await execa(process.execPath, [worker, name, JSON.stringify(sizes)], { stderr: "inherit" });
  return JSON.parse(stdout) as Measured;
}
