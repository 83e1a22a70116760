import "../four-devices";
import { expect, it } from "vitest";
import { gpt, type GptOptions } from "../../lib/models";
import { memoryOfStep } from "../../lib/profile";
import { fullyShard, mesh, type ZeroStage } from "../../lib/sharding";
import { bytesAtRest } from "../../lib/tensorflow";
import { adamW } from "../../lib/training";
import { text } from "./one-device";
import { leastPeak } from "../least-peak";
import { ByHand } from "../training/by-hand";

it("the higher the stage, the less is held: at rest as the formula says, and at the peak", async () => {
  const larger: GptOptions = { vocabulary: 13, context: 32, layers: 8, heads: 4, width: 128, seed: 2 };
  const devices = 4;
  const grid = mesh({ data: devices });
  const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);
  const before = sum(bytesAtRest(grid.devices));
  const model = gpt(larger);
  const { parameters } = model;
  model.dispose();
  const measure = async (zero: ZeroStage, most: number) => {
    const training = new ByHand(fullyShard({ mesh: grid, zero }), gpt(larger), { optimizer: adamW(0.01) });
    const rows = text(larger, 4);
    await training.loss(rows);
    await training.loss(rows);
    const found = await leastPeak(async () => {
      const { atRest, peak, peakTogether } = await memoryOfStep(grid.devices, () => training.loss(rows));
      return { atRest, ofEach: sum(peak), peakTogether, peak: (peakTogether - before) / parameters };
    }, most);
    // Devices have equal parts, and do not hold the most at the same time.
    for (const each of found.atRest) expect(each).toBe(found.atRest[0]);
    expect(found.ofEach).toBeGreaterThanOrEqual(found.peakTogether);
    training.dispose();
    return { rest: (sum(found.atRest) - before) / parameters, peak: found.peak };
  };
  // Parts of the gradients make it 16 bytes. What is gathered or not divided yet comes on top: of a block or two, and not of all.
  const [mostOfStages1And2, mostOfStage3] = [4 * devices + 16 + 5, 16 + 5];
  const measured = [
    await measure(1, mostOfStages1And2),
    await measure(2, mostOfStages1And2),
    await measure(3, mostOfStage3),
  ];
  const words = measured.map(({ rest, peak }, index) => `ZeRO-${index + 1} ${rest.toFixed(1)} / ${peak.toFixed(1)}`);
  console.log(`Bytes a parameter at rest / peak, ${devices} devices together: ${words.join(", ")}`);
  const [one, two, three] = measured;
  // Each device has float32 weights; the part that it updates and Adam's two numbers are divided.
  const wholeWeights = 4 * devices + 12;
  for (const { rest } of [one, two]) expect(Math.abs(rest / wholeWeights - 1)).toBeLessThan(0.01);
  expect(Math.abs(three.rest / 12 - 1)).toBeLessThan(0.01);
  for (const { peak } of [one, two]) expect(peak).toBeLessThan(mostOfStages1And2);
  expect(three.peak).toBeLessThan(mostOfStage3);
  expect(sum(bytesAtRest(grid.devices))).toBe(before);
});
