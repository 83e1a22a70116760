import { execFileSync } from "node:child_process";
import os from "node:os";
import type { Strategy } from "../strategy";
import { installation, workbookRoot } from "../tensorflow";
import type { Where } from "./record";

/** The machine this process runs on, as a record says it. */
export function whereAmI(strategy: Strategy): Where {
  const commit = gitCommit();
  const slurmJobId = process.env.SLURM_JOB_ID;
  return {
    hosts: [os.hostname()],
    devices: [...strategy.devices],
    processor: os.cpus().at(0)?.model.trim() ?? "unknown",
    cores: os.availableParallelism(),
    memoryBytes: usableMemory(),
    ...(slurmJobId === undefined ? {} : { slurmJobId }),
    tensorflow: installation().version,
    node: process.versions.node,
    ...(commit === undefined ? {} : { commit }),
  };
}

/** Memory this process may use, in bytes: the machine's, or that of its control group (a Slurm job, a container). */
export function usableMemory(): number {
  const limit = process.constrainedMemory();
  // Without a limit Node says 0, or a number beyond any machine's memory.
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

function gitCommit(): string | undefined {
  try {
    const head = ["-C", workbookRoot, "rev-parse", "HEAD"];
    return execFileSync("git", head, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined; // no git, or no checkout
  }
}
