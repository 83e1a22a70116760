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

/** What a cluster could leave behind, outside of its namespaces: network devices, mounts, files in Slurm's places. */
export const traces = () => ({
  links: execFileSync("ip", ["-brief", "link"], { encoding: "utf8" }),
  mounts: readFileSync("/proc/self/mounts", "utf8"),
  files: ["/etc/slurm", "/etc/munge", "/var/lib/slurm", "/var/log/slurm", "/run"].map((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).sort(),
  ),
});

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
