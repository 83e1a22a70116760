import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { type Row } from "../../lib/verify/check";
import { workbookRoot } from "../../lib/system/workbook";
import { onCluster } from "../jobs/on-cluster";

const { folder } = onCluster();

it("trains on two nodes by a job of Slurm's, to the losses of one process", async () => {
  const out = join(folder(), "verified.json");
  const flags = ["--quick", "--device", "cpu", "--only", "nodes,links", "--out", out];
  const words = [join(workbookRoot, "workbook"), "verify", ...flags];
  const { exitCode, stdout, stderr } = await execa(process.execPath, words, { reject: false, cwd: folder() });
  expect(exitCode, stdout + stderr).toBe(0);
  const { rows } = JSON.parse(readFileSync(out, "utf8")) as { rows: Row[] };
  expect(rows.map(({ check, state }) => [check, state])).toEqual([
    ["devices", "pass"],
    ["training on 2 nodes, by Slurm", "pass"],
    ["links between 2 nodes", "pass"],
  ]);
  expect(rows[2].numbers?.["bytes of an update"]).toBeGreaterThan(5e4);
  expect(readFileSync(out, "utf8")).not.toMatch(/node0?[12]\b/);
  expect(rows[1].numbers?.workers).toBe(2);
});
