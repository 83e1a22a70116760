import { epochImages, epochSeconds, steadyEpochs } from "../../runs/epochs";
import { chapterRuns } from "../../runs/published";
import type { Configuration, RunRecord } from "../../runs/record";
import type { Check } from "../check";

/** The settings in which a run must agree with a published one. */
const SAME = [
  "model",
  "imageSize",
  "localBatchSize",
  "replicas",
  "device",
  "precision",
] as const satisfies readonly (keyof Configuration)[];

/** Images a second of a published run, after its first epoch. */
function published(run: RunRecord): number {
  const [epoch] = steadyEpochs(run);
  return epochImages(epoch) / epochSeconds(epoch);
}

/** The throughput on one device, beside the published one where that was measured with the same network, images and batch. */
export const throughput: Check = {
  id: "throughput",
  name: "throughput beside the published one",
  run: async (machine) => {
    const { run, stepSeconds } = await machine.train(machine.on(1));
    const { configuration } = run;
    const rate = configuration.globalBatchSize / stepSeconds;
    const numbers = { "images per second": rate };
    const { model, imageSize, localBatchSize } = configuration;
    const sizes = `${model}, ${imageSize}x${imageSize}, batch ${localBatchSize}`;
    const own = `${rate.toPrecision(3)} images/s (${sizes})`;
    const book = (await chapterRuns()).find((other) =>
      SAME.every((key) => other.configuration[key] === configuration[key]),
    );
    if (!book) return { state: "not here", found: `${own}: no published run has these sizes`, numbers };
    const bookRate = published(book);
    const [where] = book.where.devices;
    const isSame = machine.found.gpus.some(({ name }) => name.includes("H100"));
    const found = `${own}; published: ${bookRate.toPrecision(3)} on ${where.replace(/, 0$/, "")}`;
    const all = { ...numbers, "published images per second": bookRate };
    // The book's times hold its input pipeline, and are rounded: a tenth less on the same GPU is slower, whatever the reason.
    if (isSame && rate < 0.9 * bookRate) {
      const remedy = "find where the time goes: `./workbook train --profile FOLDER`, then `./workbook profile FOLDER`";
      return { state: "fail", found, remedy, numbers: all };
    }
    return { state: "pass", found, numbers: all };
  },
};
