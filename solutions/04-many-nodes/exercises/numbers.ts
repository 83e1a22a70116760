import { mean } from "simple-statistics";
import { accumulateGains, firstFaster, pointOf } from "../../../chapters/04-many-nodes/study-tables";
import { networkCells } from "../../../chapters/04-many-nodes/network-cells";
import { slowNodesRuns } from "../../../chapters/04-many-nodes/slow-nodes";
import { epochCounts, epochsByNodes, gradientBytes, payloadRate, sentBytes } from "../../../lib/measure";
import { allReduceSeconds } from "../../../lib/measure/communication";
import { parameterCount } from "../../../lib/models/known";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { slowNetworkRuns, slowNetworkTable } from "../../../lib/runs";

export const given = {
  "1,000,000,000": "1 Gb/s",
  "4070": "the study's graphics card",
  "2.15": "the version of TensorFlow that the study had",
  "224": "the pixels of an image in the study's program for sync",
  ...Object.fromEntries(["2.24", "1.33"].map((number) => [number, "as the study prints it"])),
};

const images = 100_000;
const batches = [32, 64, 100];
/** Parameters of a network with a last layer for so many classes. */
const parameters = (model: string, classes = 1000): number => parameterCount(model, classes)!;
const bytes = gradientBytes(parameters("resnet50"));
const payload = payloadRate(1e9);

