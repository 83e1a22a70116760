import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { currentNodes, type NodesAtHand } from "../../lib/jobs/nodes-at-hand";
import * as client from "../../lib/slurm/client";
import { programs } from "../programs";

/** The nodes at hand on a cluster with these nodes in its two partitions. */
async function nodesOn(cpu: string, gpu: string): Promise<NodesAtHand> {
  const rows = [`cpu*|up|1:00:00|1-infinite|4|8000|(null)|${cpu}`, `acc|up|1:00:00|1-infinite|4|8000|gpu:4|${gpu}`];
  const folder = programs({ sinfo: rows.map((row) => `echo '${row}'`).join("\n") });
  writeFileSync(join(folder, "site.json"), JSON.stringify({ partition: { gpu: "acc" } }));
  vi.stubEnv("WORKBOOK_SITE", join(folder, "site.json"));
  vi.stubEnv("WORKBOOK_CLUSTER", "none");
  return currentNodes();
}

it.each([
  ["more nodes with GPUs than without", "node[1-2]", "gpu[1-8]"],
  ["fewer", "node[1-8]", "gpu[1-2]"],
])("a cluster with %s has as many at hand as the larger of its two partitions", async (_, cpu, gpu) => {
  expect(await nodesOn(cpu, gpu)).toEqual({ kind: "slurm", nodes: 8 });
});

it("a cluster of one node counts as this machine alone, whose processes train together without Slurm", async () => {
  expect(await nodesOn("node1", "node1")).toEqual({ kind: "loopback", nodes: 3 });
});

it("so does a local cluster of one node", async () => {
  const up = vi.spyOn(client, "localCluster");
  up.mockReturnValue({ nodes: 1, rate: "1gbit" } as ReturnType<typeof client.localCluster>);
  expect((await currentNodes()).kind).toBe("loopback");
  up.mockReturnValue({ nodes: 2, rate: "1gbit" } as ReturnType<typeof client.localCluster>);
  expect(await currentNodes()).toEqual({ kind: "local-cluster", nodes: 2, rate: "1gbit" });
});
