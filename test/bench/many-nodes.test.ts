import { join } from "node:path";
import { expect, it } from "vitest";
import { groupsOf, type Choice } from "../../bench/many-nodes/groups";
import { resultSchema, type NodesContender, type NodesResult } from "../../bench/many-nodes/result";
import { summarize } from "../../bench/many-nodes/summary";
import { tableOf } from "../../bench/many-nodes/table";
import { bytesToSend, roundOfTeam, type TransferPlan } from "../../bench/workers/protocol";
import { head, writesResult } from "./results";

const root = join(__dirname, "..", "..");
const images = { imageFile: "none", imageCount: 512, classes: 10, learningRate: 0.01 };
const choice: Choice = {
  ...{ parts: ["all-reduce", "step", "slow"], nodes: [2, 3], models: ["resnet50"], peers: ["mpi", "keras"] },
  ...{ rate: "1gbit", slowRate: "100mbit", batchSize: 8, imageSize: 64, syncEvery: 4 },
  ...{ segments: ["whole", 65536], packMegabytes: [0, 8] },
};
const cluster = {
  command: (program: string, args: readonly string[] = []) => ({ file: "on-head", args: [program, ...args], env: { A: "b" } }),
}; // prettier-ignore
const groups = (chosen: Partial<Choice> = {}) => groupsOf({ ...choice, ...chosen }, images, cluster);

it("has a group for each number of nodes and each model, each with the wire among it", () => {
  const sums = ["wire", "Open MPI ring", "Open MPI ring, 64 KiB", "ours", "ours, one tensor"];
  const ours = ["wire", "alone", "sync", "accumulate"];
  const all = [...ours, "keras sync", "keras sync, packs of 8 MB"];
  const names = (chosen?: Partial<Choice>) =>
    groups(chosen).map(({ group, entries }) => [group, entries.map(({ name }) => name)]);
  expect(names()).toEqual([
    ["all-reduce, 2 nodes, 1gbit", sums],
    ["all-reduce, 3 nodes, 1gbit", sums],
    ["resnet50, 2 nodes, 1gbit", all],
    ["resnet50, 3 nodes, 1gbit", all],
    ["resnet50, 3 nodes, 100mbit", ours],
  ]);
  expect(names({ parts: ["step"], peers: ["none"], nodes: [2] })).toEqual([["resnet50, 2 nodes, 1gbit", ours]]);
  const [, alone, sync, before] = groups({ parts: ["step"], before: "/old" })[0].entries;
  expect([alone.name, sync.name, before.name]).toEqual(["alone", "sync", "sync, before"]);
});

it("adds up arrays of several sizes by Open MPI's ring, tree and halves, on a power of two of nodes", async () => {
  const sizes = groups({ parts: ["sizes"] });
  expect(sizes.map(({ nodes }) => nodes)).toEqual([4, 4, 4, 4, 4]);
  const names = ["wire", "Open MPI ring", "Open MPI tree", "Open MPI halving and doubling", "ours"];
  for (const { bytes, entries } of sizes) {
    expect(entries.map(({ name }) => name)).toEqual(names);
    expect(entries.map(({ plan }) => (plan as TransferPlan).bytes)).toEqual(names.map(() => bytes));
  }
  const alone = groups({ parts: ["sizes"], nodes: [2], peers: ["none"] });
  expect(alone.map(({ group, entries }) => [group, entries.length])).toContainEqual(["4096 bytes, 2 nodes, 1gbit", 2]);
});

it("holds each half of an all-reduce against a wire that carries half of its bytes", () => {
  const halves = groups({ parts: ["halves"] });
  expect(halves.map(({ group, entries }) => [group, entries.map(({ name }) => name)])).toEqual(
    ["all-gather", "reduce-scatter"].flatMap((half) =>
      [2, 3].map((nodes) => [`${half}, ${nodes} nodes, 1gbit`, ["wire", `ours, ${half}`]]),
    ),
  );
  for (const { nodes, entries } of halves) {
    for (const { plan } of entries) {
      const { collective, bytes } = plan as TransferPlan;
      expect(bytes % (4 * nodes)).toBe(0);
      expect(bytesToSend(collective, bytes, nodes)).toBe(((nodes - 1) * bytes) / nodes);
      expect(bytesToSend("all-reduce", bytes, nodes)).toBe(2 * bytesToSend(collective, bytes, nodes));
    }
  }
});

it("starts an earlier state's worker from that folder", async () => {
  const [, , sync, before] = groups({ parts: ["step"], before: "/old" })[0].entries;
  const worker = join("dist", "bench", "workers", "ours.js");
  expect((await sync.command(() => undefined)).command.at(-1)).toBe(join(root, worker));
  expect((await before.command(() => undefined)).command.at(-1)).toBe(join("/old", worker));
});

