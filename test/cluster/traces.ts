import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { allPids, parentOf } from "../../lib/system/process";
import { commandLines } from "../command-lines";

const kinds = ["mnt", "net", "pid", "uts"];

/** The namespaces, other than this process's, of a process and of all below it. */
export function namespacesBelow(top: number): Set<string> {
  const own = namespaces("self");
  const all = new Set(processesBelow(top).flatMap(namespaces));
  return new Set([...all].filter((each) => !own.includes(each)));
}

/** The processes that are in one of these namespaces, with their words. */
export const processesIn = (some: ReadonlySet<string>): string[] =>
  commandLines()
    .filter(([pid]) => namespaces(pid).some((each) => some.has(each)))
    .map(([pid, line]) => `${pid} ${line.replaceAll("\0", " ")}`);

/**
 * What a cluster could leave behind, outside of its namespaces: its network devices, its mounts, files in Slurm's places.
 * Other programs may add and remove theirs meanwhile.
 */
export const traces = (): string[] =>
  [
    ...execFileSync("ip", ["-brief", "link"], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.split(/[ @]/)[0]),
    ...readFileSync("/proc/self/mounts", "utf8").split("\n"),
    ...["/etc/slurm", "/etc/munge", "/var/lib/slurm", "/var/log/slurm", "/run"].flatMap((folder) =>
      readdirSync(folder).map((name) => `${folder}/${name}`),
    ),
  ].filter((each) => /^(switch|node\d+)$|^(local-cluster|shown) |slurm|munge/.test(each));

function processesBelow(top: number): number[] {
  const parents = new Map(allPids().map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid: number | undefined): boolean => pid !== undefined && (pid === top || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function namespaces(pid: number | "self"): string[] {
  try {
    return kinds.map((kind) => readlinkSync(`/proc/${pid}/ns/${kind}`));
  } catch {
    return []; // ended meanwhile, or a zombie
  }
}
