import { dirname } from "node:path";
import { scaleTermTable } from "../../experiment/scale";
import { forecastTable, hours, planTraining, type PlanChoice } from "../../plan";
import { figurePage } from "../../plots/page";
import { frontierFigure } from "../../plots/plan/frontier";
import { saveFigure } from "../../plots/static";
import { escapeHtml } from "../../plots/display";
import { captionedTable, contents, rowsHtml } from "../../plots/table";
import { readRun } from "../../runs/record";
import { writeWhole } from "../../system/atomic";
import { makeFolders } from "../../system/folders";
import type { Rows } from "../../system/rows";
import { counted } from "../../system/words";
import { refuseUndrawable } from "../drawn-file";
import type { PlanFlags } from "./command";

/** Prints the plan for a training, and draws it where a file is named. @throws one line when there is nothing to choose. */
export async function printPlan(flags: PlanFlags): Promise<void> {
  const { epochs, images, precision, deadline, budget, globalBatch } = flags;
  if (flags.out !== undefined) refuseUndrawable("The plan", flags.out);
  const runs = await Promise.all((flags.runs ?? []).map(readRun));
  const limits = { deadlineSeconds: deadline && 3600 * deadline, budget };
  const { cluster, subject, fit, from, all, choice, leftOut } = await planTraining({
    ...flags,
    globalBatches: globalBatch,
    runs,
    limits,
  });
  if (choice.why !== undefined) throw new Error(choice.why);
  const { frontier, fitting, within } = choice;
  const what = `${subject.name}, ${subject.imageSize} x ${subject.imageSize} pixels, ${precision}, on ${cluster.name}`;
  const counts = `${fitting.length} of ${counted(all.length, "configuration")} fit${fitting.length === 1 ? "s" : ""}, ${within.length} ${within.length === 1 ? "is" : "are"} within the limits.`;
  const basis = `The forecast rests on ${from}. It leaves out the start-up, evaluation and checkpoints.`;
  const table = forecastTable(frontier, cluster, choice);
  const terms = scaleTermTable(fit);
  const captions = ["Nothing is both faster and cheaper than these", "What the forecast knows of a step"];
  console.log(`${what}: ${counted(epochs, "epoch")} of ${counted(images, "image")}. ${counts}\n`);
  console.log(asText(table, captions[0]));
  console.log(`\n${asText(terms, captions[1])}\n\n${verdict(choice, cluster.price?.currency)}\n${basis}`);
  if (leftOut !== undefined) console.log(leftOut);
  if (flags.out === undefined) return;
  const drawn = frontierFigure(choice, cluster.price?.currency);
  if (flags.out.endsWith(".html")) {
    makeFolders(dirname(flags.out));
    const tables = [rowsHtml(table, captions[0]), rowsHtml(terms, captions[1])];
    const page = figurePage(what, [drawn, ...tables, `<p>${escapeHtml(basis)}</p>`]); // which quotes records of others
    await writeWhole(flags.out, page);
  } else {
    await saveFigure(drawn, flags.out);
  }
  console.log(`The figure: ${flags.out}`);
}

function asText(rows: Rows, caption: string): string {
  const { columns, lines } = contents(rows);
  return captionedTable(columns, lines, caption);
}

function verdict({ cheapest, fastest }: PlanChoice, currency = "device-hours"): string {
  const line = (name: string, chosen: PlanChoice["cheapest"]) => {
    if (!chosen) return "";
    const { configuration: how, job, price, deviceHours } = chosen;
    const cost = `${(price ?? deviceHours).toPrecision(3)} ${currency}`;
    return `The ${name} takes ${hours(job.seconds)} on ${counted(how.devices, "device")} with ${counted(how.localBatch, "image")} each, for ${cost}.`;
  };
  return cheapest === fastest
    ? line("cheapest and fastest", cheapest)
    : `${line("cheapest", cheapest)}\n${line("fastest", fastest)}`;
}
