import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { nodesOfLevels, type Design } from "../experiment/design";
import { code, download, notice, paragraph, type Section } from "./html";
import { occurrences, type Material } from "./material";

/** How to repeat the experiment: commands, and the design's file with its hash. */
export function againSection({ results, environments, late, design: { file, text } }: Material): Section {
  const { on, runs } = results.journal;
  const nodes = Math.max(...runs.map(({ levels }) => nodesOfLevels(levels)));
  const commits = occurrences(results.observations.flatMap(({ run }) => run.where.commit ?? []));
  const commit = commits.at(0)?.[0] ?? environments.at(-1)?.workbook.commit;
  const changed = !late && environments.some(({ workbook }) => workbook.changed?.length);
  const commands = [
    commit === undefined ? "" : `git checkout ${commit}\n`,
    "./workbook setup\n",
    on.kind === "local-cluster" ? `./workbook cluster up --nodes ${nodes}${on.rate ? ` --rate ${on.rate}` : ""}\n` : "",
    `./workbook experiment run ${file}${on.kind === "loopback" ? " --on local" : ""}\n`,
    `./workbook experiment report ${file}`,
  ];
  return [
    "How to run it again",
    paragraph("In a clone of the workbook's repository, with the design's file below saved there:"),
    changed && notice("The runs were made with uncommitted changes, which the commit does not bring back."),
    code(commands.join("")),
    paragraph(`The design's file ${file}, SHA-256 ${createHash("sha256").update(text).digest("hex")}:`),
    code(text),
    download(`Save ${file}`, file, "text/yaml", text),
  ];
}

/** A design as a file that reads as the same design. */
export function designText({ factors, name: _, ...rest }: Design): string {
  const named = factors.map(({ name, levels }): [string, unknown] => [
    name,
    levels.every(({ level }) => typeof level === "number")
      ? levels.map(({ level }) => level)
      : Object.fromEntries(levels.map((each) => [each.level, each.arguments])),
  ]);
  return stringify({ ...rest, factors: Object.fromEntries(named) });
}
