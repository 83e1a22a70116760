import { describe, expect, it } from "vitest";
import { levelsAllReduce, nodesFor } from "../../lib/measure";
import { allReduceSeconds, ncclHops, type LevelsPlan } from "../../lib/measure/communication";

const noHops = { hopSeconds: { ring: 0, tree: 0 } };
const links = { inside: { bytesPerSecond: 400, ...noHops }, between: { bytesPerSecond: 100, ...noHops } };
const plan: LevelsPlan = { devices: 8, devicesPerNode: 4, bytes: 800, links };

describe("an all-reduce in two levels", () => {
  it("is a ring within a node, and one between nodes", () => {
    // 2 x 3/4 x 800 / 400 s within, and 2 x 1/2 x 800 / 100 s between.
    expect(levelsAllReduce(plan)).toEqual({ insideSeconds: 3, betweenSeconds: 8, seconds: 11, between: "ring" });
    expect(levelsAllReduce({ ...plan, devices: 4 })).toEqual({ insideSeconds: 3, betweenSeconds: 0, seconds: 3 });
    expect(levelsAllReduce({ ...plan, devices: 1, devicesPerNode: 1 }).seconds).toBe(0);
  });

  it("with one device a node is the ring of the nodes", () => {
    const alone = levelsAllReduce({ ...plan, devices: 3, devicesPerNode: 1 });
    expect(alone.seconds).toBeCloseTo(allReduceSeconds(3, 800, { bytesPerSecond: 100 }), 12);
  });

  it("goes by tree where a ring has too many hops", () => {
    const hops = { bytesPerSecond: 1e6, hopSeconds: { ring: 1, tree: 2 } };
    const between = (nodes: number) =>
      levelsAllReduce({ devices: nodes, devicesPerNode: 1, bytes: 0, links: { ...links, between: hops } });
    expect(between(4)).toMatchObject({ betweenSeconds: 6, between: "ring" }); // 2 x 3 hops against 2 x 2 x 2 s
    expect(between(64)).toMatchObject({ betweenSeconds: 24, between: "tree" }); // 2 x 63 against 2 x 6 x 2 s
  });

  it("has NCCL's hops by default", () => {
    const rates = { inside: { bytesPerSecond: 450e9 }, between: { bytesPerSecond: 400e9 } };
    const { insideSeconds, betweenSeconds } = levelsAllReduce({
      devices: 3584,
      devicesPerNode: 8,
      bytes: 0,
      links: rates,
    });
    expect(insideSeconds).toBeCloseTo(14 * ncclHops.inside.ring, 12);
    expect(betweenSeconds).toBeCloseTo(2 * Math.log2(448) * 8.5e-6, 12);
  });

  it("refuses what cannot be, in a line", () => {
    expect(() => nodesFor(12, 8)).toThrow("12 devices do not fill nodes of 8: choose a multiple of 8, or other nodes.");
    expect(() => nodesFor(0.5, 1)).toThrow("devices is 0.5: devices are counted with whole numbers from 1.");
    expect(() => levelsAllReduce({ ...plan, bytes: NaN })).toThrow("An all-reduce of NaN bytes cannot be timed");
    const dead = { ...links, between: { bytesPerSecond: 0 } };
    expect(() => levelsAllReduce({ ...plan, links: dead })).toThrow(
      "A link between nodes of 0 bytes/s carries nothing: give a rate above 0.",
    );
  });
});
