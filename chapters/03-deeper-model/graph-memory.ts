import type { MemoryLine } from "../../lib/checks";

/**
 * The memory of a network's step as a line in the batch, from what `01-one-device/memory` prints: through its smallest and its largest
 * batch.
 */
export function graphMemory(printed: readonly string[]): MemoryLine {
  const points = printed.flatMap((line) => {
    const [, batch, megabytes] = /^batch (\d+): (\d+) MB/.exec(line) ?? [];
    return batch === undefined ? [] : [{ batch: Number(batch), bytes: 1e6 * Number(megabytes) }];
  });
  const [small, large] = [points[0], points[points.length - 1]];
  const bytesPerImage = (large.bytes - small.bytes) / (large.batch - small.batch);
  return { fixedBytes: small.bytes - small.batch * bytesPerImage, bytesPerImage };
}
