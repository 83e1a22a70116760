import { sum } from "simple-statistics";
import type { AmdahlFit } from "./types";

/** The speedup by Amdahl's law: `1 / (s + (1 - s) / n)`, where n is the devices divided by the baseline's devices. */
export function amdahlSpeedup(serialShare: number, n: number): number {
  return 1 / (serialShare + (1 - serialShare) / n);
}

/**
 * Fits Amdahl's law, `1 / speedup = s + (1 - s) / n`, by least squares. The law is linear in s if written as
 * `1 / speedup - 1 / n = s (1 - 1 / n)`, a line through the origin, so `s = sum(u v) / sum(u^2)` with `u = 1 - 1 / n` and
 * `v = 1 / speedup - 1 / n`. For one point v / u is the metric of Karp and Flatt; s is its mean, weighted with u^2.
 *
 * The meaning of s depends on the study. The law was made for strong scaling, which fixes the work of a step. Weak scaling
 * by epoch time fixes the work of an epoch, with fewer steps on more devices: s is then the share of the baseline's epoch
 * that does not shrink with the steps and images per device (synchronising, waiting for a host that feeds all devices, the
 * incomplete last step). For work that grows with the devices, see {@link scaledSpeedup}.
 *
 * Sources: G. Amdahl, Validity of the single processor approach to achieving large scale computing capabilities, AFIPS
 * 1967; A. Karp and H. Flatt, Measuring parallel processor performance, Communications of the ACM 33 (5), 1990.
 *
 * @param points Devices as a multiple of the baseline's, and the speedup. The baseline itself (1, 1) changes nothing.
 * @returns s within 0 to 1 (0 if better than ideal, 1 if slower than the baseline), or undefined when no point has more
 * devices than the baseline.
 */
export function fitAmdahl(points: { n: number; speedup: number }[]): AmdahlFit | undefined {
  const pairs = points.map(({ n, speedup }) => ({ u: 1 - 1 / n, v: 1 / speedup - 1 / n }));
  const squares = sum(pairs.map(({ u }) => u * u));
  if (squares === 0) return undefined;
  const share = sum(pairs.map(({ u, v }) => u * v)) / squares;
  const serialShare = Math.min(1, Math.max(0, share));
  return { serialShare, mostSpeedup: 1 / serialShare };
}
