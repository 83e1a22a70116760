import type { Rows } from "../../lib/system/rows";
import { levelsInWords } from "../../lib/experiment/design/design";
import { fullFactorial, plannedRuns } from "../../lib/experiment/design/planned-runs";
import type { Design } from "../../lib/experiment/design/schema";

/** Designs as a table, with the number of their configurations and runs. */
export function designTable(designs: readonly Design[]): Rows {
  return designs.map((design) => ({
    design: design.name,
    factors: design.factors.map(({ name, levels }) => `${name} ${levels.length}`).join(", "),
    configurations: fullFactorial(design).length,
    replicates: design.replicates,
    runs: plannedRuns(design).length,
  }));
}

/** The order of a design's runs as a table, a column for each block. */
export function orderTable(design: Design): Rows {
  const runs = plannedRuns(design);
  const size = runs.length / design.replicates;
  return runs
    .slice(0, size)
    .map((_, place) =>
      Object.fromEntries(
        Array.from({ length: design.replicates }, (_, block) => [
          `block ${block + 1}`,
          levelsInWords(runs[block * size + place].levels),
        ]),
      ),
    );
}
