import { publishedRows } from "../../../lib/runs/published/published-record";

/** A place's electricity. */
export interface Grid {
  place: string;
  year: number;
  /** CO2 equivalents, over the life of the power plants. */
  gramsPerKilowattHour: number;
}

/** What Meta published about the training of a model. */
export interface PublishedEmission {
  model: string;
  gpuHours: number;
  watts: number;
  /** CO2 equivalents, by the grids where the GPUs are. */
  tonnes: number;
}

/** The rows of datasets/published/grids.csv. */
export const publishedGrids = async (): Promise<Grid[]> =>
  (await publishedRows("grids")).map(({ place, year, grams_per_kwh: grams }) => ({
    ...{ place, year: Number(year), gramsPerKilowattHour: Number(grams) },
  }));

/** The rows of datasets/published/llama31-emissions.csv. */
export const publishedEmissions = async (): Promise<PublishedEmission[]> =>
  (await publishedRows("llama31-emissions")).map(({ model, gpu_hours: hours, watts, tonnes }) => ({
    ...{ model, gpuHours: Number(hours), watts: Number(watts), tonnes: Number(tonnes) },
  }));

/** The grams of CO2 for each kilowatt-hour that a published training had, if its watts are all that it took. */
export const impliedGrid = ({ gpuHours, watts, tonnes }: PublishedEmission): number =>
  (1e6 * tonnes) / ((gpuHours * watts) / 1000);
