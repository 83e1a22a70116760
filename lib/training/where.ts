import { execFileSync } from "node:child_process";
import os from "node:os";
import { memoryLimit } from "../system/memory";
import type { Member } from "../strategy";
import { installation } from "../tensorflow";
import { workbookRoot } from "../system/workbook";
import type { Where } from "../runs/record";
import type { Placed } from "./trainer";

/** The machine of a training by this engine, for the run record. */
export const whereAmI = ({ team, devices }: Placed): Where => machineWith(team?.cluster.members ?? [], devices);

/**
 * The machine of this process, for the run record.
 * @param members The processes that train together; none if this one trains alone.
 */
export function machineWith(members: readonly Member[], devices: readonly string[]): Where {
  const commit = gitCommit();
  const slurmJobId = process.env.SLURM_JOB_ID;
  return {
    hosts: members.length > 0 ? members.map(({ host }) => host) : [os.hostname()],
    devices: [...devices],
    processor: os.cpus().at(0)?.model.trim() ?? "unknown",
    cores: os.availableParallelism(),
    memoryBytes: memoryLimit(),
    ...(slurmJobId === undefined ? {} : { slurmJobId }),
    tensorflow: installation().version,
    node: process.versions.node,
    ...(commit === undefined ? {} : { commit }),
  };
}

function gitCommit(): string | undefined {
  try {
    const head = ["-C", workbookRoot, "rev-parse", "HEAD"];
    return execFileSync("git", head, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined; // no git, or no checkout
  }
}
