import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../system";

/** How a runner is asked to end: after the run that goes on, or at once. */
export type StopRequest = "after this run" | "now";

const stopFile = (folder: string): string => join(folder, "stop");

/** Asks the runner of an experiment to end, on whatever machine it is. */
export async function requestStop(folder: string, request: StopRequest): Promise<void> {
  await writeWhole(stopFile(folder), request);
}

/** What a runner was asked, if anything. */
export async function stopRequest(folder: string): Promise<StopRequest | undefined> {
  if (!existsSync(stopFile(folder))) return undefined;
  return (await readFile(stopFile(folder), "utf8").catch(() => "")) === "now" ? "now" : "after this run";
}

/** Forgets what an earlier runner was asked. */
export async function clearStop(folder: string): Promise<void> {
  await rm(stopFile(folder), { force: true });
}
