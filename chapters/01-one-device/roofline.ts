import { h100Peak, type RunRecord } from "../../lib/runs";

/** What a device reaches at most: the two lines of its roof. */
export interface Ceiling {
  /** Floating-point operations per second. */
  operationsPerSecond: number;
  /** Bytes a second between the device and its memory. */
  bytesPerSecond: number;
}

/**
 * The operations per second that a device can reach on work with so many operations for each byte that it moves: the roofline
 * model of S. Williams, A. Waterman and D. Patterson (Communications of the ACM 52(4), 2009).
 */
export function attainable(operationsPerByte: number, { operationsPerSecond, bytesPerSecond }: Ceiling): number {
  return Math.min(operationsPerSecond, operationsPerByte * bytesPerSecond);
}

/** The operations for each byte from which on computation is the limit, and no longer memory: where the two lines meet. */
export function ridge({ operationsPerSecond, bytesPerSecond }: Ceiling): number {
  return operationsPerSecond / bytesPerSecond;
}

/**
 * One H100 SXM5 with 80 GB, from NVIDIA's datasheet "NVIDIA H100 Tensor Core GPU": float32 by ordinary cores, and by tensor cores
 * that round its inputs to TensorFloat-32.
 */
export const h100Datasheet = {
  float32: { operationsPerSecond: 67e12, bytesPerSecond: 3.35e12 },
  tensorFloat32: { operationsPerSecond: h100Peak.float32, bytesPerSecond: 3.35e12 },
} as const satisfies Record<string, Ceiling>;

/** The roofs of an H100, for ordinary float32 and for TensorFloat-32, and those that one's own runs measured. */
export function roofsOf(own: RunRecord[]): ({ name: string } & Ceiling)[] {
  const { float32, tensorFloat32 } = h100Datasheet;
  return [
    { name: "H100, float32 (datasheet)", ...float32 },
    { name: "H100, TensorFloat-32 (datasheet)", ...tensorFloat32 },
    ...own.flatMap(({ ceiling, configuration: { device } }) =>
      ceiling ? [{ name: `your ${device.toUpperCase()} (measured)`, ...ceiling }] : [],
    ),
  ];
}
