import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runningCluster, type LocalCluster } from "../cluster";
import { writeWholeSync } from "../system";
import { stillRuns, type ProcessIdentity } from "../system/process";

const folderOf = (name: string) => resolve(process.env.WORKBOOK_HUB_DIR ?? join("/var/lib/parallel-training", name));

/** The folder of the local cluster's hub, its secrets and state: what `WORKBOOK_HUB_DIR` names, or root's own in /var/lib. */
export const hubFolder = (): string => folderOf("local-hub");

/** The same of a site's hub. */
export const siteHubFolder = (): string => folderOf("hub");

/** Next to it, what test accounts need to reach: their homes and what they exchange. Made and removed with them. */
export const testFolder = (folder: string): string => `${folder}-test`;

const processId = z.object({ pid: z.int().positive(), started: z.string() });

const stateSchema = z.object({
  /** The name of the local cluster on whose head it runs, and this head's first process. */
  cluster: z.string(),
  head: processId,
  address: z.string(),
  processes: z.array(processId),
});

/** What is known of a hub that is up. */
export type HubState = z.infer<typeof stateSchema>;

const stateFile = (folder: string) => join(folder, "state.json");

/** What was noted when this hub came up; undefined where none did, or it was taken down. */
export function readState(folder: string): HubState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile(folder), "utf8")));
  } catch {
    return undefined;
  }
}

/** Notes what is needed to find the hub and to end it. */
export const writeState = (folder: string, state: HubState): void => {
  writeWholeSync(stateFile(folder), JSON.stringify(state));
};

/** Forgets it. */
export const removeState = (folder: string): void => rmSync(stateFile(folder), { force: true });

/** The cluster that it ran on, if that is still up. */
export function clusterOf({ cluster, head }: HubState): LocalCluster | undefined {
  const found = runningCluster(cluster);
  return found !== undefined && stillRuns(head) && found.process === head.pid ? found : undefined;
}

/** Whether all processes of a hub run. */
export const isUp = ({ processes }: { processes: readonly ProcessIdentity[] }): boolean => processes.every(stillRuns);
