import type { ChapterModel } from "./chapter";
import { publishedRows } from "./published-record";

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
