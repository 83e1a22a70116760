import { sum } from "simple-statistics";
import type { LocalCluster } from "../../lib/cluster";
import { execute } from "../../lib/system/execute";

/** The bytes that the first nodes of a cluster have sent until now, headers included, and without those to themselves. */
export async function sentByNodes(cluster: Pick<LocalCluster, "on">, nodes: number): Promise<number> {
  const each = Array.from({ length: nodes }, async (_, index) =>
    sentIn(await execute(cluster.on(index + 1, "cat", ["/proc/self/net/dev"]))),
  );
  return sum(await Promise.all(each));
}

/** The bytes sent through all interfaces but the loopback, in the text of Linux's `/proc/net/dev`: the ninth number of a line. */
export function sentIn(text: string): number {
  const lines = text.split("\n").map((line) => /^\s*(\S+):\s*(.*)$/.exec(line));
  return sum(lines.flatMap((parts) => (parts && parts[1] !== "lo" ? [Number(parts[2].split(/\s+/)[8])] : [])));
}
