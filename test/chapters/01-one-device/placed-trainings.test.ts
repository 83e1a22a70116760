import { expect, it } from "vitest";
import { placedTrainings } from "../../../chapters/01-one-device/placed-trainings";
import { h100Datasheet, roofsOf } from "../../../chapters/01-one-device/roofline";
import { exampleRun } from "../../../lib/runs";

it("the book, this workbook and Keras lie under the H100's roof, one's own runs under roofs of their own", async () => {
  const run = exampleRun({ epochSeconds: [4, 2], batches: [10, 10] });
  const own = { ...run, ceiling: { operationsPerSecond: 1e11, bytesPerSecond: 1e10 } };
  const trained = await placedTrainings([own]);
  expect(trained.map(({ roof, imagesPerSecond }) => [roof, Math.round(imagesPerSecond)])).toEqual([
    [1, 3676],
    [1, 1528],
    [1, 7533],
    [1, 13870],
    [1, 3101],
    [2, 10],
  ]);
  const peak = h100Datasheet.tensorFloat32.operationsPerSecond;
  const shares = trained.slice(0, 5).map(({ operationsPerSecond }) => Math.round((100 * operationsPerSecond) / peak));
  expect(shares).toEqual([5, 7, 10, 19, 4]);
  expect(roofsOf([own, run]).map(({ name }) => name)).toHaveLength(3);
});
