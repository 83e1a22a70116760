import { describe, expect, it } from "vitest";
import { OneDeviceStrategy } from "../../lib/strategy";
import { sgd } from "../../lib/training/optimizer";
import { expectKerasResults } from "./against-keras";
import { goldenOf } from "./keras-run";
import { tinyModel } from "./tiny-model";

const golden = goldenOf("sgd");
const strategy = new OneDeviceStrategy();

describe.each(golden.runs)("the captured step, against Keras's SGD with momentum $momentum", (run) => {
  it("gives the same losses, hits and weights, with a rate that changes and one capture", () =>
    expectKerasResults(golden, run, strategy));
});

describe("sgd", () => {
  it("keeps one velocity a weight, or none without momentum", () => {
    const model = tinyModel();
    const slots = sgd(0.1, { momentum: 0.9 }).bind(model.trainableWeights).slots;
    expect(slots.map(({ name }) => name)).toEqual(model.trainableWeights.map(({ name }) => `${name}/momentum`));
    expect(sgd(0.1).bind(model.trainableWeights).slots).toEqual([]);
  });

  it.each([
    [() => sgd(0), /learning rate is 0, but must be/],
    [() => sgd(NaN), /learning rate is NaN/],
    [() => sgd(0.1, { momentum: 1 }), /momentum is 1, but must be at least 0 and less than 1/],
    [() => sgd((step) => 0.1 - step).learningRate(3), /rate of step 3 is -2.9/],
  ])("refuses what it cannot use", (make, expected) => {
    expect(make).toThrow(expected);
  });
});
