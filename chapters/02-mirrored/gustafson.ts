/**
 * The speedup by Gustafson's law, for work that grows with the devices: `s + (1 - s) n`. Each device keeps its own work, so
 * one device alone would need n times the parallel seconds for the work of all.
 *
 * The share s is not Amdahl's: it is measured on the n devices, where the parallel part takes as long as one device's own work.
 *
 * Source: J. Gustafson, Reevaluating Amdahl's law, Communications of the ACM 31 (5), 1988.
 * @param serialShare Share of the time on the n devices that is not parallel, 0 to 1.
 * @param n The devices.
 */
export function scaledSpeedup(serialShare: number, n: number): number {
  return serialShare + (1 - serialShare) * n;
}
