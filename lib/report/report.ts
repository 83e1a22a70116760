import { basename, dirname, extname, join } from "node:path";
import { designFile, readDesign } from "../experiment/design";
import { currentEnvironment, readEnvironments } from "../experiment/environment";
import { readExperiment, refuseChanges, type Journal } from "../experiment/runner";
import { refuseUnwritable, writeWhole } from "../system/atomic";
import { readText } from "../system/read-text";
import { makeFolders } from "../system/folders";
import { accuracySection } from "./accuracy-section";
import { againSection, designText } from "./again-section";
import { designSection } from "./design-section";
import { environmentSection } from "./environment-section";
import { inDesignOrder, withOurLevels, type Material } from "./material";
import { modelsSection } from "./models-section";
import { observationsSection } from "./observations-section";
import { reportPage } from "./page";
import { predictionSection } from "./prediction-section";
import { runsSection } from "./runs-section";
import { effectsSection, intervalsSection, timesSection } from "./times-section";

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
];

/**
 * Writes the report of an experiment, complete or not, as one HTML file that needs no network. The file is replaced atomically.
 * @param which The design's file, or `quick`, `local` or `full`.
 * @param options.folder The experiment's. Default: `results/experiments/NAME`.
 * @param options.file Default: `report.html` in that folder.
 * @returns the file.
 * @throws one line when the experiment has not begun, a record cannot be read, or the file cannot be written.
 */
export async function writeReport(which: string, options: { folder?: string; file?: string } = {}): Promise<string> {
  if (options.file !== undefined) refuseUnwritable("The report", options.file);
  const material = await readMaterial(which, options.folder);
  const { design, folder } = material.results;
  const { file = join(folder, "report.html") } = options;
  const page = reportPage(
    `Experiment ${design.name}`,
    sections.map((section) => section(material)),
  );
  try {
    makeFolders(dirname(file));
    await writeWhole(file, page);
  } catch (error) {
    throw new Error(`The report ${file} cannot be written: ${(error as Error).message}.`);
  }
  return file;
}

async function readMaterial(which: string, folder?: string): Promise<Material> {
  const file = designFile(which);
  const name = basename(file, extname(file));
  const remarks: string[] = [];
  const results = await readExperiment(name, { folder }).catch(async (error: Error) => {
    // Where the runs lack the design's response, the report uses another one. Any other error occurs again here.
    const training = await readExperiment(name, { folder, response: "training" });
    remarks.push(`${error.message} Times are those of the whole training instead.`);
    return training;
  });
  const { journal } = results;
  const measured = inDesignOrder(results);
  const written = await readEnvironments(results.folder);
  const late = written.length === 0;
  const changed = await changeOf(file, journal);
  if (changed !== undefined) remarks.push(`${changed} The design shown here is the one of the runs.`);
  return {
    results,
    measured,
    studied: withOurLevels(measured),
    environments: late ? [await currentEnvironment({ slurm: journal.on.kind !== "loopback" })] : written,
    late,
    design: {
      file: `${journal.design.name}.yaml`,
      text:
        changed === undefined
          ? readText(file, (problem) => new Error(`The design ${file}: ${problem}.`))
          : designText(journal.design),
    },
    remarks,
    at: new Date(),
  };
}

/** The difference between the design's file and the design of the runs; undefined where there is none. */
async function changeOf(file: string, journal: Journal): Promise<string | undefined> {
  try {
    const design = await readDesign(file);
    refuseChanges(design, journal);
    const { replicates } = journal.design;
    if (design.replicates === replicates) return undefined;
    return `The design's file now asks for ${design.replicates} replicates, and the experiment has ${replicates}.`;
  } catch (error) {
    return (error as Error).message;
  }
}
