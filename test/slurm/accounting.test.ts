import { describe, expect, it, vi } from "vitest";
import { accounted, readAccounting } from "../../lib/slurm/accounting";
import { programs } from "../programs";

describe("what sacct has written down of jobs", () => {
  it("is read with all tries of a job", () => {
    const jobs = readAccounting(
      "12|REQUEUED|100|110|node1\n12|COMPLETED|120|190|node[2-3]\n13|RUNNING|150|Unknown|gpu1\n" +
        "12.0|COMPLETED|120|190|node2\n14|PENDING|Unknown|Unknown|None assigned\n15|CANCELLED by 0|5|6|node1\n\n",
    );
    expect([...jobs]).toEqual([
      ["12", { state: "COMPLETED", startedAt: 100, endedAt: 190, nodes: ["node1", "node2", "node3"] }],
      ["13", { state: "RUNNING", startedAt: 150, endedAt: undefined, nodes: ["gpu1"] }],
      ["14", { state: "PENDING", startedAt: undefined, endedAt: undefined, nodes: [] }],
      ["15", { state: "CANCELLED", startedAt: 5, endedAt: 6, nodes: ["node1"] }],
    ]);
  });

  it("is not asked for without jobs, nor where there is no Slurm", async () => {
    expect(await accounted([])).toBeUndefined();
    expect(await accounted(["; rm", "1_2", "-1"])).toBeUndefined();
    vi.stubEnv("PATH", "/nowhere");
    vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
    expect(await accounted(["12"])).toBeUndefined();
  });

  it("says nothing where Slurm does not answer", async () => {
    programs(Object.fromEntries(["sacct", "squeue", "scontrol", "sinfo"].map((name) => [name, "exec sleep 20"])));
    vi.stubEnv("WORKBOOK_CLUSTER", "no-such-cluster");
    const before = performance.now();
    expect(await accounted(["12"], 0.5)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(15_000); // one command alone takes longer
  });
});
