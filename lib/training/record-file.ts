import { basename, dirname, join } from "node:path";
import type { Cluster } from "../strategy";

/**
 * The file of a process's run record. The chief's record is the run's; those of the others lie in a folder beside it.
 * @param file Default: `$WORKBOOK_RECORD`, else `results/<program>/<id>.json`.
 */
export function recordFile(
  cluster: Pick<Cluster, "task"> | undefined,
  program: string,
  id: string,
  file?: string,
): string {
  const ofRun = file ?? process.env.WORKBOOK_RECORD ?? join("results", program, `${id}.json`);
  if (!cluster || cluster.task === 0) return ofRun;
  return join(dirname(ofRun), "workers", `${basename(ofRun, ".json")}.task-${cluster.task}.json`);
}
