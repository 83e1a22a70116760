import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runningCluster, type LocalCluster } from "../cluster";
import { writeWholeSync } from "../system/atomic";
import { readIfValid } from "../system/checked-json";
import { stillRuns, type ProcessIdentity } from "../system/process";

const folderOf = (name: string) => resolve(process.env.WORKBOOK_HUB_DIR ?? join("/var/lib/parallel-training", name));

/** The folder of the local cluster's hub, for its secrets and state: `WORKBOOK_HUB_DIR`, or a folder of root's in /var/lib. */
export const hubFolder = (): string => folderOf("local-hub");

/** The folder of a site's hub, likewise. */
export const siteHubFolder = (): string => folderOf("hub");

/** The folder of the test accounts' homes and exchange, made and removed with them. The hub's own they cannot enter. */
export const testFolder = (folder: string): string => `${folder}-test`;

const processId = z.object({ pid: z.int().positive(), started: z.string() });

const stateSchema = z.object({
  /** The name of the local cluster on whose head it runs, and the head's first process. */
  cluster: z.string(),
  head: processId,
  address: z.string(),
  processes: z.array(processId),
});

/** The state of a hub that is up: what is needed to find it and to end it. */
type HubState = z.infer<typeof stateSchema>;

const stateFile = (folder: string) => join(folder, "state.json");

/** The state that was written when the hub started; undefined where none has started, or it was taken down. */
export const readState = (folder: string): HubState | undefined => readIfValid(stateFile(folder), stateSchema);

/** Writes the state of a hub into its folder. */
export const writeState = (folder: string, state: HubState): void =>
  writeWholeSync(stateFile(folder), JSON.stringify(state));

/** Removes the state of a hub that was taken down. */
export const removeState = (folder: string): void => rmSync(stateFile(folder), { force: true });

/** The cluster that a hub runs on, if that is still up. */
export function clusterOf({ cluster: name, head }: HubState): LocalCluster | undefined {
  const cluster = runningCluster(name);
  return cluster !== undefined && stillRuns(head) && cluster.process === head.pid ? cluster : undefined;
}

/** Whether all processes of a hub run. */
export const isUp = ({ processes }: { processes: readonly ProcessIdentity[] }): boolean => processes.every(stillRuns);
