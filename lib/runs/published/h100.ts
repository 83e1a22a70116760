import type { ChapterModel } from "./chapter";
import { publishedRows } from "./published-record";

/**
 * Operations a second of an H100 (SXM, 80 GB), by NVIDIA's data sheet "NVIDIA H100 Tensor Core GPU": float32 that is rounded to
 * TensorFloat-32, and 16 bits. The sheet prints twice as much, which holds for sparse matrices only.
 */
export const h100Peak = { float32: 494.7e12, sixteenBits: 989e12 };

/** What a training reached on one H100 with 80 GB. */
export interface H100Rate {
  program: "workbook" | "keras";
  model: ChapterModel;
  /** Images of a step. */
  batch: number;
  precision: "tf32" | "float16";
  /** Whether XLA compiled the steps. */
  xla: boolean;
  /** Of the workbook over its second epoch, of Keras over 20 steps after a warm-up. */
  imagesPerSecond: number;
}

/** The trainings on one H100 of datasets/published/h100.csv, whose README tells the settings. */
export async function h100Rates(): Promise<H100Rate[]> {
  return (await publishedRows("h100")).map(({ program, model, batch, precision, xla, images_per_second: rate }) => ({
    ...({ program, model, precision } as Pick<H100Rate, "program" | "model" | "precision">),
    ...{ batch: Number(batch), xla: xla === "yes", imagesPerSecond: Number(rate) },
  }));
}
