import { sum } from "simple-statistics";
import type { AmdahlFit } from "./types";

/** A speedup by Amdahl's law: `1 / (s + (1 - s) / n)`, with n as the devices / the baseline's devices. */
export function amdahlSpeedup(serialShare: number, n: number): number {
  return 1 / (serialShare + (1 - serialShare) / n);
}

/**
 * Fits Amdahl's law, `1 / speedup = s + (1 - s) / n`, by least squares. The law is linear in s once it is written as
 * `1 / speedup - 1 / n = s (1 - 1 / n)`, a line through the origin, so `s = sum(u v) / sum(u^2)` with `u = 1 - 1 / n` and
 * `v = 1 / speedup - 1 / n`. For one point v / u is the metric of Karp and Flatt; s is its mean, weighted with u^2.
 *
 * What s means depends on the study. Strong scaling is what the law was made for: the work of a step is fixed. Weak
 * scaling by epoch time fixes the work of an epoch, while steps become fewer: s is then the share of the baseline's epoch
 * that does not shrink with the number of steps and images a device (synchronising, waiting for a host that feeds all
 * devices, the incomplete last step). It is no statement about problems that grow with the devices (Gustafson's law).
 *
 * Sources: G. Amdahl, Validity of the single processor approach to achieving large scale computing capabilities, AFIPS
 * 1967; A. Karp and H. Flatt, Measuring parallel processor performance, Communications of the ACM 33 (5), 1990.
 *
 * @param points Devices as a multiple of the baseline's, and the speedup there. The baseline itself (1, 1) adds nothing.
 * @returns s from 0 to 1 (the best value within these bounds: better than ideal gives 0, slower than the baseline 1), or
 * undefined where no point has more devices than the baseline.
 */
export function fitAmdahl(points: { n: number; speedup: number }[]): AmdahlFit | undefined {
  const pairs = points.map(({ n, speedup }) => ({ u: 1 - 1 / n, v: 1 / speedup - 1 / n }));
  const squares = sum(pairs.map(({ u }) => u * u));
  if (squares === 0) return undefined;
  const share = sum(pairs.map(({ u, v }) => u * v)) / squares;
  const serialShare = Math.min(1, Math.max(0, share));
  return { serialShare, mostSpeedup: 1 / serialShare };
}
