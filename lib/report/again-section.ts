import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { nodesOfLevels, type Design } from "../experiment/design";
import type { Journal } from "../experiment/runner";
import { code, download, note, paragraph, type Section } from "./html";
import { commitOf, type Material } from "./material";

/** How to run the experiment again: commands, and the design's file with its hash. */
export function againSection(material: Material): Section {
  const { results, environments, late, design } = material;
  const { journal } = results;
  const changed = !late && environments.some(({ workbook }) => (workbook.changed ?? []).length > 0);
  return {
    id: "again",
    title: "How to run it again",
    parts: [
      paragraph("In a clone of the workbook's repository, with the design's file below saved there:"),
      ...(changed ? [note("The runs were made with uncommitted changes, which the commit does not bring back.")] : []),
      code(commands(journal, commitOf(material), design.file).join("\n")),
      paragraph(`The design's file ${design.file}, SHA-256 ${hash(design.text)}:`),
      code(design.text),
      download(`Save ${design.file}`, design.file, "text/yaml", design.text),
    ],
  };
}

function commands({ on, runs }: Journal, commit: string | undefined, file: string): string[] {
  const nodes = Math.max(...runs.map(({ levels }) => nodesOfLevels(levels)));
  const rate = on.rate === undefined ? "" : ` --rate ${on.rate}`;
  return [
    ...(commit === undefined ? [] : [`git checkout ${commit}`]),
    "./workbook setup",
    ...(on.kind === "local-cluster" ? [`./workbook cluster up --nodes ${nodes}${rate}`] : []),
    `./workbook experiment run ${file}${on.kind === "loopback" ? " --on local" : ""}`,
    `./workbook experiment report ${file}`,
  ];
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A design as a file that reads as the same design. */
export function designText({ factors, program, replicates, seed, response, attempts, ...rest }: Design): string {
  const named = factors.map(({ name, levels }): [string, unknown] => [
    name,
    levels.every(({ level }) => typeof level === "number")
      ? levels.map(({ level }) => level)
      : Object.fromEntries(levels.map((each) => [each.level, each.arguments])),
  ]);
  const common = { arguments: rest.arguments, resources: rest.resources };
  return stringify({ program, factors: Object.fromEntries(named), replicates, seed, response, attempts, ...common });
}
