import type { Compression } from "../../tensorflow";

/** How fast a node can send. */
export interface Link {
  /** Bytes of data a second, in one direction. */
  bytesPerSecond: number;
  /** Seconds that an all-reduce takes whatever its bytes. Default 0. */
  latencySeconds?: number;
}

const bytesPerNumber: Record<Compression, number> = { none: 4, bfloat16: 2 };

/** Bytes of a model's gradients: a number for each trainable parameter. */
export function gradientBytes(parameters: number, compression: Compression = "none"): number {
  return parameters * bytesPerNumber[compression];
}

/**
 * Bytes that each node sends, and receives, in a ring all-reduce: `2 (n - 1) / n` of what it holds. No way of adding up
 * needs fewer.
 * P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69 (2), 2009.
 */
export function sentBytes(nodes: number, bytes: number): number {
  return (2 * (nodes - 1) * bytes) / nodes;
}

/** Seconds of one all-reduce of so many bytes, if the link does nothing else. One node sends nothing. */
export function allReduceSeconds(nodes: number, bytes: number, { bytesPerSecond, latencySeconds = 0 }: Link): number {
  return nodes === 1 ? 0 : latencySeconds + sentBytes(nodes, bytes) / bytesPerSecond;
}

/** Bytes a second that a link must have carried for an all-reduce to take so long: {@link allReduceSeconds} turned round. */
export function networkRate(nodes: number, bytes: number, seconds: number): number {
  return sentBytes(nodes, bytes) / seconds;
}

/** What one Ethernet frame carries for a program, and what it takes on the wire: headers, check sum and gap included. */
const frame = { data: 1460, wire: 1538 };

/**
 * Bytes of data a second that Ethernet carries at most, by TCP in frames of the usual 1,500 bytes: 118.7 MB/s at 1 Gb/s,
 * which is 95 % of its 125 MB/s.
 */
export function payloadRate(bitsPerSecond: number): number {
  return ((bitsPerSecond / 8) * frame.data) / frame.wire;
}
