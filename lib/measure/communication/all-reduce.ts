import type { GradientFormat } from "../../runs/record";

/** The speed of a node's network link. */
export interface Link {
  /** Bytes of data per second, in one direction. */
  bytesPerSecond: number;
  /** Seconds of an all-reduce that do not depend on its bytes. Default 0. */
  latencySeconds?: number;
}

const bytesPerNumber: Record<GradientFormat, number> = { none: 4, bfloat16: 2, float16: 2 };

/**
 * Bytes of a model's gradients: one number for each trainable parameter.
 * @param compression The number format in which they travel: `none` has 4 bytes a number (float32), `bfloat16` has 2.
 */
export function gradientBytes(parameters: number, compression: GradientFormat = "none"): number {
  return parameters * bytesPerNumber[compression];
}

/**
 * Bytes that each node sends, and receives, in a ring all-reduce: `2 (n - 1) / n` of its data, which is optimal.
 * P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69 (2), 2009.
 */
export function sentBytes(nodes: number, bytes: number): number {
  return (2 * (nodes - 1) * bytes) / nodes;
}

/**
 * Seconds of one ring all-reduce on an otherwise idle link; 0 on one node, which sends nothing.
 * @param bytes The data on each node, for example its gradients; see `gradientBytes`.
 * @param link The speed of each node's link in bytes (not bits) per second, and the delay of an all-reduce in seconds.
 * @example
 * allReduceSeconds(2, gradientBytes(23_600_000), { bytesPerSecond: payloadRate(1e9) })
 */
export function allReduceSeconds(nodes: number, bytes: number, { bytesPerSecond, latencySeconds = 0 }: Link): number {
  return nodes === 1 ? 0 : latencySeconds + sentBytes(nodes, bytes) / bytesPerSecond;
}

/** The link's bytes per second in an all-reduce of this duration: the inverse of {@link allReduceSeconds}. */
export function networkRate(nodes: number, bytes: number, seconds: number): number {
  return sentBytes(nodes, bytes) / seconds;
}

/** Bytes of data in one Ethernet frame, and its bytes on the wire with headers, checksum and gap. */
const frame = { data: 1460, wire: 1538 };

/**
 * The most bytes of data per second that TCP carries over Ethernet in frames of the usual 1,500 bytes: 118.7 MB/s at
 * 1 Gb/s, which is 95 % of 125 MB/s.
 */
export function payloadRate(bitsPerSecond: number): number {
  return ((bitsPerSecond / 8) * frame.data) / frame.wire;
}
