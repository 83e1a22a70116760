import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resultSchema as gpuSchema } from "../../bench/gpu/result";
import { resultSchema as mirroredSchema } from "../../bench/mirrored/result";
import { resultSchema } from "../../bench/one-device/result";
import { hasPackages } from "../../bench/peers/environment";
import { peerNames } from "../../bench/transformer/contenders";
import { resultSchema as transformerSchema } from "../../bench/transformer/result";
import type { Contender } from "../../bench/turns/contender";
import { takeTurns } from "../../bench/turns/take-turns";
import type { Plan } from "../../bench/workers/protocol";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { bench } from "./results";

const folder = temporaryFolder("bench-test");

const plan: Plan = {
  ...{ imageFile: "none", imageCount: 1, imageSize: 8, batchSize: 2, classes: 2, learningRate: 0.01 },
  precision: "float32",
};

/** A contender whose worker is a few lines of Node, which find `say`, `plan` and the requests' lines. */
function scripted(name: string, script: string): Contender {
  const file = join(folder, `${name.replace(/\W/g, "")}.cjs`);
  const conversation = `
    const say = (reply) => console.log(JSON.stringify(reply));
    const lines = require("readline").createInterface({ input: process.stdin });
    const plan = JSON.parse(process.argv[2]);
    const ready = () => {
      say({ event: "first-step", seconds: 0.5 });
      console.log("a library's chatter");
      say({ event: "ready", does: "nothing", versions: {} });
    };`;
  writeFileSync(file, `${conversation}\n${script}`);
  return { name, plan, command: async () => ({ command: [process.execPath, file] }) };
}

const good = `ready(); lines.on("line", (line) => {
  const { steps } = JSON.parse(line);
  const costs = { peakMemoryBytes: 7, processorSeconds: 1, idleProcessorSeconds: 0.5 };
  say({ event: "round", seconds: Array(steps).fill(plan.batchSize), loss: null, ...costs });
});`;

it("lets workers take turns, and goes on without one that dies, saying so in one line", async () => {
  const dies = scripted("dies", `ready(); lines.on("line", () => { console.error("out of luck"); process.exit(3); });`);
  const never = scripted("never", `console.error("no such package\\n"); process.exitCode = 1; lines.close();`);
  const said: string[] = [];
  const extent = { rounds: 2, steps: 3 };
  const results = await takeTurns("float32", [scripted("good", good), dies, never], extent, (line) => said.push(line));
  const [first, second, third] = results;
  expect(first).toMatchObject({ name: "good", firstStepSeconds: 0.5, does: "nothing", peakMemoryBytes: 7 });
  expect(first.idleProcessorSeconds).toBe(1);
  expect(first.rounds).toMatchObject([0, 1].map(() => ({ seconds: [2, 2, 2], loss: null, processorSeconds: 1 })));
  expect(first.secondsToFirstStep).toBeGreaterThan(0);
  expect(second.failed).toBe('The worker "dies, float32" ended with exit status 3; its last words: out of luck');
  expect(third.failed).toBe('The worker "never, float32" ended with exit status 1; its last words: no such package');
  expect([second.rounds, third.rounds]).toEqual([[], []]);
  expect(said).toContain(second.failed);
});

it("says when a worker's program is not there", async () => {
  const absent: Contender = { name: "absent", plan, command: async () => ({ command: ["/no/such/program"] }) };
  const [result] = await takeTurns("float32", [absent], { rounds: 1, steps: 1 }, () => undefined);
  expect(result.failed).toMatch(/^The worker "absent, float32" could not be started: .*ENOENT/);
});

