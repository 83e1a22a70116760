import { execFileSync } from "node:child_process";
import os from "node:os";
import { memoryLimit } from "../system/memory";
import { installation } from "../tensorflow";
import { workbookRoot } from "../system/workbook";
import type { Where } from "../runs/record";
import type { Placed } from "./trainer";

/** The machine of this process, for the run record. */
export function whereAmI(placed: Placed): Where {
  const commit = gitCommit();
  const slurmJobId = process.env.SLURM_JOB_ID;
  return {
    hosts: placed.team?.cluster.members.map(({ host }) => host) ?? [os.hostname()],
    devices: [...placed.devices],
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
