import { describe, expect, it } from "vitest";
import { fitPipeline, type PipelineRow } from "../../../chapters/09-model-parallel";
import { publishedMeshes } from "../../../chapters/09-model-parallel/llama-405b";

/** The rows of MLPerf v5.1, the one on 512 GPUs first. */
const published = async (): Promise<PipelineRow[]> =>
  (await publishedMeshes())
    .filter(({ run }) => run === "MLPerf v5.1")
    .sort((a, b) => a.gpus - b.gpus)
    .map(({ stage, chunks, microbatches = NaN, secondsPerStep = NaN }) => ({
      ...{ stages: stage, chunks, microbatches, seconds: secondsPerStep },
    }));

describe("Llama 3.1 405B on GB200", () => {
  it("of 512 GPUs alone comes out 7 % low on 2,560, and says what it holds", async () => {
    const [few, many] = await published();
    const fit = fitPipeline([few]);
    const { seconds, low, why } = fit.predict(many);
    // 17.26 s / (144 + 7/8) x (24 + 7/8)
    expect(seconds).toBeCloseTo((17.26 / 144.875) * 24.875, 12);
    expect(seconds / 3.19 - 1).toBeCloseTo(-0.071, 3);
    expect(low).toBeUndefined();
    expect(why).toBe(
      "steps of one length do not tell what a step has once: add one with another number of microbatches",
    );
    expect(fit.held).toEqual([{ value: 0, why }]);
  });

  it("of both predicts 5,120 GPUs with 16 microbatches, by noise from other machines", async () => {
    const rows = await published();
    const fit = fitPipeline(rows);
    // Two equations: 17.26 = 144.875 t + f and 3.19 = 24.875 t + f.
    expect(fit.secondsPerMicrobatch).toBeCloseTo(14.07 / 120, 10);
    expect(fit.fixedSeconds).toBeCloseTo(3.19 - (24.875 * 14.07) / 120, 9);
    const { seconds, low = NaN, high = NaN, ...parts } = fit.predict({ stages: 8, chunks: 8, microbatches: 16 });
    expect(seconds).toBeCloseTo(3.19 - (8 * 14.07) / 120, 9);
    expect(parts.bubbleSeconds / parts.microbatchSeconds).toBeCloseTo(7 / 8 / 16, 12);
    // The step is a weighted sum of the two measured ones: w = (16.875 - 24.875) / 120 of the first.
    const w = -8 / 120;
    const error = 0.022 * Math.hypot(w * 17.26, (1 - w) * 3.19, seconds);
    const t = 2.570581836; // Student's t, 5 degrees of freedom, 95 %
    expect([low, high]).toEqual([expect.closeTo(seconds - t * error, 5), expect.closeTo(seconds + t * error, 5)]);
    expect(fit.held[0].why).toMatch(/the same on any number of GPUs/);
  });

  it("of more steps takes the noise from them, too", () => {
    const size = { stages: 4, chunks: 1 };
    const rows = [4, 8, 16, 32].map((microbatches, index) => ({
      ...{ ...size, microbatches, seconds: (0.5 * (microbatches + 3) + 0.25) * (index % 2 === 0 ? 1.01 : 0.99) },
    }));
    const fit = fitPipeline(rows, { noise: { share: 0, degreesOfFreedom: 0 } });
    expect(fit.secondsPerMicrobatch).toBeCloseTo(0.5, 1);
    const { seconds, low = NaN, high = NaN } = fit.predict({ ...size, microbatches: 64 });
    expect(low).toBeLessThan(0.5 * 67 + 0.25);
    expect(high).toBeGreaterThan(0.5 * 67 + 0.25);
    expect(high / seconds - 1).toBeLessThan(0.15);
    const exact = fitPipeline(rows.slice(0, 2), { noise: { share: 0, degreesOfFreedom: 0 } });
    expect(exact.predict(rows[2]).why).toMatch(/^two steps for two terms: without a noise/);
  });

  it("refuses what tells nothing, in a line", () => {
    expect(() => fitPipeline([])).toThrow("There is no step to fit a pipeline to: give at least one.");
    expect(() => fitPipeline([{ stages: 2, microbatches: 4, seconds: 0 }])).toThrow(
      "A step of 4 microbatches took 0 s: give times above 0.",
    );
  });
});
