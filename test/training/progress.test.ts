import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { progressOn } from "../../lib/training/progress";
import type { Epoch } from "../../lib/runs/record";

/** A stream that keeps what is written, as a terminal or not. */
function stream(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  let text = "";
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    text += chunk.toString();
    done();
  };
  const terminal = { isTTY, columns: 120, cursorTo: () => true, clearLine: () => true, moveCursor: () => true };
  return {
    stream: Object.assign(new Writable({ write }), terminal) as unknown as NodeJS.WriteStream,
    text: () => text,
  };
}

const epoch: Epoch = {
  epoch: 2,
  steps: { start: [0, 20], end: [20, 24], wait: [0, 0], images: [8, 8], loss: [2, 1], correct: [3, 5] },
  loss: 1.5,
  accuracy: 0.5,
};

describe("progress", () => {
  it("is plain lines where there is no terminal: images/s without the first step, and the time left", () => {
    const { stream: out, text } = stream(false);
    const progress = progressOn({ epochs: 3 }, out);
    progress.epochStarts(2, 92, 0);
    progress.stepDone({ ...epoch, steps: { ...epoch.steps, start: [0, 0], end: [0, 0] } });
    progress.stepDone(epoch);
    progress.epochEnds({ ...epoch, validation: { loss: 1.25, accuracy: 0.25, seconds: 1 } });
    expect(text().split("\n")).toEqual([
      "epoch 2/3  step 2/92  loss 1.5000  2.0 images/s  6:00 left",
      "epoch 2/3  2 steps in 24.0 s  2.0 images/s  loss 1.5000  accuracy 50.0 %  test loss 1.2500  test accuracy 25.0 %",
      "",
    ]);
  });

  it("counts a text's tokens", () => {
    const { stream: out, text } = stream(false);
    const progress = progressOn({ epochs: 3, context: 64 }, out);
    progress.epochStarts(2, 92, 0);
    progress.epochEnds(epoch);
    expect(text()).toContain("  128 tokens/s  ");
  });

  it("is a bar on a terminal", () => {
    const { stream: out, text } = stream(true);
    const progress = progressOn({ epochs: 3 }, out);
    progress.epochStarts(2, 92, 0);
    progress.stepDone(epoch);
    progress.epochEnds(epoch);
    expect(text()).toContain("epoch 2/3");
    expect(text()).toContain("accuracy 50.0 %\n");
  });
});
