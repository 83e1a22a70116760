import { execFileSync } from "node:child_process";
import os from "node:os";
import { memoryLimit } from "../system/memory";
import type { Strategy } from "../strategy";
import { installation } from "../tensorflow";
import { workbookRoot } from "../system/workbook";
import type { Where } from "../runs/record";

/** The machine of this process, for the run record. */
export function whereAmI(strategy: Strategy): Where {
  const commit = gitCommit();
  const slurmJobId = process.env.SLURM_JOB_ID;
  return {
    hosts: strategy.team?.cluster.members.map(({ host }) => host) ?? [os.hostname()],
    devices: [...strategy.devices],
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
