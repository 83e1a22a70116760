import { execFileSync } from "node:child_process";
import os from "node:os";
import { memoryLimit } from "../system/memory";
import { queryGpusNow } from "../system/nvidia-smi";
import type { Member, Strategy } from "../strategy";
import { installation, virtualGpus } from "../tensorflow/engine";
import { workbookRoot } from "../system/workbook";
import type { Where } from "../runs/record";

/** The machine of a training by this engine, for the run record. */
export const whereAmI = ({ team, devices }: Strategy): Where => machineWith(team?.cluster.members ?? [], devices);

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
    ...gpusOf(devices),
    processor: os.cpus().at(0)?.model.trim() ?? "unknown",
    cores: os.availableParallelism(),
    memoryBytes: memoryLimit(),
    ...(slurmJobId === undefined ? {} : { slurmJobId }),
    tensorflow: installation().version,
    node: process.versions.node,
    ...(commit === undefined ? {} : { commit }),
  };
}

/** The GPUs that this process uses, the first ones of those that it may see. */
function gpusOf(devices: readonly string[]): Pick<Where, "gpus"> {
  const used = devices.filter((name) => name.startsWith("GPU")).length;
  if (used === 0) return {};
  const fields = ["name", "memory.total", "driver_version"] as const;
  const gpus = queryGpusNow({ fields, gpus: process.env.CUDA_VISIBLE_DEVICES })
    .map((gpu) => ({ name: gpu.name, memoryBytes: Number(gpu["memory.total"]) * 2 ** 20, driver: gpu.driver_version }))
    .filter(({ memoryBytes }) => Number.isFinite(memoryBytes));
  return gpus.length > 0 ? { gpus: gpus.slice(0, virtualGpus() ? 1 : used) } : {};
}

function gitCommit(): string | undefined {
  try {
    const head = ["-C", workbookRoot, "rev-parse", "HEAD"];
    return execFileSync("git", head, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined; // no git, or no checkout
  }
}
