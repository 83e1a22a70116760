import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { writeWhole } from "../../system/atomic";
import { figurePage } from "../../plots/page";
import { saveFigure } from "../../plots/static";
import { tableHtml, captionedTable } from "../../plots/table";
import { timelineFigure } from "../../plots/run/timeline";
import { scheduleFigure } from "../../plots/sharding/schedule";
import { summarize, type StepTimeline } from "../../profile/timeline";
import { bubbleOf } from "../../sharding/pipeline/bubble";

/** A step's summary as plain text: a row for each device, with milliseconds and shares of the step; and its bubble, in a pipeline. */
export function summaryText(timeline: StepTimeline): string {
  const { tasks, devices } = timeline;
  const table = captionedTable(...summaryTable(timeline));
  if (!tasks) return table;
  const bubble = (100 * bubbleOf(tasks, devices.length)).toFixed(0);
  return `${table}\nBubble: ${bubble} % of the devices' time between the first task and the last`;
}

/**
 * Draws steps into a file. A `.html` page, which needs no network, has all of them with their summaries; a `.png`, `.svg`
 * (both need Chromium) or `.json` file has the last one.
 */
export async function saveTimelines(timelines: readonly StepTimeline[], file: string): Promise<void> {
  if (/\.(png|svg|json)$/.test(file)) return saveFigure(timelineFigure(timelines[timelines.length - 1]), file);
  if (!file.endsWith(".html")) throw new Error(`A timeline is drawn as .html, .png, .svg or .json, not "${file}".`);
  mkdirSync(dirname(file), { recursive: true });
  const parts = timelines.flatMap((timeline) => [
    timelineFigure(timeline),
    tableHtml(...summaryTable(timeline)),
    ...scheduleOf(timeline),
  ]);
  await writeWhole(file, figurePage("What each device did", parts));
}

/** When the tasks of a pipeline ran. */
function scheduleOf({ step, tasks, devices }: StepTimeline) {
  return tasks ? [scheduleFigure([{ name: `step ${step}`, devices: devices.length, tasks, measured: true }])] : [];
}

function summaryTable(timeline: StepTimeline): [columns: string[], lines: string[][], caption: string] {
  const { step, seconds, collectives } = timeline;
  const time = (part: number): string => {
    if (part === 0) return "–";
    const share = (100 * part) / seconds;
    return `${(1000 * part).toFixed(1)} ms (${share.toFixed(share < 10 ? 1 : 0)} %)`;
  };
  const lines = summarize(timeline).map(({ device, compute, communication, exposedCommunication, input, idle }) =>
    [device].concat([compute, communication, exposedCommunication, input, idle].map(time)),
  );
  const columns = ["device", "compute", collectives, `${collectives} alone`, "input", "idle"];
  return [columns, lines, `Step ${step}: ${(1000 * seconds).toFixed(1)} ms`];
}
