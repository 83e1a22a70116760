import { section } from "../turns/text";
import type { MemoryResult } from "./result";

const columns = ["", "devices", "layers", "parameters", "bytes a parameter: at rest", "peak", "peak of a device"];

/** The result as text. */
export function tableOf({ settings, largest }: MemoryResult): string {
  const { bytesOfDevice, width, heads, context, rows } = settings;
  const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;
  const lines = [
    `the largest GPT whose peak is at most ${gigabytes(bytesOfDevice)} on each device: width ${width}, ${heads} heads, ${rows} x ${context} tokens, float32, AdamW`,
    "bytes of all devices together; AdamW needs 12 bytes a parameter at rest (weight, mean, square), and 4 for its gradient",
  ];
  const cells = largest.map(({ name, devices, layers, parameters, atRest, peak, peakOfDevice }) => [
    ...[name, String(devices), String(layers), `${(parameters / 1e6).toFixed(0)} M`],
    ...[atRest / parameters, peak / parameters].map((bytes) => bytes.toFixed(1)),
    gigabytes(peakOfDevice),
  ]);
  return [...lines, ...section("the largest model", columns, [cells])].join("\n");
}
