import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formulaOf } from "../../bench/network/command";
import { platformOf, topologyNames } from "../../bench/network/platform";
import { simulated } from "../../bench/network/simulate";

const between = { bytesPerSecond: 50e9, hopSeconds: 4e-6 };
const speeds = { between, inside: { bytesPerSecond: 450e9, hopSeconds: 1.9e-6 } };
const bytes = 1e8;

describe("a network", () => {
  it.each(topologyNames)("%s has as many hosts as it should", (name) => {
    for (const hosts of [16, 64, 256]) {
      const { xml, hosts: names } = platformOf(name, hosts, speeds);
      expect(names).toHaveLength(hosts);
      const ranges = [...xml.matchAll(/radical="(\d+)-(\d+)"/g)].map(([, from, to]) => Number(to) - Number(from) + 1);
      expect(ranges.reduce((a, b) => a + b)).toBe(hosts);
      // The sizes of the topology, whose product is the number of hosts.
      const sizes = /TORUS" topo_parameters="([\d,]+)"/.exec(xml)?.[1].split(",").map(Number) ?? [hosts];
      expect(sizes.reduce((a, b) => a * b)).toBe(hosts);
    }
  });
});

describe("the formulas", () => {
  it("send 2 (n - 1) / n of the bytes, or twice all of them by a tree", () => {
    expect(formulaOf("ring", 16, bytes, between)).toBeCloseTo((2 * 15 * bytes) / 16 / 50e9 + 30 * 4e-6, 12);
    expect(formulaOf("halving", 16, bytes, between)).toBeCloseTo((2 * 15 * bytes) / 16 / 50e9 + 8 * 4e-6, 12);
    expect(formulaOf("tree", 16, bytes, between)).toBeCloseTo((2 * bytes) / 50e9 + 8 * 4e-6, 12);
  });
});

const hasSimGrid = existsSync("/usr/include/simgrid/s4u.hpp");
describe.skipIf(!hasSimGrid)("SimGrid, where it is installed", () => {
  it.each(["ring", "halving"] as const)("agrees with the formula of the %s on one switch", async (algorithm) => {
    const seconds = await simulated(platformOf("star", 16, speeds), { algorithm, bytes });
    expect(seconds).toBeCloseTo(formulaOf(algorithm, 16, bytes, between), 8);
  });

  it("has a tree take a little longer than its formula, whose pieces are infinitely small", async () => {
    const more =
      (await simulated(platformOf("star", 16, speeds), { algorithm: "tree", bytes })) /
      formulaOf("tree", 16, bytes, between);
    expect(more).toBeGreaterThan(1);
    expect(more).toBeLessThan(1.15);
  });

  it("adds up in nodes of eight devices as the formula in two levels says", async () => {
    const seconds = await simulated(platformOf("nodes of 8", 64, speeds), { algorithm: "levels", bytes });
    expect(Math.abs(seconds / formulaOf("levels", 64, bytes, between) - 1)).toBeLessThan(0.01);
  });

  it.each([16, 64, 256])("builds a dragonfly of %i hosts", async (hosts) => {
    expect(
      await simulated(platformOf("dragonfly", hosts, speeds), { algorithm: "halving", bytes: 1e6 }),
    ).toBeGreaterThan(0);
  });

  it("has two jobs wait for each other where they share links", async () => {
    const torus = platformOf("torus", 64, speeds);
    const [alone, beside] = await Promise.all(
      ([1, 2] as const).map((jobs) => simulated(torus, { algorithm: "ring", bytes, jobs })),
    );
    expect(beside).toBeGreaterThan(1.3 * alone);
  });
});
