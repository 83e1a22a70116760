import { expect, it } from "vitest";
import { arrangements } from "../../bench/memory/arrangements";
import { mostLayers } from "../../bench/memory/largest";
import { resultSchema } from "../../bench/memory/result";
import { tableOf } from "../../bench/memory/table";
import { head } from "./results";

/** A model whose peak grows by so much with each layer, and the layers that were measured. */
function model(base: number, ofLayer: number) {
  const measured: number[] = [];
  const peakOf = async (layers: number) => {
    measured.push(layers);
    return Promise.resolve(base + ofLayer * layers);
  };
  return { measured, peakOf };
}

it.each([
  [10, 3, 100, 1, 30],
  [10, 3, 99, 1, 29],
  [10, 3, 13, 1, 1],
  [0, 1, 50, 4, 48],
])(
  "the most layers of base %i and %i each within %i, in steps of %i, are %i",
  async (base, each, limit, step, most) => {
    const { peakOf, measured } = model(base, each);
    expect(await mostLayers(peakOf, limit, step)).toBe(most);
    expect(measured).toContain(most + step); // it was seen that one more does not fit
    expect(new Set(measured).size).toBe(measured.length);
  },
);

it("finds them where the peak does not grow evenly", async () => {
  const peakOf = async (layers: number) => Promise.resolve(layers ** 1.2);
  expect(await mostLayers(peakOf, 100)).toBe(46);
  expect(await mostLayers(async (layers) => Promise.resolve(layers ** 0.9), 100)).toBe(166);
});

it("refuses devices that hold not even the smallest", async () => {
  await expect(mostLayers(model(10, 3).peakOf, 12)).rejects.toThrow("A model of 1 layers needs 13, but there are 12");
});

it("prints the largest models with their bytes a parameter", () => {
  const settings = { bytesOfDevice: 4e9, width: 1024, heads: 16, context: 256, vocabulary: 256, rows: 4 };
  const largest = arrangements.map(({ name, devices }) => {
    return { name, devices, layers: 4, parameters: 1e8, atRest: 1.2e9, peak: 1.6e9, peakOfDevice: 0.4e9 };
  });
  const table = tableOf(resultSchema.parse({ ...head, settings, largest }));
  expect(table).toMatch(/^ {2}ZeRO-3 +4 +4 +100 M +12\.0 +16\.0 +0\.40 GB/m);
  expect(table).toMatch(/^the largest GPT whose peak is at most 4\.00 GB on each device: width 1024, 16 heads, 4 x 256 tokens/m);
}); // prettier-ignore
