import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A processor's own count of the energy that it has used: RAPL (running average power limit). */
export interface RaplCounter {
  /** The zone's folder: `intel-rapl:0`, also of processors by AMD. */
  zone: string;
  microjoules: number;
  /** Where it begins at 0 again. */
  range: number;
}

/**
 * Reads the counters of all processors. Since 2020, Linux lets only root read them, because they can betray what programs compute.
 * @param folder Default: where Linux has them.
 * @returns the counters, or in words why there is none.
 */
export function raplCounters(folder = "/sys/class/powercap"): RaplCounter[] | string {
  try {
    const zones = readdirSync(folder).filter((zone) => /^intel-rapl:\d+$/.test(zone));
    if (zones.length === 0) return "this machine shows no RAPL counter, as most virtual machines";
    return zones.sort().map((zone) => {
      const [microjoules, range] = ["energy_uj", "max_energy_range_uj"].map((name) =>
        Number(readFileSync(join(folder, zone, name), "utf8")),
      );
      return { zone, microjoules, range };
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EPERM") return "only root may read this machine's RAPL counters";
    return "this machine shows no RAPL counter, as most virtual machines";
  }
}

/** The joules that all processors used between two readings that are less than one range apart. */
export function joulesBetween(before: RaplCounter[], after: RaplCounter[]): number {
  const used = before.map(({ zone, microjoules, range }) => {
    const more = after.find((counter) => counter.zone === zone)!.microjoules - microjoules;
    return more < 0 ? more + range : more;
  });
  return used.reduce((sum, each) => sum + each, 0) / 1e6;
}
