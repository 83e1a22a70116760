import { cells, type Observation } from "../../lib/experiment/observations";
import { byLevels } from "../../lib/plots/experiment/text";
import type { Rows } from "../../lib/system/rows";

/** When the runs on each number of nodes started, as a table. */
export function startsByNodes(observations: readonly Observation[]): Rows {
  const minute = (time: string): string => time.slice(0, 16).replace("T", " ");
  const groups = cells(observations, ["nodes"]).sort(byLevels(observations));
  return groups.map(({ levels, observations: runs }) => {
    const starts = runs.map(({ run }) => run.startedAt).sort();
    return { ...levels, runs: runs.length, "first start": minute(starts[0]), "last start": minute(starts.at(-1)!) };
  });
}
