import { mean } from "simple-statistics";
import { networkCells } from "../../../chapters/04-many-nodes/network-cells";
import { slowNodesRuns } from "../../../chapters/04-many-nodes/slow-nodes";
import { epochCounts, epochsByNodes, gradientBytes, payloadRate, sentBytes } from "../../../lib/measure";
import { allReduceSeconds } from "../../../lib/measure/communication";
import { parameterCount } from "../../../lib/models/known";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { slowNetworkRuns, slowNetworkTable } from "../../../lib/runs";

const inRepository = "the runs in the study's repository, last campaign";
export const given = {
  "1,000,000,000": "1 Gb/s",
  "4070": "the study's graphics card",
  "2.15": "the version of TensorFlow that the study had",
  ...Object.fromEntries(
    ["163", "224", "1,394", "1,616", "329", "1.04", "2.52", "2.54", "1.58"].map((number) => [number, inRepository]),
  ),
};

const images = 100_000;
const batches = [32, 64, 100];
/** Parameters of a network with a last layer for so many classes. */
const parameters = (model: string, classes = 1000): number => parameterCount(model, classes)!;
const bytes = gradientBytes(parameters("resnet50"));
const payload = payloadRate(1e9);

export async function numbers(): Promise<LessonNumbers> {
  const [points, table] = [epochsByNodes(await slowNetworkRuns()), await slowNetworkTable()];
  const resnet = points.filter(({ model }) => model === "resnet50");
  const epoch = (way: string, batch: number, nodes: number): number =>
    resnet.find((each) => each.way === way && each.localBatchSize === batch && each.nodes === nodes)!.epochSeconds;
  const total = (model: string, way: string, batch: number, nodes = 2): number =>
    table.find((run) => run.model === model && run.way === way && run.localBatchSize === batch && run.nodes === nodes)!
      .totalSeconds;

  return { ...wire(), ...study(), ...network(), ...twoBatches(), ...(await diagnosis()) };

  function wire(): LessonNumbers {
    const [sent, least] = [125e6, payload].map((bytesPerSecond) => allReduceSeconds(2, bytes, { bytesPerSecond }));
    const compute = (epoch("sync", 32, 1) * 32) / images;
    const fewest = Math.ceil((1.43 * 0.9) / (0.1 * 0.106)); // batches, so that all-reduces take a tenth of the time
    return {
      frame: { data: 1500 - 20 - 20, wire: 1500 + 14 + 4 + 8 + 12 },
      wire: { rate: 1e9 / 8 / 1e6, payload: payload / 1e6 },
      step: { bytes: bytes / 1e6, compute, sent, least },
      "nearly eight times as long as the computing": isBetween(7.5, sent / compute, 8),
      "more than 11,000 images": fewest * 32 * 3 > 11_000,
      updates: Math.ceil(Math.ceil(images / (32 * 3)) / fewest),
    };
  }

  function study(): LessonNumbers {
    const [one, two, three] = [1, 2, 3].map((nodes) => epoch("sync", 32, nodes));
    const [single, several] = [true, false].map((isOne) =>
      resnet.filter(({ nodes }) => (nodes === 1) === isOne).map(({ epochSeconds }) => epochSeconds),
    );
    const faster = (model: string) => total(model, "sync", 32) / total(model, "accumulate", 32);
    return {
      sync: { one, two, three, slower: two / one, slowerWith100: epoch("sync", 100, 2) / epoch("sync", 100, 1) },
      accumulate: { one: epoch("accumulate", 32, 1), two: epoch("accumulate", 32, 2) },
      faster: { resnet: faster("resnet50"), efficientNet: faster("efficientnetb0") },
      "nearly five times as long as on one node": isBetween(4.7, three / one, 5),
      "ResNet50 does not gain from a second node at any batch size": batches.every(
        (batch) => epoch("sync", batch, 2) > epoch("sync", batch, 1),
      ),
      "The fastest of all these runs of ResNet50 are the runs on one node": Math.max(...single) < Math.min(...several),
      "none of them used one node": !table.some(({ model, nodes }) => model === "efficientnetb0" && nodes === 1),
    };
  }

  function network(): LessonNumbers {
    const cells = networkCells(points);
    const of = (way: string) => cells.filter(({ point }) => point.way === way);
    const rates = of("sync").map(({ bytesPerSecond }) => bytesPerSecond / 1e6);
    const [sync, accumulate] = ["sync", "accumulate"].map((way) =>
      of(way).flatMap(({ point, secondsPerSync }) => (point.nodes === 2 ? [secondsPerSync] : [])),
    );
    /** The fewest nodes, of two or more, on which an epoch of sync takes less time than on one node. */
    const firstFaster = (batch: number) => {
      const one = epoch("sync", batch, 1);
      const on = (nodes: number) =>
        one / nodes + Math.ceil(images / (batch * nodes)) * allReduceSeconds(nodes, bytes, { bytesPerSecond: 96e6 });
      let nodes = 2;
      while (on(nodes) >= one) nodes++;
      return nodes;
    };
    const longer = (way: string) =>
      of(way).map(({ point: { nodes, localBatchSize, syncEvery, epochSeconds } }) => {
        const { steps, syncs } = epochCounts({ images, localBatchSize, nodes, syncEvery });
        const computing = (steps * epoch("sync", localBatchSize, 1) * localBatchSize) / images;
        const sending = syncs * allReduceSeconds(nodes, bytes, { bytesPerSecond: 96e6 });
        return 100 * (epochSeconds / (computing + sending) - 1);
      });
    return {
      rates,
      rateShare: rates.map((rate) => (100e6 * rate) / payload),
      ratesWith200: rates.map((rate) => (rate * parameters("resnet50", 200)) / parameters("resnet50")),
      ratesIfHidden: of("sync").map(
        ({ point: { nodes, epochSeconds, stepsPerEpoch } }) =>
          sentBytes(nodes, bytes) / (epochSeconds / stepsPerEpoch) / 1e6,
      ),
      epochs: of("sync").map(({ point }) => point.epochSeconds),
      millions: {
        resnet: parameters("resnet50") / 1e6,
        resnetWith200: parameters("resnet50", 200) / 1e6,
        efficientNetWith200: parameters("efficientnetb0", 200) / 1e6,
      },
      "all six times of ResNet50 with sync": rates.length === 6,
      "within 1 % of all six circles (sync)": longer("sync").every((percent) => Math.abs(percent) < 1),
      longer: longer("accumulate"),
      crossing: { at32: firstFaster(32), at64: firstFaster(64), at100: firstFaster(100) },
      allReduce: { accumulate, sync, extra: mean(accumulate) - mean(sync) },
      "their all-reduces took 1.4 s or more, and the all-reduces of sync took less than 1.1 s":
        Math.min(...accumulate) >= 1.4 && Math.max(...sync) < 1.1,
    };
  }

  function twoBatches(): LessonNumbers {
    /** Seconds of an all-reduce, and the share of an epoch with the first batch. */
    const from = (model: string, nodes: number, ...two: number[]) => {
      const [a, b] = two.map((batch) => ({
        seconds: total(model, "sync", batch, nodes) / 5,
        syncs: Math.ceil(images / (batch * nodes)),
      }));
      const perSync = (a.seconds - b.seconds) / (a.syncs - b.syncs);
      return { perSync, share: (100 * a.syncs * perSync) / a.seconds, rest: a.seconds - a.syncs * perSync };
    };
    const all = (nodes: number) =>
      [
        from("efficientnetb0", nodes, 32, 64),
        from("efficientnetb0", nodes, 64, 100),
        from("efficientnetb0", nodes, 32, 100),
      ].map(({ perSync }) => perSync);
    const rates = [2, 3].flatMap((nodes) =>
      all(nodes).map((seconds) => sentBytes(nodes, gradientBytes(parameters("efficientnetb0"))) / seconds / 1e6),
    );
    const [resnet, efficientNet] = ["resnet50", "efficientnetb0"].map((model) => from(model, 2, 32, 64));
    return {
      efficientNet: {
        two: all(2),
        three: all(3),
        rates,
        ratesWith200: rates.map((rate) => (rate * parameters("efficientnetb0", 200)) / parameters("efficientnetb0")),
        gradients: (100 * parameters("efficientnetb0")) / parameters("resnet50"),
        time: (100 * efficientNet.perSync) / resnet.perSync,
        share: efficientNet.share,
        oneNode: 2 * efficientNet.rest,
        oneNodeError: 100 * ((2 * efficientNet.rest) / 328.9 - 1), // against the mean of five runs in the repository
        shareOfResnet: resnet.share,
      },
    };
  }

  async function diagnosis(): Promise<LessonNumbers> {
    const [a, b, c] = (await slowNodesRuns()).map(({ nodes, syncEvery }) =>
      nodes.map(({ wait, seconds }) => {
        const of = (isSync: boolean) => mean(seconds.filter((_, step) => ((step + 1) % syncEvery === 0) === isSync));
        return { wait: mean(wait), computing: of(false), syncs: of(true) };
      }),
    );
    return {
      slow: {
        a: mean(a.map(({ syncs }) => syncs)) / mean(a.map(({ computing }) => computing)),
        b: b[1].computing / b[0].computing,
        c: c.map(({ syncs, computing }) => syncs / computing),
      },
      "Both nodes take equally long to compute and hardly wait for images":
        isBetween(0.5, a[0].computing / a[1].computing, 1.5) &&
        a.every(({ wait, computing }) => wait < 0.1 * computing),
      "the first node's steps with an all-reduce are long, too": b[0].syncs > b[1].syncs,
      "more time waiting for images than computing": c.every(({ wait, computing }) => wait > computing),
    };
  }
}
