import { describe, expect, it } from "vitest";
import { mean } from "simple-statistics";
import { slowNetworkTable, slowNetworkRuns, type SlowNetworkRow } from "../../../lib/runs";
import { slowNodesRuns } from "../../../chapters/04-many-nodes/slow-nodes";
import {
  allReduceSeconds,
  epochsByNodes,
  gradientBytes,
  payloadRate,
  sentBytes,
  type NodesPoint,
} from "../../../lib/measure";
import { networkCells } from "../../../chapters/04-many-nodes/network-cells";
import { parameterCount } from "../../../lib/models/known";
import { lessonCells, saying, testLesson } from "../lesson";
import { epochTimes } from "../../measure/epoch-times";

const name = "04-many-nodes/many-nodes";
testLesson({ name, exercises: 11, points: [33, 10], conclusions: 2, guesses: 9 });

const cells = lessonCells("solutions", name);
const says = saying(cells);
const between = (values: number[], digits: number) =>
  [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));

describe("what the lesson says of the wire is what the model gives", () => {
  const bytes = gradientBytes(25_636_712);

  it("the least seconds, without and with the frames' headers", () => {
    const seconds = (rate: number) => allReduceSeconds(2, bytes, { bytesPerSecond: rate }).toFixed(2);
    expect([seconds(125e6), seconds(payloadRate(1e9)), (payloadRate(1e9) / 1e6).toFixed(2)]).toEqual([
      "0.82",
      "0.86",
      "118.66",
    ]);
    expect((bytes / 1e6).toFixed(0)).toBe("103");
    // One of the study's GPUs computes 32 of 100,000 images in a step.
    const compute = (331.85 * 32) / 100_000;
    expect([compute.toFixed(2), (allReduceSeconds(2, bytes, { bytesPerSecond: 125e6 }) / compute).toFixed(1)]).toEqual([
      "0.11",
      "7.7",
    ]);
    says(
      "ResNet50 needs 0.82 s",
      "0.82 s becomes 0.86 s",
      "118.7 MB/s",
      "103 MB of gradients in every step",
      "at least 0.86 s",
      "32 images in 0.11 s",
      "nearly eight times as long",
    );
  });

  it("how many batches the network's share asks for", () => {
    const fewest = Math.ceil((1.43 * 0.9) / (0.1 * 0.106));
    expect([fewest * 32 * 3 > 11_000, Math.ceil(Math.ceil(100_000 / 96) / fewest)]).toEqual([true, 9]);
    says("more than 11,000 images", "nine updates");
  });
});

