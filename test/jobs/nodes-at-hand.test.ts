import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { currentNodes } from "../../lib/jobs/nodes-at-hand";
import { programs } from "../programs";

it.each([
  ["more nodes with GPUs than without", "node[1-2]", "gpu[1-8]"],
  ["fewer", "node[1-8]", "gpu[1-2]"],
])("a cluster with %s has as many at hand as the larger of its two partitions", async (_, cpu, gpu) => {
  const rows = [`cpu*|up|1:00:00|1-infinite|4|8000|(null)|${cpu}`, `acc|up|1:00:00|1-infinite|4|8000|gpu:4|${gpu}`];
  const folder = programs({ sinfo: rows.map((row) => `echo '${row}'`).join("\n") });
  writeFileSync(join(folder, "site.json"), JSON.stringify({ partition: { gpu: "acc" } }));
  vi.stubEnv("WORKBOOK_SITE", join(folder, "site.json"));
  vi.stubEnv("WORKBOOK_CLUSTER", "none");
  expect(await currentNodes()).toEqual({ kind: "slurm", nodes: 8 });
});
