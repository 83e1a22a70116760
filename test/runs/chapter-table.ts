import { scaling, type ScalingPoint } from "../../lib/measure/scaling";
import { chapterScalingRuns } from "../../lib/runs";
import type { ChapterModel } from "../../lib/runs/published/chapter";
import { publishedRows } from "../../lib/runs/published/published-record";

/** One number of the chapter's table 10.1 or 10.2, beside ours; a row for `showTable`. */
export type ChapterRow = {
  devices: number;
  quantity: "epoch time (s)" | "speedup" | "efficiency (%)";
  /** As the chapter prints it. */
  printed: number;
  /** Ours, from the whole seconds that the chapter reckons with. */
  fromSeconds: number;
  /** The least and the most it can be, when each time may lie half a second to either side of its whole seconds. */
  least: number;
  most: number;
  /** Ours, from steps x milliseconds per step. */
  fromSteps: number;
};

/**
 * The chapter's table 10.1 (ResNet50V2) or 10.2 (ResNet152V2), number by number: as printed, as our analysis gives it from
 * the same rounded seconds, within which bounds the rounding leaves it, and as our analysis gives it from the milliseconds
 * per step. Three rows a device count.
 * @throws one line when the model is not one of the chapter's.
 */
export async function chapterTable(model: ChapterModel): Promise<ChapterRow[]> {
  const [fromSeconds, fromSteps] = await Promise.all(
    (["seconds", "steps"] as const).map(async (epochTime) =>
      scaling(await chapterScalingRuns({ model, epochTime })).points.map(quantities),
    ),
  );
  const [baseline] = fromSeconds;
  const printed = (await printedRows()).filter((row) => row.model === model);
  return printed.flatMap(({ devices, values }) => {
    const at = fromSeconds.findIndex((point) => point.devices === devices);
    const [least, most] = [0.5, -0.5].map((half) => bound(baseline, fromSeconds[at], half));
    const row = (quantity: ChapterRow["quantity"], index: number): ChapterRow => ({
      devices,
      quantity,
      printed: values[index],
      fromSeconds: fromSeconds[at].values[index],
      // The longest epoch has the least speedup: time has its bounds the other way round.
      least: index === 0 ? most[index] : least[index],
      most: index === 0 ? least[index] : most[index],
      fromSteps: fromSteps[at].values[index],
    });
    return [row("epoch time (s)", 0), row("speedup", 1), row("efficiency (%)", 2)];
  });
}

interface Quantities {
  devices: number;
  /** Epoch time in seconds, speedup, efficiency in percent. */
  values: number[];
}

function quantities({ devices, epochSeconds, speedup, efficiency }: ScalingPoint): Quantities {
  return { devices, values: [epochSeconds, speedup, 100 * efficiency] };
}

/** Time, speedup and efficiency if the own epoch took `half` more seconds than printed, and the baseline's as many fewer. */
function bound(baseline: Quantities, own: Quantities, half: number): number[] {
  const seconds = own.values[0] + half;
  const speedup = own === baseline ? 1 : (baseline.values[0] - half) / seconds;
  return [seconds, speedup, (100 * speedup) / own.devices];
}

async function printedRows(): Promise<(Quantities & { model: string })[]> {
  return (await publishedRows("torres-chapter10-tables")).map((row) => ({
    model: row.model.toLowerCase(),
    devices: Number(row.devices),
    values: [row.epoch_seconds, row.speedup, row.efficiency_percent].map(Number),
  }));
}
