import { dirname } from "node:path";
import { nodeSpeeds, type NodeSpeed } from "../../failures";
import { readRun } from "../../runs/record";
import { printable } from "../../system/printable";
import { writeWhole } from "../../system/atomic";
import { makeFolders } from "../../system/folders";
import { figurePage } from "../../plots/page";
import { saveFigure } from "../../plots/static";
import { tableHtml, captionedTable } from "../../plots/table";
import { timelineFigure } from "../../plots/run/timeline";
import { scheduleFigure } from "../../plots/sharding/schedule";
import { onlyStep, processTimes, straggler } from "../../profile/processes";
import { profilesOfProcesses } from "../../profile/read";
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
 * Where the processes of a run on several nodes spent their steps, and whether they wait for one; undefined where there is one process.
 * @param step Only this step of the run.
 * @throws one line where the processes recorded different steps.
 */
export function processesText(path: string, step?: number): string | undefined {
  const all = profilesOfProcesses(path).map(({ host, timelines }) => ({ host: printable(host), timelines }));
  if (all.length < 2) return undefined;
  const profiles = step === undefined ? all : onlyStep(all, step);
  const ms = (seconds: number): string => `${(1000 * seconds).toFixed(1)} ms`;
  const lines = processTimes(profiles).map(({ host, own, waits }) => [host, ms(own), ms(waits)]);
  const table = captionedTable(
    ["node", "its own work", "waits in an all-reduce"],
    lines,
    "A step of each process, on average",
  );
  const late = straggler(profiles);
  const verdict = late
    ? `The others wait for ${late.host}, whose own work takes ${late.factor.toFixed(2)} times as long.`
    : "No process is slower than the others in each step: where all wait long, the network is slow.";
  return `${table}\n${verdict}`;
}

/** Compares nodes by records of runs on different choices of them. */
export async function nodesText(files: readonly string[]): Promise<string> {
  const speeds = nodeSpeeds(await Promise.all(files.map((file) => readRun(file)))).map((speed) => ({
    ...speed,
    host: printable(speed.host),
  }));
  const lines = speeds.map(({ host, runs, stepSeconds, factor }) => [
    ...[host, String(runs), `${(1000 * stepSeconds).toFixed(1)} ms`, factor.toFixed(2)],
  ]);
  const columns = ["node", "runs", "fastest run's step", "times the fastest"];
  const table = captionedTable(columns, lines, "A node is no slower than its fastest run");
  const those = (verdict: NodeSpeed["verdict"]) =>
    speeds.filter((speed) => speed.verdict === verdict).map(({ host }) => host);
  const [slow, unknown] = [those("slow"), those("unknown")];
  const verdicts = [
    ...(slow.length > 0
      ? [`Every run with ${slow.join(" or ")} is slow: look at the node and its link, or leave it out.`]
      : []),
    ...(unknown.length > 0
      ? [`Nothing can be told of ${unknown.join(", ")}: let it run with other nodes, and the other nodes without it.`]
      : []),
  ];
  return [table, ...(verdicts.length > 0 ? verdicts : ["No node makes its runs slow."])].join("\n");
}

/**
 * Draws steps into a file. A `.html` page, which needs no network, has all of them with their summaries; a `.png`, `.svg`
 * (both need Chromium) or `.json` file has the last one.
 */
export async function saveTimelines(timelines: readonly StepTimeline[], file: string): Promise<void> {
  if (!file.endsWith(".html")) return saveFigure(timelineFigure(timelines[timelines.length - 1]), file);
  makeFolders(dirname(file));
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
