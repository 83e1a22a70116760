import { describe, expect, it, vi } from "vitest";
import { gpt, modelNamed, modelNames, type Chain } from "../../lib/models";
import { fullyShard, pipeline, tensorParallel } from "../../lib/sharding";
import { MirroredStrategy, OneDeviceStrategy, type Strategy } from "../../lib/strategy";
import { configureTensorFlow, deviceNames, tf, type Precision } from "../../lib/tensorflow";
import { adamW, sgd } from "../../lib/training";
import { COMPARED_RATE, differences, TOLERANCE } from "../../lib/verify/checks/losses";
import { all } from "../extent";
import { randomImages } from "../models/random-images";
import { text } from "../sharding/one-device";
import { ByHand } from "./by-hand";

vi.mock("../../lib/tensorflow/processor", () => ({ lacksSixteenBits: () => false })); // bfloat16 is slow without the instructions, not wrong
// XLA translates the same graphs and fuses them, but its compiler for CPUs takes a quarter of the time.
process.env.XLA_FLAGS = "--xla_backend_optimization_level=0";
configureTensorFlow({ device: "cpu", logicalDevices: 2 });
deviceNames(); // starts it

// The losses of every model under every strategy in every precision, compiled and not, beside those of the same strategy in float32,
// not compiled, as `verify` compares losses. Each comparison prints a row of a table.
const UPDATES = 4;
const precisions: Precision[] = ["float32", "mixed_bfloat16", "mixed_float16"];
const ways = precisions.flatMap((precision) => [false, true].map((xla) => ({ precision, xla })));
/** A model, and rows for each update. */
interface Subject {
  name: string;
  make: () => Chain;
  rows: (update: number) => tf.Tensor[];
  /** How many times as far as in `verify` the first loss may lie, where a model makes more of rounding. */
  rounding: number;
}

type Losses = (way: { precision: Precision; xla: boolean }) => Promise<number[]>;

function lossesOf({ make, rows }: Subject, strategy: () => Strategy, optimizer: () => ReturnType<typeof sgd>): Losses {
  const known = new Map<string, Promise<number[]>>();
  const train: Losses = async (way) => {
    const training = new ByHand(strategy(), make(), { optimizer: optimizer(), ...way });
    const losses: number[] = [];
    for (let update = 0; update < UPDATES; update++) losses.push(await training.loss(rows(update)));
    training.dispose();
    return losses;
  };
  return (way) => {
    const key = JSON.stringify(way);
    return known.get(key) ?? known.set(key, train(way)).get(key)!; // just set
  };
}

function compare(
  subject: Subject,
  strategies: Record<string, () => Strategy>,
  optimizer: () => ReturnType<typeof sgd>,
) {
  describe.each(Object.entries(strategies))(`${subject.name}, %s`, (strategy, make) => {
    const train = lossesOf(subject, make, optimizer);
    it.each(ways)("$precision, compiled: $xla", { timeout: 1_800_000 }, async (way) => {
      const [whole, losses] = [await train({ precision: "float32", xla: false }), await train(way)];
      const off = differences(losses, whole);
      const shares = [off.first, off.second, off.mean].map((share) => share.toExponential(1));
      const told = [way.precision, way.xla ? "XLA" : "", losses[0].toFixed(4), ...shares];
      console.log(`| ${[subject.name, strategy, ...told].join(" | ")} |`);
      const tolerance = TOLERANCE[way.precision === "float32" ? "float32" : "mixed"];
      expect(off.first).toBeLessThanOrEqual(subject.rounding * tolerance.first);
      expect(off.second).toBeLessThanOrEqual(tolerance.second);
      expect(off.mean).toBeLessThanOrEqual(tolerance.mean);
    });
  });
}

const copies = { "one device": () => new OneDeviceStrategy(), mirrored: () => new MirroredStrategy({ devices: 2 }) };

describe.runIf(all)("losses beside float32's, not compiled", () => {
  const labels = () => tf.range(0, 16, 1, "int32").mod(10).toInt();
  for (const name of modelNames.filter((each) => each.startsWith("tiny"))) {
    const make = () => modelNamed(name, { inputShape: [32, 32, 3], classes: 10, seed: 1, dropout: false });
    const range = make().pixelRange;
    const rows = (update: number) => [randomImages(16, 32, update).mul(range), labels()];
    const strategies = { ...copies, "ZeRO-3": () => fullyShard({ devices: 2, zero: 3 }) };
    // BatchNorm over 8 images of a device and a pixel or a few: measured were 2e-5 (one device, XLA) and 3.8e-2 (bfloat16).
    compare({ name, make, rows, rounding: 4 }, strategies, () => sgd(COMPARED_RATE));
  }
  const sizes = { vocabulary: 65, context: 16, layers: 2, heads: 4, width: 64, seed: 2 };
  const rows = (update: number) => text(sizes, 8, update);
  const strategies = {
    ...copies,
    ...Object.fromEntries(([1, 2, 3] as const).map((zero) => [`ZeRO-${zero}`, () => fullyShard({ devices: 2, zero })])),
    "layers shared": () => tensorParallel({ tensor: 2 }),
    "layers and tokens shared": () => tensorParallel({ tensor: 2, sequence: true }),
    "2 stages": () => pipeline({ stages: 2, microbatches: 2 }),
  };
  compare({ name: "GPT", make: () => gpt(sizes), rows, rounding: 1 }, strategies, () => adamW(COMPARED_RATE));
});
