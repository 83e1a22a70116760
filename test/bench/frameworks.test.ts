import { expect, it } from "vitest";
import { chosenContenders } from "../../bench/frameworks/chosen";
import { entrantsOf } from "../../bench/frameworks/entrants";
import { measureInTurn, type Entrant } from "../../bench/frameworks/in-turn";
import { resultSchema, type FrameworkContender, type FrameworksResult } from "../../bench/frameworks/result";
import { summarize } from "../../bench/frameworks/summary";
import { tableOf } from "../../bench/frameworks/table";
import { sentIn } from "../../bench/frameworks/sent";
import { measuredOf } from "../../bench/frameworks/train";
import { exampleRun } from "../../lib/runs";
import { head, writesResult } from "./results";

function contender(
  name: string,
  peer: FrameworkContender["peer"],
  steps: number[],
  { sentBytes, ...more }: Partial<FrameworkContender> & { sentBytes?: number } = {},
): FrameworkContender {
  const costs = peer === "wire" ? {} : { secondsToFirstStep: 9, peakMemoryBytes: 2 ** 30, sentBytes };
  const rounds = steps.map((step) => ({ seconds: [step / 2, (3 * step) / 2], ...costs }));
  return { name, peer, does: `what ${name} does`, versions: { v: "1" }, rounds, ...more };
}

const result: FrameworksResult = {
  ...head,
  settings: { model: "resnet44", rounds: 3, epochs: 3, steps: 4, rate: "1gbit", gradientBytes: 2_644_584 },
  groups: [
    {
      ...{ nodes: 1, batchSize: 128 },
      contenders: [
        contender("ours", "ours", [1, 2, 2]),
        contender("pytorch-ddp", "other", [2, 2, 3]),
        contender("keras", "other", [4, 4, 2]),
        contender("mxnet-kvstore", "other", [], { failed: "mxnet-kvstore: it has no memory." }),
      ],
    },
    {
      ...{ nodes: 2, batchSize: 32 },
      contenders: [
        contender("wire", "wire", [0.02, 0.02, 0.04]),
        contender("ours", "ours", [0.5, 0.5, 0.4], { sentBytes: 2.7e6 }),
      ],
    },
  ],
};

it("compares, round by round, with the fastest other and with the wire", () => {
  const [one, two] = result.groups;
  const [ours, best, keras, ...rest] = summarize(one);
  expect(rest).toEqual([]);
  expect(ours.imagesPerSecond).toEqual({ median: 64, least: 64, most: 128 });
  expect(ours.againstOthers).toEqual({ median: 1.5, least: 1, most: 2 });
  expect(best.againstOthers).toEqual({ median: 1, least: 1, most: 1 });
  expect([keras.againstOthers?.most, keras.againstWire]).toEqual([1.5, undefined]);
  const [wire, together] = summarize(two);
  expect([wire.seconds.median, wire.imagesPerSecond]).toEqual([0.02, undefined]);
  expect(together.imagesPerSecond?.median).toBe(128);
  expect(together.againstWire).toEqual({ median: 25, least: 10, most: 25 });
  expect(together.againstOthers).toBeUndefined();
  expect([together.sentBytes?.median, wire.sentBytes, ours.sentBytes]).toEqual([2.7e6, undefined, undefined]);
});

it("prints a table for each number of nodes, and who failed", () => {
  const text = tableOf(result);
  expect(text).toMatch(/^1 process, 128 images a process and step$/m);
  expect(text).toMatch(/^ +ours +64\.0 \(64\.0 to 128\.0\) +1\.50 \(1\.00 to 2\.00\) +2\.000 .* 1024 MiB +9\.0 s$/m);
  expect(text).toMatch(/^2 nodes, 1gbit, 2\.64 MB of gradients, 32 images a process and step$/m);
  expect(text).toMatch(/^ +wire +- +0\.020 \(0\.020 to 0\.040\) +-/m);
  expect(text).toMatch(/^ +ours .* 2\.70 \(2\.70 to 2\.70\) +1024 MiB/m);
  expect(text).toMatch(/^On 1 node: mxnet-kvstore: it has no memory\.$/m);
});

it("reads what a machine has sent, without what it sent to itself", () => {
  const text = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 1000      10    0    0    0     0          0         0     1000      10    0    0    0     0       0          0
  eth0:2644584   2000    0    0    0     0          0         0  5289168    4000    0    0    0     0       0          0
  eth1:      1      1    0    0    0     0          0         0        7       1    0    0    0     0       0          0
`;
  expect(sentIn(text)).toBe(5_289_175);
});

writesResult(resultSchema, result, { groups: [{ nodes: 1 }] });

it("takes from a record the epochs after the first, and the first step since the processes were started", () => {
  const run = exampleRun({ epochSeconds: [16, 10, 8], batches: [32, 32] });
  const { round, versions } = measuredOf(run, Date.parse(run.startedAt) - 2000);
  const spans = run.epochs.slice(1).map(({ steps }) => (steps.end[1] - steps.start[0]) / 2);
  expect(round.seconds).toEqual(spans);
  expect(round.secondsToFirstStep).toBe(2 + run.timeToFirstStepSeconds);
  expect(versions).toEqual({ tensorflow: run.where.tensorflow, node: run.where.node });
  expect(() => measuredOf({ ...run, outcome: "failed", reason: "It broke." }, 0)).toThrow("It broke.");
  expect(() => measuredOf({ ...run, outcome: "interrupted" }, 0)).toThrow('The run\'s outcome is "interrupted".');
});

it("reverses the order in every other round, and leaves out who has failed", async () => {
  const turns: string[] = [];
  const entrant = (name: string): Entrant => ({
    ...{ name, peer: "other" },
    turn: async () => {
      turns.push(name);
      if (name === "b" && turns.length > 3) throw new Error("lost.");
      return Promise.resolve({ does: name, round: { seconds: [1] } });
    },
  });
  const measured = await measureInTurn(["a", "b", "c"].map(entrant), 3, () => undefined);
  expect(turns.join("")).toBe("abccbaac");
  expect(measured.map(({ rounds }) => rounds.length)).toEqual([3, 1, 3]);
  expect(measured[1]).toMatchObject({ failed: "b: lost.", does: "b" });
});

it("has the wire among those on several nodes only", () => {
  const training = { model: "resnet44", batchSize: 8, epochs: 2, steps: 2 };
  const cluster = { command: () => ({ file: "", args: [], env: {} }) };
  const peers = (more: object) =>
    entrantsOf(["ours", "keras"], { ...training, nodes: 1, ...more }, 8).map(({ peer }) => peer);
  expect(peers({})).toEqual(["ours", "other"]);
  expect(peers({ nodes: 2, cluster })).toEqual(["wire", "ours", "other"]);
});

it("says what to run when a framework is not set up", async () => {
  const lines: string[] = [];
  const chosen = (...names: string[]) =>
    chosenContenders(names.length > 0 ? names : undefined, (line) => lines.push(line), "/none/frameworks.json");
  expect(await chosen("ours")).toEqual(["ours"]);
  await expect(chosen("ours", "keras-horovod")).rejects.toThrow(
    "keras-horovod: No environment has TensorFlow with Horovod: run `./workbook setup --frameworks`.",
  );
  await expect(chosen()).rejects.toThrow("run `./workbook setup --frameworks`.");
  expect(lines).toContain("pytorch-newest: No environment has the newest PyTorch: run `./workbook setup --frameworks newest`.");
}); // prettier-ignore
