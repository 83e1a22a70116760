import { describe, expect, it } from "vitest";
import { nodeSpeeds } from "../../lib/failures";
import { exampleNodesRun } from "../../lib/runs";

/** A run on two of three nodes; b is slow where `slow` says so. */
function run(hosts: string[], compute: number) {
  const made = exampleNodesRun({ nodes: hosts.length, compute, allReduce: 0.1 });
  made.where.hosts = hosts;
  return made;
}

describe("a slow node among runs on different nodes", () => {
  it("is the one that makes every run slow", () => {
    const speeds = nodeSpeeds([run(["a", "b"], 1.9), run(["b", "c"], 1.8), run(["a", "c"], 1)]);
    expect(speeds.map(({ host, runs, verdict }) => [host, runs, verdict])).toEqual([["b", 2, "slow"], ["a", 2, "not slow"], ["c", 2, "not slow"]]); // prettier-ignore
    expect(speeds[0].factor).toBeGreaterThan(1.4);
    expect(speeds.slice(1).map(({ factor }) => factor)).toEqual([1, 1]);
  });

  it("is nobody where another run shows the node fast", () => {
    const speeds = nodeSpeeds([run(["a", "b"], 1.9), run(["b", "c"], 1), run(["a", "c"], 1.02)]);
    expect(speeds[0].factor).toBeLessThan(1.05);
  });

  it("does not take its partners with it, and is not told where it took part in every run", () => {
    const verdicts = (...runs: ReturnType<typeof run>[]) =>
      Object.fromEntries(nodeSpeeds(runs).map(({ host, verdict }) => [host, verdict]));
    // d ran with b alone.
    expect(verdicts(run(["a", "b"], 1.9), run(["b", "d"], 1.9), run(["a", "c"], 1))).toEqual({
      ...{ a: "not slow", b: "slow", c: "not slow", d: "unknown" },
    });
    expect(verdicts(run(["a", "b"], 1.9), run(["b", "c"], 1.9))).toEqual({
      a: "not slow",
      b: "unknown",
      c: "not slow",
    });
  });

  it("is not looked for where runs do not compare", () => {
    expect(() => nodeSpeeds([run(["a", "b"], 1)])).toThrow(/^Only 1 run: /);
    expect(() => nodeSpeeds([run(["a", "b"], 1), run(["a", "b", "c"], 1)])).toThrow(
      /^Run example has nodes 2, and example 3: give runs of one training on one number of nodes\.$/,
    );
    const short = run(["a", "c"], 1);
    short.epochs = [
      { ...short.epochs[0], steps: { start: [0], end: [1], wait: [0], images: [16], loss: [1], correct: [0] } },
    ];
    expect(() => nodeSpeeds([run(["a", "b"], 1), short])).toThrow(/has only 1 step: make 3 or more\.$/);
  });

  it("is not looked for in impossible times, and not without hosts", () => {
    const good = run(["a", "b"], 1);
    const withTimes = (start: number[], end: number[]) => {
      const made = run(["a", "c"], 1);
      const rest = { wait: [0, 0, 0], images: [16, 16, 16], loss: [1, 1, 1], correct: [0, 0, 0] };
      made.epochs = [{ ...made.epochs[0], steps: { start, end, ...rest } }];
      return made;
    };
    const remedy = "leave its record out, or make the run again.";
    expect(() => nodeSpeeds([good, withTimes([1, 1, 1], [1, 1, 1])])).toThrow(
      new Error(`Run example takes 0 s from step to step, and must take more than 0 s: ${remedy}`),
    );
    expect(() => nodeSpeeds([good, withTimes([0, 0.25, 1], [1, 0, 2])])).toThrow(
      new Error(`Run example: step 1 of epoch 1 starts at 0.25 s and ends at 0 s, which is before: ${remedy}`),
    );
    expect(() => nodeSpeeds([good, withTimes([2, 1, 0], [3, 2, 1])])).toThrow(
      "Run example takes -1 s from step to step, and must take more than 0 s: ",
    );
    expect(() => nodeSpeeds([run([], 1), run([], 1)])).toThrow(
      new Error(`Run example has 0 hosts, and a node is compared by its name: ${remedy}`),
    );
  });
});
