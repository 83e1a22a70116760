import { expect, it } from "vitest";
import {
  busyShare,
  grownStepRows,
  invoiceRows,
  savedBySeparateJobs,
  studyRows,
} from "../../../chapters/02-mirrored/rows";
import { invoice, scaling } from "../../../lib/measure";
import { chapterScalingRuns, exampleRun } from "../../../lib/runs";

const printed = await chapterScalingRuns({ model: "resnet50v2", epochTime: "seconds" });

it("a study's rows are the book's table 10.1, and its steps do up to 2.8 times the work", async () => {
  const rows = studyRows(scaling(printed));
  expect(rows.map((row) => [row.devices, row["epoch (s)"], row.speedup, row.efficiency])).toEqual([
    [1, 14, 1, 1],
    [2, 8, 1.75, 0.875],
    [4, 5, 2.8, 0.7],
  ]);
  const steps = grownStepRows(await chapterScalingRuns({ model: "resnet50v2" }));
  expect(steps.map((row) => row["scaled speedup"].toFixed(2))).toEqual(["1.00", "1.75", "2.83"]);
});

it("separate jobs save what the book's one job pays for idle GPUs: 329 instead of 536 GPU-seconds", () => {
  const lines = invoice(scaling(printed), { perDeviceHour: 3, currency: "EUR", epochs: 2 });
  expect(invoiceRows(lines).map((row) => row["GPU-seconds"])).toEqual([43, 78, 208]);
  expect(savedBySeparateJobs(lines)).toBeCloseTo(1 - 329 / 536, 10);
  const run = exampleRun({ epochSeconds: [2, 1], batches: [8] });
  expect(busyShare(run)).toEqual({});
  const mfu = { share: 0.25, operationsPerSecond: 1e11, isMeasured: true };
  const gpu = { utilisation: [80, 100], memoryBytes: [1, 1], at: [1, 2] };
  expect(busyShare({ ...run, mfu })).toEqual({ "MFU (%)": 25 });
  expect(busyShare({ ...run, mfu, gpu })).toEqual({ "GPUs busy (%)": 90, "MFU (%)": 25 });
});
