import { exampleRun, type RunRecord } from "../../lib/runs";

/** A small record to start a test from. */
export function smallRun(change: Partial<RunRecord> = {}): RunRecord {
  const run = exampleRun({ epochSeconds: [2], batches: [4, 2] });
  const epoch = {
    epoch: 1,
    steps: { start: [0, 1], end: [1, 2], wait: [0, 0], images: [4, 2], loss: [2.5, 2.25], correct: [1, 1] },
    loss: 2.4,
    accuracy: 1 / 3,
    validation: { loss: 2.2, accuracy: 0.5, seconds: 0.1 },
  };
  return {
    ...{ ...run, id: "20250102T030405-abcdef", epochs: [epoch] },
    ...{ startedAt: "2025-01-02T03:04:05.000Z", endedAt: "2025-01-02T03:05:05.000Z" },
    configuration: { ...run.configuration, program: "train", model: "tiny", parameters: 10 },
    ...change,
  };
}
