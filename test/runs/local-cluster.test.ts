import { describe, expect, it } from "vitest";
import { slowNetworkRuns } from "../../lib/runs";
import { localClusterRuns } from "../../lib/runs/published/local-cluster";
import { errorSummary, fitCost, leaveOut, observations, type Observation } from "../../lib/experiment";
import { cells } from "../../lib/experiment/observations";
import { payloadRate } from "../../lib/measure";

const all = observations(await localClusterRuns());
const of = (mode: string) => all.filter(({ levels }) => levels.mode === mode);

describe("the runs measured on the local cluster", () => {
  it("are the design quick: 18 configurations, three times each, whole blocks one after another", () => {
    expect(all).toHaveLength(54);
    expect(cells(all).map(({ observations: own }) => own.map(({ replicate }) => replicate))).toEqual(
      Array.from({ length: 18 }, () => [1, 2, 3]),
    );
    expect(all.map(({ replicate }) => replicate)).toEqual([1, 2, 3].flatMap((block) => Array<number>(18).fill(block)));
  });

  it("tell of a network below what its wire carries, and that nodes share a machine", () => {
    for (const mode of ["sync", "accumulate"]) {
      const { bytesPerSecond, predict } = fitCost(of(mode));
      expect(bytesPerSecond).toBeLessThan(payloadRate(1e9));
      expect(bytesPerSecond).toBeGreaterThan(0.6 * payloadRate(1e9));
      // On machines of their own, three nodes would compute an epoch in about a third of the time.
      const [shared, own] = [1, 3].map((machines) => predict({ batch: 32, nodes: 3, machines }).computeSeconds);
      expect(shared / own).toBeGreaterThan(1.2);
    }
  });

  it("on 3 nodes are predicted from those on 1 and 2: worse than on machines of their own, as the intervals say", () => {
    const { median, worst, within, intervals } = errorSummary(leaveOut(all, "nodes", { levels: [3] }));
    expect(intervals).toBe(6);
    expect(within).toBe(6);
    expect(median).toBeLessThan(0.12);
    expect(worst).toBeLessThan(0.2);
  });

  it("of a batch left out are predicted, and far better than by a line", () => {
    const rows = leaveOut(all, "batch");
    const [cost, linear] = [errorSummary(rows), errorSummary(rows, "linear")];
    expect(cost).toMatchObject({ count: 18, within: 18 });
    expect(cost.median).toBeLessThan(0.06);
    expect(linear.median).toBeGreaterThan(4 * cost.median);
  });

  it("have a noise of several percent, the published ones less than one", async () => {
    const noise = (runs: Observation[]): number => {
      const { observations: own, fitted } = fitCost(runs);
      return Math.sqrt(own.reduce((sum, { seconds }, at) => sum + (seconds / fitted[at] - 1) ** 2, 0) / own.length);
    };
    const study = observations(await slowNetworkRuns(), { response: "training" });
    const published = study.filter(({ levels }) => levels.model === "resnet50" && levels.mode === "sync");
    expect(noise(of("sync"))).toBeGreaterThan(0.03);
    expect(noise(published)).toBeLessThan(0.01);
  });
});
