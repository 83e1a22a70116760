import { describe, expect, it } from "vitest";
import { cheapest, cheapestTable } from "../../../chapters/06-prediction/cheapest";
import { meanRuns } from "../../../chapters/06-prediction/mean-runs";
import { slowNetworkRuns } from "../../../lib/runs";
import { fitCost, observations } from "../../../lib/experiment";

const study = meanRuns(observations(await slowNetworkRuns(), { response: "training" }));
const of = (model: string, mode: string) =>
  study.filter(({ levels }) => levels.model === model && levels.mode === mode);

describe("the cheapest plan for a deadline", () => {
  const fit = () => fitCost(of("resnet50", "sync"));
  const candidates = [1, 2, 3].flatMap((nodes) => [32, 64, 100].map((batch) => ({ batch, nodes })));
  const options = { candidates, pricePerNodeHour: 2 };

  it("is the one of the least node-hours that surely meets it", () => {
    const found = cheapest(fit(), { ...options, deadlineSeconds: 3600 });
    expect(found.best).toMatchObject({ plan: { nodes: 1 }, meetsDeadline: true });
    expect(found.best!.price).toBeCloseTo((2 * found.best!.prediction.seconds) / 3600, 9);
    expect(found.plans.map(({ price }) => price)).toEqual(
      [...found.plans.map(({ price }) => price)].sort((a, b) => a - b),
    );
    expect(found.verdict).toMatch(/^batch \d+ on 1 node: 1684 s of 3600 s, with over 99\.9 %, for 0\.94\.$/);
    expect(cheapestTable(found)[0]).toMatchObject({ nodes: 1, choice: "cheapest in time" });
  });

  it("is not one that is in time as expected, but not surely", () => {
    const { seconds } = fit().predict({ batch: 100, nodes: 1 });
    const tight = { ...options, deadlineSeconds: seconds * 1.002, probability: 0.95 };
    const found = cheapest(fit(), tight);
    expect(found.best).toBeUndefined();
    expect(found.plans[0].why).toMatch(/^in time as expected, but only with \d\d %$/);
    expect(found.verdict).toMatch(
      /^None of 9 candidates meets .* with 95 %: the fastest takes 1684 s \(batch \d+ on 1\)/,
    );
    expect(cheapest(fit(), { ...tight, probability: 0.5 }).best).toBeDefined();
  });

  it("is sought among fits, each for the model and mode that it knows", () => {
    const two = of("efficientnetb0", "accumulate").filter(({ levels }) => levels.nodes === 2);
    const fits = [fit(), fitCost(two)];
    const plans = [
      { model: "resnet50", batch: 32, nodes: 1, syncEvery: 1 },
      { model: "efficientnetb0", batch: 32, nodes: 3, syncEvery: 4 },
      { model: "efficientnetb0", batch: 32, nodes: 3, syncEvery: 1 },
    ];
    const found = cheapest(fits, { ...options, candidates: plans, deadlineSeconds: 1100 });
    expect(found.best?.plan).toBe(plans[1]);
    expect(found.best?.why).toMatch(/^in time as expected, but the fit has as many parameters as runs/);
    expect(found.unknown).toEqual([{ plan: plans[2], why: "no fit knows its model and mode" }]);
  });

  it.each([
    [{ deadlineSeconds: 0 }, /^A deadline of 0 s cannot be met/],
    [{ deadlineSeconds: 1, pricePerNodeHour: NaN }, /^A node-hour cannot cost NaN/],
    [{ deadlineSeconds: 1, probability: 95 }, /^A probability of 95 cannot be asked for/],
    [{ deadlineSeconds: 1, candidates: [] }, /^There is no candidate/],
  ])("is refused with %o", (wrong, line) => {
    expect(() => cheapest(fit(), { ...options, ...wrong })).toThrow(line);
  });
});
