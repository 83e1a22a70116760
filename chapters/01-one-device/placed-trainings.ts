import { chapterRuns, h100Rates, runStatistics, type RunRecord } from "../../lib/runs";
import { trainingWork } from "./training-work";

/** A training, and where it lies under the roof of its device. */
export interface PlacedTraining {
  name: string;
  /** The index of its device's roof: 1 is the H100's for TensorFloat-32, and each own device has one of its own after that. */
  roof: number;
  imagesPerSecond: number;
  operationsPerByte: number;
  operationsPerSecond: number;
}

/**
 * The trainings of the roofline: the book's largest batches on one H100, what this workbook and Keras reached on another H100 in
 * the same precision, and runs of one's own.
 * @param own Runs of ResNet50V2 that measured their device's ceiling.
 */
export async function placedTrainings(own: RunRecord[]): Promise<PlacedTraining[]> {
  const place = (name: string, roof: number, model: "resnet50v2" | "resnet152v2", size: number, rate: number) => {
    const { operations, operationsPerByte } = trainingWork(model, size);
    return { name, roof, imagesPerSecond: rate, operationsPerByte, operationsPerSecond: operations * rate };
  };
  const book = (await chapterRuns()).filter(({ configuration: { replicas } }) => replicas === 1);
  const others = (await h100Rates()).filter(({ precision }) => precision === "tf32");
  return [
    ...(["resnet50v2", "resnet152v2"] as const).map((model) => {
      const largest = book.filter(({ configuration }) => configuration.model === model).pop()!;
      return place(`${model} on the book's H100`, 1, model, 128, runStatistics(largest).imagesPerSecond);
    }),
    ...others.map(({ program, model, xla, imagesPerSecond }) => {
      const by = program === "keras" ? "Keras" : `this workbook${xla ? " with XLA" : ""}`;
      return place(`${model} by ${by} on another H100`, 1, model, 128, imagesPerSecond);
    }),
    ...own.map((run, index) => {
      const { device, imageSize = 128 } = run.configuration;
      const name = `resnet50v2 on your ${device.toUpperCase()}`;
      return place(name, 2 + index, "resnet50v2", imageSize, runStatistics(run).imagesPerSecond);
    }),
  ];
}
