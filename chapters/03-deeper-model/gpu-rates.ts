import type { ScalingStudy } from "../../lib/measure";
import { multiplyAdds } from "../../lib/models";
import { modelName } from "../../lib/plots";
import { h100Peak, h100Rates } from "../../lib/runs";

type Name = "resnet50v2" | "resnet152v2";

/** What a GPU computes in a second at so many images: a multiply-add is two operations, and the backward pass has twice as many as the forward. */
const teraflops = (model: Name, imagesPerSecond: number): number =>
  (imagesPerSecond * 3 * 2 * multiplyAdds(model, 128)) / 1e12;

interface Known {
  /** What the data sheet promises in the precision, in operations a second. */
  peak: number;
  epochSeconds?: number;
}

/** Rows for a table: both networks on the book's H100s, one and the most of them, and by this workbook on another H100. */
export async function gpuRates(shallow: ScalingStudy, deep: ScalingStudy) {
  const row = (program: string, model: Name, GPUs: number, rate: number, { peak, epochSeconds }: Known) => {
    const each = teraflops(model, rate / GPUs);
    return {
      ...{ program, model: modelName(model), GPUs, "epoch (s)": epochSeconds, "images/s": rate },
      ...{ "TFLOP/s of each GPU": each, "MFU (%)": (100 * each * 1e12) / peak },
    };
  };
  const book = (
    [
      [shallow, "resnet50v2"],
      [deep, "resnet152v2"],
    ] as const
  ).flatMap(([{ points }, model]) =>
    [points[0], points[points.length - 1]].map(({ devices, imagesPerSecond, epochSeconds }) =>
      row("the book's", model, devices, imagesPerSecond, { peak: h100Peak.float32, epochSeconds }),
    ),
  );
  const ours = await inFloat16();
  return [
    ...book,
    ...ours.map(({ model, imagesPerSecond }) =>
      row("this workbook's, float16", model, 1, imagesPerSecond, { peak: h100Peak.sixteenBits }),
    ),
  ];
}

/** Rows for a table: how many times as long an image takes in the deeper network, on the book's H100, on another, and on one's own device. */
export async function timesAsLong(
  book: [shallow: ScalingStudy, deep: ScalingStudy],
  own: [ScalingStudy, ScalingStudy],
) {
  const row = (device: string, shallow: number, deep: number) => ({
    ...{ device, "ResNet50V2 (images/s)": shallow, "ResNet152V2 (images/s)": deep, "times as long": shallow / deep },
  });
  const first = ([shallow, deep]: [ScalingStudy, ScalingStudy]) =>
    [shallow, deep].map(({ points }) => points[0].imagesPerSecond) as [number, number];
  const rates = await inFloat16();
  const deepRate = rates.find(({ model }) => model === "resnet152v2")!.imagesPerSecond;
  return [
    row("the book's H100", ...first(book)),
    ...rates
      .filter(({ model }) => model === "resnet50v2")
      .map(({ imagesPerSecond }) => row("another H100, by this workbook", imagesPerSecond, deepRate)),
    row("one of your devices", ...first(own)),
  ];
}

const inFloat16 = async () => (await h100Rates()).filter(({ precision }) => precision === "float16");
