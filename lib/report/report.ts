import { mkdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { writeWhole } from "../system";
import { figurePage } from "../plots";
import { designFile, readDesign } from "../experiment/design";
import { readExperiment, refuseChanges, type ExperimentResults } from "../experiment/runner";
import { accuracySection } from "./accuracy-section";
import { againSection, designText } from "./again-section";
import { designSection, runsSection } from "./design-section";
import { environmentSection } from "./environment-section";
import { environmentHere, readEnvironments } from "../experiment/environment";
import { oneLine, pageStyle, sectionsHtml } from "./html";
import type { Material } from "./material";
import { modelsSection, predictionSection } from "./models-section";
import { observationsSection } from "./observations-section";
import { pageScript } from "./page-script";
import { effectsSection, intervalsSection, timesSection } from "./times-section";

/**
 * Writes the report of an experiment, complete or not, as one HTML file that needs no network, in one atomic step.
 * @param which The design's file, or `quick`, `local` or `full`.
 * @param options.folder The experiment's. Default: `results/experiments/NAME`.
 * @param options.file Default: `report.html` in that folder.
 * @returns the file.
 * @throws one line when the experiment has not begun, a record cannot be read, or the file cannot be written.
 */
export async function writeReport(which: string, options: { folder?: string; file?: string } = {}): Promise<string> {
  const material = await readMaterial(which, options.folder);
  const file = options.file ?? join(material.results.folder, "report.html");
  const page = reportPage(material);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, page);
  } catch (error) {
    throw new Error(`The report ${file} cannot be written: ${oneLine(error)}.`);
  }
  return file;
}

/** Reads what a report is made of. @throws as {@link writeReport}. */
export async function readMaterial(which: string, folder?: string): Promise<Material> {
  const file = designFile(which);
  const { results, remarks } = await readResults(basename(file, extname(file)), folder);
  const { journal } = results;
  const written = await readEnvironments(results.folder);
  const late = written.length === 0;
  const changed = await changeOf(file, results);
  const text = changed === undefined ? await readFile(file, "utf8") : designText(journal.design);
  return {
    results,
    environments: late ? [await environmentHere({ slurm: journal.on.kind !== "loopback" })] : written,
    late,
    design: { file: `${journal.design.name}.yaml`, text },
    remarks: changed === undefined ? remarks : [...remarks, changed],
    at: new Date(),
  };
}

/** A response that the runs do not have is no reason for no report. */
async function readResults(
  name: string,
  folder: string | undefined,
): Promise<{ results: ExperimentResults; remarks: string[] }> {
  const at = folder === undefined ? {} : { folder };
  try {
    return { results: await readExperiment(name, at), remarks: [] };
  } catch (error) {
    const results = await readExperiment(name, { ...at, response: "training" }); // the same error, where it is another
    return { results, remarks: [`${oneLine(error)} Times are those of the whole training instead.`] };
  }
}

/** How the design's file differs from the design that was run; undefined where it does not. */
async function changeOf(file: string, { journal }: ExperimentResults): Promise<string | undefined> {
  const instead = "The design shown here is the one of the runs.";
  try {
    const now = await readDesign(file);
    refuseChanges(now, journal);
    const { replicates } = journal.design;
    if (now.replicates === replicates) return undefined;
    return `The design's file now asks for ${now.replicates} replicates, and the experiment has ${replicates}. ${instead}`;
  } catch (error) {
    return `${oneLine(error)} ${instead}`;
  }
}

/** The page of a report. */
export function reportPage(material: Material): string {
  const sections = [
    designSection,
    runsSection,
    environmentSection,
    timesSection,
    effectsSection,
    intervalsSection,
    modelsSection,
    predictionSection,
    accuracySection,
    observationsSection,
    againSection,
  ].map((section) => section(material));
  const { name } = material.results.design;
  return figurePage(`Experiment ${name}`, [...sectionsHtml(sections), pageScript], { style: pageStyle });
}
