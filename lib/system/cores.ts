import { contentOf } from "./content-of";

/** The processor cores that this process may use, in Linux's notation: `0-3,8`; empty if unknown. A job has some of a node's. */
export function allowedCores(): string {
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(contentOf("/proc/self/status"))?.[1] ?? "";
}

/** The numbers of these cores, one for each physical core: of hardware threads that share a core, only the first counts. */
export function ownCores(): number[] {
  const cores = coreNumbers(allowedCores());
  return cores.filter((core) => cores.find((other) => siblingsOf(core).includes(other)) === core);
}

/** The hardware threads of a core, itself included. */
function siblingsOf(core: number): number[] {
  return [core, ...coreNumbers(contentOf(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`).trim())];
}

/** `0-2,5` is 0, 1, 2 and 5. */
export function coreNumbers(list: string): number[] {
  const ranges = list === "" ? [] : list.split(",").map((range) => range.split("-").map(Number));
  return ranges.flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