describe("what the lesson says of the published study is what its runs give", () => {
  const points = async () => epochsByNodes(await slowNetworkRuns());
  const cell = (all: NodesPoint[], way: string, batch: number, nodes: number) =>
    all.find(
      (point) =>
        point.model === "resnet50" && point.way === way && point.localBatchSize === batch && point.nodes === nodes,
    )!;

  const total = (runs: SlowNetworkRow[], model: string, way: string, batch: number, nodes = 2) =>
    runs.find((run) => run.model === model && run.way === way && run.localBatchSize === batch && run.nodes === nodes)!
      .totalSeconds;

  it("the second node, and what accumulating mends", async () => {
    const all = await points();
    const seconds = (way: string, nodes: number) => cell(all, way, 32, nodes).epochSeconds;
    const [one, two, three] = [1, 2, 3].map((nodes) => seconds("sync", nodes));
    expect([one, two, three].map((each) => each.toFixed(0))).toEqual(["332", "1827", "1584"]);
    expect((two / one).toFixed(1)).toBe("5.5");
    expect(three / one).toBeGreaterThan(4.7);
    expect(three / one).toBeLessThan(5);
    expect([seconds("accumulate", 2).toFixed(0), seconds("accumulate", 1).toFixed(0)]).toEqual(["737", "318"]);
    for (const batch of [32, 64, 100]) {
      expect(cell(all, "sync", batch, 2).epochSeconds).toBeGreaterThan(cell(all, "sync", batch, 1).epochSeconds);
    }
    const several = all.filter(({ model, nodes }) => model === "resnet50" && nodes > 1);
    const single = all.filter(({ model, nodes }) => model === "resnet50" && nodes === 1);
    // Of all runs the fastest are those on one node.
    expect(Math.max(...single.map(({ epochSeconds }) => epochSeconds))).toBeLessThan(
      Math.min(...several.map(({ epochSeconds }) => epochSeconds)),
    );
    // A step on one node computes 32 of 100,000 images.
    expect(((one * 32) / 100_000).toFixed(2)).toBe("0.11");
    const at100 = cell(all, "sync", 100, 2).epochSeconds / cell(all, "sync", 100, 1).epochSeconds;
    expect(at100.toFixed(1)).toBe("2.1");
    says(
      "332 s on one node and **1,827 s on two**",
      "5.5 times as long",
      "nearly five times as long",
      "100 images a node, an epoch takes 2.1 times as long",
      "737 s instead of 1,827 s",
      "takes 318 s",
      "332 s on one node, 1,827 s on two, and 1,584 s on three",
    );
  });

  it("one rate for six cells, also with another head, and none if all were hidden", async () => {
    const cells = networkCells(await points()).filter(({ point }) => point.way === "sync");
    const rates = cells.map(({ bytesPerSecond }) => bytesPerSecond / 1e6);
    expect(rates).toHaveLength(6);
    expect(between(rates, 1)).toEqual(["94.9", "96.9"]);
    expect(
      between(
        rates.map((rate) => (100 * rate * 1e6) / payloadRate(1e9)),
        0,
      ),
    ).toEqual(["80", "82"]);
    const head = networkCells(await points(), { parameters: 23_997_512 }).filter(({ point }) => point.way === "sync");
    expect(
      between(
        head.map(({ bytesPerSecond }) => bytesPerSecond / 1e6),
        1,
      ),
    ).toEqual(["88.8", "90.7"]);
    const hidden = cells.map(
      ({ point: { nodes, epochSeconds, stepsPerEpoch } }) =>
        sentBytes(nodes, gradientBytes(25_636_712)) / (epochSeconds / stepsPerEpoch) / 1e6,
    );
    expect(between(hidden, 0)).toEqual(["73", "90"]);
    const longest = cells.map(({ point }) => point.epochSeconds);
    expect(between(longest, 0)).toEqual(["592", "1827"]);
    says("94.9 to 96.9 MB/s", "80 to 82 %", "88.8 to 90.7 MB/s", "73 to 90", "from 592 to 1,827 s", "24.0 million");
    expect([parameterCount("resnet50", 1000), parameterCount("resnet50", 200)]).toEqual([25_636_712, 23_997_512]);
    says("95 to 97 MB/s explains all six");
  });

  it("a prediction by 96 MB/s meets sync, and is too short for accumulating", async () => {
    const all = await points();
    const several = all.filter(({ model, nodes }) => model === "resnet50" && nodes > 1);
    const ratios = (way: string) =>
      several
        .filter((point) => point.way === way)
        .map(({ imagesPerEpoch: images, localBatchSize, nodes, syncEvery, epochSeconds }) => {
          const compute = (cell(all, "sync", localBatchSize, 1).epochSeconds * localBatchSize) / images;
          const allReduce = allReduceSeconds(nodes, gradientBytes(25_636_712), { bytesPerSecond: 96e6 });
          return (
            epochSeconds / epochTimes({ images, localBatchSize, nodes, syncEvery }, { compute, allReduce }).epochSeconds
          );
        });
    for (const ratio of ratios("sync")) expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
    expect(
      between(
        ratios("accumulate").map((ratio) => 100 * (ratio - 1)),
        0,
      ),
    ).toEqual(["14", "26"]);
    const perSync = (way: string) =>
      networkCells(all)
        .filter(({ point }) => point.way === way && point.nodes === 2)
        .map(({ secondsPerSync }) => secondsPerSync);
    expect(between(perSync("accumulate"), 2)).toEqual(["1.42", "1.48"]);
    expect(between(perSync("sync"), 2)).toEqual(["1.06", "1.08"]);
    says("within 1 %", "14 to 26 % *longer*", "1.4 to 1.5 s", "1.06 to 1.08 s", "extra 0.4 s");
    says("took 1.4 s or more, and the all-reduces of sync took less than 1.1 s");
  });

  it("EfficientNetB0's all-reduce and rate from two batch sizes", async () => {
    const runs = await slowNetworkTable();
    const found = [2, 3].map((nodes) =>
      [
        [32, 64],
        [64, 100],
        [32, 100],
      ].map((batches) => {
        const [a, b] = batches.map((batch) => ({
          seconds: total(runs, "efficientnetb0", "sync", batch, nodes) / 5,
          steps: Math.ceil(100_000 / (batch * nodes)),
        }));
        const seconds = (a.seconds - b.seconds) / (a.steps - b.steps);
        return { seconds, rate: sentBytes(nodes, gradientBytes(5_330_571)) / seconds / 1e6 };
      }),
    );
    expect(
      between(
        found[0].map(({ seconds }) => seconds),
        2,
      ),
    ).toEqual(["0.21", "0.22"]);
    expect(
      between(
        found[1].map(({ seconds }) => seconds),
        2,
      ),
    ).toEqual(["0.29", "0.29"]);
    expect(
      between(
        found.flat().map(({ rate }) => rate),
        0,
      ),
    ).toEqual(["97", "101"]);
    says("0.21 to 0.22 s on two nodes and 0.29 s on three", "97 to 101 MB/s");
  });

  it("what can be said of EfficientNetB0, and that its one-node run is not published", async () => {
    const runs = await slowNetworkTable();
    const [efficientNet, resNet] = ["efficientnetb0", "resnet50"].map((model) => {
      const [a, b] = [32, 64].map((batch) => ({
        seconds: total(runs, model, "sync", batch) / 5,
        syncs: Math.ceil(100_000 / (2 * batch)),
      }));
      const perSync = (a.seconds - b.seconds) / (a.syncs - b.syncs);
      return { perSync, share: (100 * a.syncs * perSync) / a.seconds };
    });
    expect(runs.some(({ model, nodes }) => model === "efficientnetb0" && nodes === 1)).toBe(false);
    expect(((100 * 5_330_571) / 25_636_712).toFixed(0)).toBe("21");
    expect(((100 * efficientNet.perSync) / resNet.perSync).toFixed(0)).toBe("20");
    expect([efficientNet.share.toFixed(0), resNet.share.toFixed(0)]).toEqual(["65", "91"]);
    says(
      "21 % as many gradients as ResNet50",
      "take 20 % as long",
      "spends 65 % of its epoch",
      "ResNet50 spends 91 % of its epoch",
    );
    says("No run of EfficientNetB0 on one node was published");
  });

  it("2.48 and 1.87 times by single runs, 2.24 and 1.33 as printed", async () => {
    const runs = await slowNetworkTable();
    const times = ["resnet50", "efficientnetb0"].map((model) => {
      const [sync, accumulate] = ["sync", "accumulate"].map((way) => total(runs, model, way, 32));
      return (sync / accumulate).toFixed(2);
    });
    expect(times).toEqual(["2.48", "1.87"]);
    says("give 2.48 where the study prints 2.24, and 1.87 where it prints 1.33", "2.48 and 1.87 times as fast");
  });
});

it("what the lesson says of the three slow runs is what their steps give", async () => {
  const [a, b, c] = (await slowNodesRuns()).map(({ nodes, syncEvery }) =>
    nodes.map(({ wait, seconds }) => {
      const isSync = (step: number) => (step + 1) % syncEvery === 0;
      const [computing, syncs] = [false, true].map((sync) => mean(seconds.filter((_, step) => isSync(step) === sync)));
      return { wait: mean(wait), computing, syncs };
    }),
  );
  const together = (of: "computing" | "syncs") => mean(a.map((node) => node[of]));
  expect((together("syncs") / together("computing")).toFixed(1)).toBe("2.5");
  expect(a[0].computing / a[1].computing).toBeCloseTo(1, 0);
  expect((b[1].computing / b[0].computing).toFixed(1)).toBe("2.7");
  expect(b[0].syncs).toBeGreaterThan(b[1].syncs);
  for (const { wait, computing } of c) expect(wait).toBeGreaterThan(computing);
  for (const { wait, computing } of [...a, ...b]) expect(wait).toBeLessThan(0.1 * computing);
  says(
    "take 2.5 times as long as their other steps",
    "takes 2.7 times as long to compute as the first",
    "more time waiting for images than computing",
  );
});
