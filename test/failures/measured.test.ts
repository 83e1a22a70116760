import { describe, expect, it } from "vitest";
import { measuredCosts, measuredGoodput, simulateTraining } from "../../lib/failures";
import { exampleKilledTraining } from "../../chapters/10-thousand-nodes/example-kills";

const [step, checkpoint, restart, every, steps] = [0.5, 0.2, 8, 10, 60];

const madeUp = (killsAt: number[]) =>
  exampleKilledTraining({
    ...{ stepSeconds: step, checkpointSeconds: checkpoint, restartSeconds: restart, every, steps, killsAt },
  });

describe("a training that was killed", () => {
  it("shows what a step, a checkpoint and each restart cost", () => {
    const costs = measuredCosts(madeUp([7, 24]), every);
    expect(costs.stepSeconds).toBeCloseTo(step, 9);
    expect(costs.checkpointSeconds).toBeCloseTo(checkpoint, 9);
    expect(costs.restarts.map((each) => each.toFixed(6))).toEqual([restart, restart].map((each) => each.toFixed(6)));
  });

  it("has the goodput of its simulation", () => {
    const { goodput, totalSeconds } = measuredGoodput(madeUp([7, 24, 25.1]), step);
    const scenario = { nodes: 2, failuresAt: [7, 24, 25.1], restartSeconds: restart, checkpointSeconds: checkpoint };
    const simulated = simulateTraining({ ...scenario, intervalSeconds: every * step, workSeconds: steps * step });
    expect(totalSeconds).toBeCloseTo(simulated.totalSeconds - checkpoint, 9); // without the one after the last step
    expect(goodput).toBeCloseTo((steps * step) / totalSeconds, 9);
  });

  it("is refused where its costs cannot be told", () => {
    expect(() => measuredCosts(madeUp([7, 24, 25.1]), every)).toThrow(
      "The training was killed 3 times and went on from 2 checkpoints: kill it less often.",
    );
    expect(() => measuredCosts(madeUp([]), 100)).toThrow(
      /has 60 steps, too few for the cost of a checkpoint: make 400\./,
    );
    expect(() => measuredCosts(madeUp([]), 1)).toThrow("every is 1: give a whole number of steps from 2.");
  });
});
