import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { resultSchema } from "../../bench/many-nodes/result";
import { whyNoCluster } from "../../lib/cluster";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";

const root = join(__dirname, "..", "..");

it.runIf(all)("measures on a local cluster, and takes it down", async (ctx) => {
  const reason = whyNoCluster();
  if (reason !== undefined) return ctx.skip(reason);
  const folder = temporaryFolder("bench-test");
  const args = ["many-nodes", "--quick", "--peers", "none", "--rounds", "1", "--parts", "all-reduce,step"];
  const { exitCode, stdout, stderr } = await execa(process.execPath, [join(root, "dist/bench/main.js"), ...args], {
    reject: false,
    cwd: folder,
  });
  expect(stderr + stdout).toContain("accumulate");
  expect(exitCode).toBe(0);
  const result = resultSchema.parse(JSON.parse(readFileSync(join(folder, "results/bench/many-nodes.json"), "utf8")));
  expect(result.contenders.map(({ name, rounds }) => [name, rounds.map(({ seconds }) => seconds.length)])).toEqual(
    ["wire", "ours", "ours, one tensor", "wire", "alone", "sync", "accumulate"].map((name) => [name, [2]]),
  );
});