it("measures this engine, prints a table and writes the raw rounds", async () => {
  const args = ["--quick", "--peers", "ours", "--image-size", "32", "--batch", "2", "--precision", "float32"];
  const { stdout, result } = await bench(resultSchema, folder, "one-device", ...args);
  expect(stdout).toMatch(/^ +ours +\d/m);
  expect(result.settings).toEqual({ imageSize: 32, batchSize: 2, classes: 10, rounds: 2, steps: 2 });
  expect(result.contenders.map(({ name, rounds }) => [name, rounds.map(({ seconds }) => seconds.length)])).toEqual([
    ["ours", [2, 2]],
    ["matmul", [2, 2]],
  ]);
  expect(result.contenders[0].peakMemoryBytes).toBeGreaterThan(2 ** 27);
  expect(result.contenders[0].rounds[1].loss).toBeGreaterThan(0);
});

// The others take minutes: torch compiles, and Keras imports TensorFlow.
it.for(all ? peerNames : peerNames.filter((name) => name === "ours" || name === "torch"))(
  "trains a GPT in both precisions by %s",
  async (peer, ctx) => {
    const environment = peer === "keras" ? "keras" : "torch";
    if (peer !== "ours" && !hasPackages(environment)) return ctx.skip(`${environment} has not been installed`);
    const args = ["--quick", "--peers", peer, "--model", "gpt-1m", "--batch", "1"];
    const { stdout, result } = await bench(transformerSchema, folder, "transformer", ...args);
    expect(stdout).toContain("ms a step");
    const { contenders, settings } = result;
    expect(settings).toMatchObject({ model: "gpt-1m", layers: 4, context: 128, batchSize: 1, rounds: 2, steps: 2 });
    const training = contenders.filter(({ peer }) => peer !== "matmul");
    expect(training.map(({ peer, precision }) => [peer, precision])).toEqual([[peer, "float32"], [peer, "bfloat16"]]); // prettier-ignore
    const losses = training.map(({ rounds }) => rounds[1].loss);
    for (const loss of losses) expect(Math.abs(loss! - Math.log(65))).toBeLessThan(0.5); // no more than 7 steps away from a guess
  },
);

// Of the peers, each of whose processes takes minutes on two busy cores, only those that are installed.
it("compares programs on one device, one process after the other, and goes on where one cannot train", async () => {
  const peers = all ? (["torch", "keras"] as const).filter(hasPackages) : [];
  const args = ["--quick", "--workloads", "gpt-1m:1", "--contenders", ["ours", ...peers].join(",")];
  const { stdout, result } = await bench(gpuSchema, folder, "gpu", ...args, "--precision", "float32,float16");
  expect(stdout).toContain("gpt-1m, 1 row of 128 tokens, AdamW");
  const ours = result.rows.filter(({ contender }) => contender === "this engine");
  expect(ours.map(({ precision }) => precision)).toEqual(["float32", "float16"]);
  expect(ours[0]).toMatchObject({ perSecond: [expect.any(Number)], peakBytes: expect.any(Number) as number });
  for (const row of result.rows)
    expect(row.failed === undefined ? row.perSecond.length : row.failed.length).toBeGreaterThan(0);
  for (const row of result.rows.filter(({ precision }) => precision === "float32")) expect(row.failed).toBeUndefined();
});

it.runIf(all)("measures MirroredStrategy on logical devices, and sizes of buckets", async () => {
  const sizes = ["--image-size", "32", "--batch", "4", "--devices", "2", "--bucket-mb", "all"];
  const { stdout, result } = await bench(mirroredSchema, folder, "mirrored", "--quick", "--peers", "none", ...sizes);
  expect(stdout).toMatch(/^ +mirrored +2 +\d/m);
  expect(result.settings).toEqual({ imageSize: 32, classes: 10, rounds: 2, batches: [{ batchSize: 4, steps: 2 }] });
  expect(result.contenders.map(({ name, group }) => [group, name])).toEqual([
    ["batch 4, 2 devices", "one device"],
    ["batch 4, 2 devices", "mirrored"],
    ["batch 4, 2 devices, buckets", "one device"],
    ["batch 4, 2 devices, buckets", "one bucket for all"],
  ]);
  for (const { rounds } of result.contenders) expect(rounds.map(({ seconds }) => seconds.length)).toEqual([2, 2]);
});
