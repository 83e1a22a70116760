import { fullFactorial } from "../experiment/design";
import { factTable, notice, paragraph, table, type Section } from "./html";
import type { Material } from "./material";

const responses = {
  epoch: "seconds of an epoch: the mean of a run's epochs without the first, which carries the start-up",
  training: "seconds of training: from the first batch to the end of the last, over all epochs",
};

/** The design: factors, levels, replicates, and the settings common to all runs. */
export function designSection({ results, design: file, remarks }: Material): Section {
  const { design, dataset } = results.journal;
  const { factors, replicates, attempts } = design;
  const configurations = fullFactorial(design).length;
  const words = describedBy(file.text);
  const common = { ...design.arguments, ...(dataset !== undefined && { dataset: `${dataset} (was at hand)` }) };
  return [
    "Design",
    words !== "" && paragraph(words),
    remarks.map(notice),
    factTable([
      ["Configurations", `${configurations}: every level of each factor with every level of the others`],
      ["Replicates", `${replicates} of each configuration, ${configurations * replicates} runs`],
      ["Order", `randomised in blocks by seed ${design.seed}: each replicate is a block with an order of its own`],
      ["Response", responses[design.response]],
      ["Program", design.program],
      ["Tries", `a run that fails is tried ${attempts === 1 ? "once" : `up to ${attempts} times`}`],
      ["Arguments of all runs", inPairs(common)],
      ["Each node", inPairs(design.resources)],
    ]),
    table(
      factors.map(({ name, levels }) => ({
        factor: name,
        levels: levels.map(({ level }) => level).join(", "),
        "arguments of the program": levels
          .filter((level) => Object.keys(level.arguments).length > 0)
          .map((level) => `${level.level}: ${inPairs(level.arguments)}`)
          .join("; "),
      })),
      "Factors",
    ),
  ];
}

/** The description in the design's file: its first comment, without commands. */
function describedBy(text: string): string {
  const [comment] = /^(#.*\n)*/.exec(text) ?? [""];
  const lines = comment.split("\n").map((line) => line.slice(1).trim());
  return lines
    .filter((line) => !line.startsWith("./workbook"))
    .join(" ")
    .trim();
}

function inPairs(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}
