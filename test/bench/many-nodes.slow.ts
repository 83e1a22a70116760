import { expect, it } from "vitest";
import { resultSchema } from "../../bench/many-nodes/result";
import { whyNoCluster } from "../../lib/cluster";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { bench } from "./results";

it.runIf(all)("measures on a local cluster, and takes it down", async (ctx) => {
  const reason = whyNoCluster();
  if (reason !== undefined) return ctx.skip(reason);
  const args = ["--quick", "--peers", "none", "--rounds", "1", "--parts", "all-reduce,sizes,step"];
  const sizes = Array.from({ length: 5 }, () => ["wire", "ours"]).flat();
  const { stdout, result } = await bench(resultSchema, temporaryFolder("bench-test"), "many-nodes", ...args);
  expect(stdout).toContain("accumulate");
  expect(stdout).toContain("all-reduces by size (ms)");
  expect(result.contenders.map(({ name, rounds }) => [name, rounds.map(({ seconds }) => seconds.length)])).toEqual(
    ["wire", "ours", "ours, one tensor", ...sizes, "wire", "alone", "sync", "accumulate"].map((name) => [name, [2]]),
  );
});