it("gives each contender ports of its own, and lets accumulate warm up until an update", () => {
  const plans = groups().flatMap(({ entries }) => entries.map(({ plan }) => plan));
  const first = plans.flatMap(({ addresses }) => addresses?.[0] ?? []);
  expect(new Set(first).size).toBe(first.length);
  const [wire, alone, sync, accumulate] = groups({ parts: ["step"], nodes: [3] })[0].entries;
  expect(wire.plan).toMatchObject({ bytes: 4 * 25_583_592 });
  expect(alone.plan).not.toHaveProperty("addresses");
  expect(sync.plan.addresses).toHaveLength(3);
  expect(accumulate).toMatchObject({ way: "accumulate", syncEvery: 4, plan: { syncEvery: 4, warmUpSteps: 8 } });
});

it("starts a worker on each node as a job", async () => {
  const [wire] = groups()[0].entries;
  const { command, env, tasks } = await wire.command(() => undefined);
  expect(command.slice(0, 3)).toEqual(["on-head", "srun", "--nodes=2"]);
  expect(command).toContain("--nodelist=node1,node2");
  expect([env, tasks]).toEqual([{ A: "b" }, 2]);
});

it("takes a team's step as over when the slowest task has done it", () => {
  const one = { event: "round", seconds: [1, 4], loss: 2, peakMemoryBytes: 5, processorSeconds: 3, idleProcessorSeconds: 0 } as const; // prettier-ignore
  const team = roundOfTeam([{ ...one, seconds: [...one.seconds] }, { ...one, seconds: [2, 3], loss: 9, peakMemoryBytes: 6 }]); // prettier-ignore
  expect(team).toEqual({ ...one, seconds: [2, 4], peakMemoryBytes: 6, processorSeconds: 6 });
});

function contender(
  name: string,
  peer: NodesContender["peer"],
  way: NodesContender["way"],
  seconds: number[],
  syncEvery = 1,
): NodesContender {
  return {
    ...{ name, peer, way, syncEvery, part: "slow", nodes: 2, rate: "1gbit", bytes: 100e6, model: "resnet50" },
    ...{ group: "g", does: `what ${peer} does` },
    rounds: seconds.map((each) => ({ seconds: [each / 2, (3 * each) / 2], loss: null, processorSeconds: 4 })),
  };
}

const result: NodesResult = {
  ...head,
  settings: { batchSize: 8, imageSize: 64, classes: 1000, rounds: 3, steps: 2 },
  contenders: [
    contender("wire", "wire", "all-reduce", [4, 4, 2]),
    contender("alone", "ours", "alone", [1, 2, 3]),
    contender("sync", "ours", "sync", [5, 5, 6]),
    contender("accumulate", "ours", "accumulate", [2, 2, 3], 4),
    contender("keras sync", "keras", "sync", [10, 10, 9]),
    contender("keras sync, packs of 8 MB", "keras", "sync", [5, 10, 9]),
  ],
};

it("compares, round by round, with the longer of computing and the wire, with Keras, and with sync", () => {
  const [wire, alone, sync, accumulate] = summarize(result, "g");
  expect(wire.seconds).toEqual({ median: 4, least: 2, most: 4 });
  expect([wire.againstWire, alone.againstWire, alone.againstLimit]).toEqual([undefined, undefined, undefined]);
  expect(alone.imagesPerSecond?.median).toBe(8);
  expect(sync.againstWire).toEqual({ median: 1.25, least: 1.25, most: 3 });
  expect(sync.againstLimit).toEqual({ median: 1.25, least: 1.25, most: 2 });
  expect(sync.againstKeras).toEqual({ median: 1.5, least: 1, most: 2 });
  expect(accumulate.againstLimit).toEqual({ median: 1, least: 1, most: 2 }); // the wire's share is a quarter
  expect(accumulate.againstSync).toEqual({ median: 2.5, least: 2, most: 2.5 });
  expect(sync.processorSeconds).toBe(2);
});

it("prints a table without columns of which nothing is known", () => {
  const text = tableOf(result);
  expect(text).toMatch(/^training on a slow network of resnet50, 100 MB of gradients, 1gbit$/m);
  expect(text).toMatch(/^ +wire +2 +4\.000 .* 25\.0 /m);
  expect(text).toMatch(/^ +accumulate +2 +2\.000 .* 208 min .* 2\.50 \(2\.00 to 2\.50\) +2\.00$/m);
  expect(text.split("\n").find((line) => line.includes("s a step"))).not.toContain("peak memory");
  expect(text).toContain("  alone, sync, accumulate: what ours does");
});

writesResult(resultSchema, result, { contenders: [{ name: "x" }] });
