import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const kinds = ["mnt", "net", "pid", "uts"];

/** The namespaces, other than this process's, of a process and of all below it. */
export function namespacesBelow(top: number): Set<string> {
  const own = namespaces("self");
  const all = new Set(processesBelow(top).flatMap(namespaces));
  return new Set([...all].filter((each) => !own.includes(each)));
}

/** The processes that are in one of these namespaces, with their words. */
export const processesIn = (some: ReadonlySet<string>): string[] =>
  processes()
    .filter((pid) => namespaces(pid).some((each) => some.has(each)))
    .map((pid) => `${pid} ${words(pid)}`);

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

const processes = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

function processesBelow(top: number): string[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(top) || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

const parentOf = (pid: string) => /^PPid:\t(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
const words = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

function namespaces(pid: string): string[] {
  try {
    return kinds.map((kind) => readlinkSync(`/proc/${pid}/ns/${kind}`));
  } catch {
    return []; // ended meanwhile, or a zombie
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
