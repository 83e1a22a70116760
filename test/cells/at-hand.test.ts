import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { gpuCount, hasGpu, nodesAtHand } from "../../lib/cells";
import { inOwnFolder, plainMachine } from "../own-folder";

inOwnFolder("at-hand", plainMachine);
const file = join("results", "at-hand", "machine.json");

it("what a notebook finds at hand is kept beside its records", async () => {
  expect(await nodesAtHand()).toEqual({ kind: "loopback", nodes: 3 });
  expect(await gpuCount()).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ gpus: 0, nodes: { kind: "loopback", nodes: 3 } });
});

it("while it is graded, that counts, and not the machine that grades", async () => {
  mkdirSync(join("results", "at-hand"), { recursive: true });
  const nodes = { kind: "slurm", nodes: 8 };
  writeFileSync(file, JSON.stringify({ gpus: 4, nodes }));
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect([await gpuCount(), await hasGpu(), await nodesAtHand()]).toEqual([4, true, nodes]);
  writeFileSync(file, JSON.stringify({ gpus: "many" }));
  expect(await nodesAtHand()).toEqual({ kind: "loopback", nodes: 3 });
  expect(readFileSync(file, "utf8")).toContain("many"); // nothing is written
});
