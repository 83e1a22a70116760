import { basename, dirname, join } from "node:path";
import type { Cluster } from "../strategy";
import { refuseUnwritable } from "../system/atomic";

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

/** Where a training writes. */
interface Outputs {
  /** See {@link recordFile}. */
  record?: string;
  checkpoint?: string;
  graph?: string;
  profile?: string;
}

/**
 * Refuses what cannot be written, before anything is trained.
 * @throws one line with the path, the reason and the remedy.
 */
export function refuseOutputs({ record, checkpoint, graph, profile }: Outputs): void {
  const ofRun = record ?? process.env.WORKBOOK_RECORD;
  if (ofRun !== undefined) refuseUnwritable("The run record", ofRun);
  else refuseUnwritable("The folder", "results", { isFolder: true });
  if (checkpoint !== undefined) refuseUnwritable("The folder of checkpoints", checkpoint, { isFolder: true });
  if (graph !== undefined) refuseUnwritable("The folder of the graph", graph, { isFolder: true });
  if (profile !== undefined) refuseUnwritable("The profile", profile, { isFolder: !profile.endsWith(".pb") });
}
