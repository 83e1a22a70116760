import { expect, it } from "vitest";
import { chosenContenders } from "../../bench/frameworks/chosen";
import { resultSchema } from "../../bench/frameworks/result";
import { whyNoCluster } from "../../lib/cluster";
import { temporaryFolder } from "../temporary";
import { bench } from "./results";

it("measures this engine and another framework, on one process and on two nodes", async (ctx) => {
  const other = "pytorch-ddp";
  try {
    await chosenContenders([other], () => undefined);
  } catch (error) {
    return ctx.skip((error as Error).message);
  }
  const nodes = whyNoCluster() === undefined ? [1, 2] : [1];
  const sizes = ["--batch", "8", "--local-batch", "4", "--rounds", "1", "--epochs", "2", "--steps", "2"];
  const args = ["--contenders", `ours,${other}`, "--nodes", nodes.join(","), ...sizes];
  const { stdout, result } = await bench(resultSchema, temporaryFolder("bench-test"), "frameworks", ...args);
  expect(stdout).toContain("8 images a process and step");
  const names = result.groups.map((group) => group.contenders.map(({ name }) => name));
  expect(names).toEqual(
    [
      ["ours", other],
      ["wire", "ours", other],
    ].slice(0, nodes.length),
  );
  for (const { rounds } of result.groups.flatMap(({ contenders }) => contenders)) expect(rounds).toHaveLength(1);
});
