import { holdFolder, type Hold } from "../../system/hold";

/** Makes this process the only runner of an experiment; see {@link holdFolder}. */
export function holdExperiment(folder: string): Promise<Hold> {
  return holdFolder(folder, {
    what: "This experiment",
    look: "look at it by `./workbook experiment status`, end it by `stop`",
    resume: "`./workbook experiment resume`",
  });
}