export async function numbers(): Promise<LessonNumbers> {
  const [runs, table] = [await slowNetworkRuns(), await slowNetworkTable()];
  const everyPoint = epochsByNodes(runs);
  const points = everyPoint.filter(({ way, nodes }) => way === "sync" || nodes < 3);
  const resnet = points.filter(({ model }) => model === "resnet50");
  const point = pointOf(everyPoint);
  const epoch = (way: string, batch: number, nodes: number, model = "resnet50"): number =>
    point(model, way, batch, nodes).epochSeconds;

  return { ...wire(), ...study(), ...network(), ...sealed(), ...twoBatches(), ...(await diagnosis()) };

  function wire(): LessonNumbers {
    const [sent, least] = [125e6, payload].map((bytesPerSecond) => allReduceSeconds(2, bytes, { bytesPerSecond }));
    const compute = (epoch("sync", 32, 1) * 32) / images;
    const few = {
      compute: (epoch("accumulate", 32, 1) * 32) / images,
      allReduce: networkCells(everyPoint).find(
        ({ point: { model, way, localBatchSize, nodes } }) =>
          model === "resnet50" && way === "accumulate" && localBatchSize === 32 && nodes === 3,
      )!.secondsPerSync,
    };
    const fewest = Math.ceil((1.97 * 0.9) / (0.1 * 0.102)); // batches, so that all-reduces take a tenth of the time
    return {
      frame: { data: 1500 - 20 - 20, wire: 1500 + 14 + 4 + 8 + 12 },
      wire: { rate: 1e9 / 8 / 1e6, payload: payload / 1e6 },
      step: { bytes: bytes / 1e6, compute, sent, least },
      "nearly eight times as long as the computing": isBetween(7.5, sent / compute, 8),
      few,
      "more than 16,000 images": fewest * 32 * 3 > 16_000,
      updates: Math.ceil(Math.ceil(images / (32 * 3)) / fewest),
    };
  }

  function study(): LessonNumbers {
    const [one, two, three] = [1, 2, 3].map((nodes) => epoch("sync", 32, nodes));
    const [single, several] = [true, false].map((isOne) =>
      resnet.filter(({ nodes }) => (nodes === 1) === isOne).map(({ epochSeconds }) => epochSeconds),
    );
    const final = table.filter(({ campaign }) => campaign === "final");
    const [completed, outOfMemory, incomplete] = ["completed", "out-of-memory", "incomplete"].map(
      (outcome) => final.filter((run) => run.outcome === outcome).length,
    );
    const tried = final.filter(
      ({ model, way, localBatchSize, nodes }) =>
        model === "efficientnetb0" && way === "accumulate" && localBatchSize === 100 && nodes === 1,
    );
    const [first, second, third, fourth] = [0, 1, 2, 3].map(
      (epochs) => tried.filter(({ epochSeconds }) => epochSeconds.length === epochs).length,
    );
    const [at32, at64, at100] = batches.map(
      (batch) => epoch("sync", batch, 2, "efficientnetb0") / epoch("sync", batch, 1, "efficientnetb0"),
    );
    const gains = accumulateGains(runs, [32, 64]) as { "2 nodes": number; pooled: number }[];
    return {
      runs: { completed, outOfMemory, incomplete },
      tries: { all: tried.length, first, second, third, fourth },
      efficient: { at32, at64, at100 },
      faster: { resnet: gains[0]["2 nodes"], efficientNet: gains[2]["2 nodes"] },
      pooled: { at32: gains[2].pooled, at64: gains[3].pooled },
      "The first number is the pooled ratio at batch 32": Math.abs(gains[0].pooled - 2.24) < 0.005,
      sync: { one, two, three, slower: two / one, slowerWith100: epoch("sync", 100, 2) / epoch("sync", 100, 1) },
      accumulate: { one: epoch("accumulate", 32, 1), two: epoch("accumulate", 32, 2) },
      "nearly five times as long as on one node": isBetween(4.7, three / one, 5),
      "ResNet50 does not gain from a second node at any batch size": batches.every(
        (batch) => epoch("sync", batch, 2) > epoch("sync", batch, 1),
      ),
      "those on one node are the fastest": Math.max(...single) < Math.min(...several),
    };
  }

  function network(): LessonNumbers {
    const cells = networkCells(resnet);
    const of = (way: string) => cells.filter(({ point }) => point.way === way);
    const rates = of("sync").map(({ bytesPerSecond }) => bytesPerSecond / 1e6);
    const [sync, accumulate] = ["sync", "accumulate"].map((way) =>
      of(way).flatMap(({ point, secondsPerSync }) => (point.nodes === 2 ? [secondsPerSync] : [])),
    );
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
      },
      "all six times of ResNet50 with sync on several nodes to within 1.2 %": rates.length === 6,
      "within 1.2 % of all six circles (sync)": longer("sync").every((percent) => Math.abs(percent) < 1.2),
      longer: longer("accumulate"),
      allReduce: { accumulate, sync, extra: mean(accumulate) - mean(sync) },
      "their all-reduces took 1.4 s or more, and the all-reduces of sync took less than 1.1 s":
        Math.min(...accumulate) >= 1.4 && Math.max(...sync) < 1.1,
    };
  }

  /** Predictions from an epoch on one node and one on two. */
  function sealed(): LessonNumbers {
    const foreseen = (model: string, way: string, batch: number, nodes: number) => {
      const [one, two] = [1, 2].map((count) => point(model, way, batch, count));
      const plan = { images, localBatchSize: batch, syncEvery: two.syncEvery };
      const between = (two.epochSeconds - one.epochSeconds / 2) / epochCounts({ ...plan, nodes: 2 }).syncs;
      const { steps, syncs } = epochCounts({ ...plan, nodes });
      return (steps * one.epochSeconds * batch) / images + (syncs * between * 2 * (nodes - 1)) / nodes;
    };
    const hidden = everyPoint.filter(({ way, nodes }) => way === "accumulate" && nodes === 3);
    const errors = hidden.map(
      ({ model, localBatchSize, epochSeconds }) =>
        100 * (foreseen(model, "accumulate", localBatchSize, 3) / epochSeconds - 1),
    );
    const [[at32, at64, at100], [few32, few64, few100]] = ["resnet50", "efficientnetb0"].map((model) =>
      batches.map((batch) => firstFaster(point(model, "sync", batch, 1), foreseen)!),
    );
    const measured = (batch: number) =>
      [2, 3].find((nodes) => epoch("sync", batch, nodes, "efficientnetb0") < epoch("sync", batch, 1, "efficientnetb0"));
    return {
      opened: {
        errors,
        rates: networkCells(everyPoint).flatMap(({ point, bytesPerSecond }) =>
          point.way === "accumulate" ? [bytesPerSecond / 1e6] : [],
        ),
      },
      "predicts all five epochs on three nodes": errors.length === 5,
      crossing: { at32, at64, at100 },
      smaller: { at32: few32, at64: few64, at100: few100 },
      "with batches of 64, EfficientNetB0 is faster on three nodes than on one": measured(64) === 3 && few64 === 3,
      "it predicts nothing about two nodes": few100 === 2,
      "with sync, ResNet50 needs more nodes than they had, and so does EfficientNetB0 with batches of 32":
        Math.min(at32, at64, at100, few32) > 3,
    };
  }

  function twoBatches(): LessonNumbers {
    /** Seconds of an all-reduce, and the share of an epoch with the first batch. */
    const from = (model: string, nodes: number, ...two: number[]) => {
      const [a, b] = two.map((batch) => ({
        seconds: epoch("sync", batch, nodes, model),
        syncs: Math.ceil(images / (batch * nodes)),
      }));
      const perSync = (a.seconds - b.seconds) / (a.syncs - b.syncs);
      return { perSync, share: (100 * a.syncs * perSync) / a.seconds, rest: a.seconds - a.syncs * perSync };
    };
    const all = (nodes: number) =>
      [from("efficientnetb0", nodes, 32, 64), from("efficientnetb0", nodes, 64, 100)].map(({ perSync }) => perSync);
    const byOne = (nodes: number) =>
      networkCells(points).flatMap(({ point, secondsPerSync }) =>
        point.model === "efficientnetb0" && point.way === "sync" && point.nodes === nodes ? [secondsPerSync] : [],
      );
    const [one32, , one100] = batches.map((batch) => epoch("sync", batch, 1, "efficientnetb0"));
    const [resnet, efficientNet] = ["resnet50", "efficientnetb0"].map((model) => from(model, 2, 32, 64));
    const shareByOne = (model: string): number =>
      100 * (1 - epoch("sync", 32, 1, model) / 2 / epoch("sync", 32, 2, model));
    return {
      efficientNet: {
        two: all(2),
        three: all(3),
        ...{ twoByOne: byOne(2), threeByOne: byOne(3), at32: one32, at100: one100 },
        gradients: (100 * parameters("efficientnetb0")) / parameters("resnet50"),
        share: efficientNet.share,
        oneNode: 2 * efficientNet.rest,
        oneNodeError: 100 * ((2 * efficientNet.rest) / one32 - 1),
        shareOfResnet: resnet.share,
        ...{ shareByOne: shareByOne("efficientnetb0"), shareOfResnetByOne: shareByOne("resnet50") },
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
      "Both nodes take about equally long to compute and hardly wait for images":
        isBetween(0.5, a[0].computing / a[1].computing, 1.5) &&
        a.every(({ wait, computing }) => wait < 0.1 * computing),
      "the first node's steps with an all-reduce are long, too": b[0].syncs > b[1].syncs,
      "more time waiting for images than computing": c.every(({ wait, computing }) => wait > computing),
    };
  }
}
