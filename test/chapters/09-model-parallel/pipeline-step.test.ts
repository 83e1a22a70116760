import { describe, expect, it } from "vitest";
import { pipelineLength } from "../../../chapters/09-model-parallel/pipeline-step";
import { timeTasks } from "../../../chapters/09-model-parallel/time-tasks";
import { bubbleOf, oneForwardOneBackward } from "../../../lib/sharding";

describe("the length of a pipeline's step", () => {
  it("is its microbatches and the stages that wait at its ends, divided by the chunks", () => {
    expect(pipelineLength({ stages: 8, chunks: 8, microbatches: 144 })).toBe(144.875);
    expect(pipelineLength({ stages: 4, microbatches: 8 })).toBe(11);
    expect(pipelineLength({ stages: 1, microbatches: 5 })).toBe(5);
  });

  it.each([
    [4, 1, 8],
    [4, 2, 8],
    [2, 3, 6],
    [8, 8, 24],
  ])("agrees with the schedule of %i stages of %i chunks and %i microbatches", (stages, chunks, microbatches) => {
    const size = { devices: stages, stages: stages * chunks, microbatches };
    const tasks = timeTasks(oneForwardOneBackward(size), size, { forward: 1, backward: 2 });
    expect(1 - microbatches / pipelineLength({ stages, chunks, microbatches })).toBeCloseTo(
      bubbleOf(tasks, stages),
      12,
    );
  });

  it("refuses what cannot be scheduled, in a line", () => {
    expect(() => pipelineLength({ stages: 0, microbatches: 8 })).toThrow(
      "stages is 0: a pipeline is counted with whole numbers from 1.",
    );
    expect(() => pipelineLength({ stages: 8, chunks: 2, microbatches: 12 })).toThrow(
      "12 microbatches cannot go through interleaved chunks on 8 stages: make their number a multiple of 8.",
    );
  });
});
