import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa, type ResultPromise } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRun } from "../../lib/runs/record";
import { full } from "../extent";

const workbook = join(__dirname, "..", "..", "workbook");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "train-divided-"));
});
afterEach(() => rm(folder, { recursive: true }));

const train = (...flags: string[]): ResultPromise<{ reject: false }> =>
  execa(process.execPath, [workbook, "train", ...flags], { reject: false, cwd: folder });

const text = "--model gpt-1m --dataset synthetic --preset quick --context 32 --train-images 20 --epochs 1".split(" ");

async function run(...flags: string[]) {
  const { exitCode, stderr, stdout } = await train(...flags, "--record", "run.json");
  expect(exitCode, stderr).toBe(0);
  return { stdout, run: await readRun(join(folder, "run.json")) };
}

describe("workbook train divides a model", () => {
  it("by ZeRO, and says in the record what each device holds and sends", async () => {
    const { stdout, run: made } = await run(...text, "--zero", "3", "--devices", "2", "--memory");
    expect(stdout).toMatch(/ tokens\/s /);
    expect(made.configuration).toMatchObject({
      ...{ model: "gpt-1m", context: 32, optimizer: "adamw", strategy: "zero-3" },
      sharding: { mesh: { data: 2 }, zero: 3 },
    });
    const { parameters } = made.configuration;
    made.deviceMemory!.atRest.forEach((bytes) => expect(bytes / (6 * parameters)).toBeCloseTo(1, 2));
    made.sentBytes!.data.forEach((bytes) => expect(bytes / (6 * parameters)).toBeCloseTo(1, 2));
  });

  it.runIf(full)("into stages whose layers are shared", async () => {
    const flags = ["--mesh", "stage=2,tensor=2", "--microbatches", "4", "--schedule", "gpipe", "--sequence"];
    const { run: made } = await run(...text, ...flags);
    expect(made.configuration.sharding).toEqual({
      ...{ mesh: { stage: 2, tensor: 2 }, stages: 2, microbatches: 4, schedule: "gpipe", sequence: true },
    });
  });

  it.runIf(full)("of images by ZeRO, too, and computes its blocks again", async () => {
    const images = "--model tinyresnetv2 --dataset synthetic --preset quick --train-images 64 --epochs 1".split(" ");
    const { run: made } = await run(...images, "--zero", "2", "--devices", "2", "--checkpoint-activations");
    expect(made.configuration).toMatchObject({ checkpointActivations: true, sharding: { zero: 2 } });
  });
});

it("microbatches are compared with the batch before anything is made of them", async () => {
  const { exitCode, stderr } = await train(
    ...text,
    ..."--mesh stage=2,data=2 --microbatches 5 --batch-size 8".split(" "),
  );
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    "workbook: A global batch of 8 rows is too small for 2 parts of the mesh on each of which they are cut into 5 microbatches: take at least 10.",
  );
});

it.each([
  ["--mesh foo=2", 'there is no "foo=2"'],
  ["--mesh data=2,data=2", "Name each axis once."],
  ["--mesh data=2", "--mesh has neither stage nor tensor: add --zero, or take --strategy mirrored for copies"],
  ["--zero 4", "It must be 1, 2 or 3."],
  ["--sequence", "--sequence needs the axis tensor: --mesh tensor=2"],
  ["--zero 1 --mesh tensor=2", "--zero needs the axis data: --mesh data=2"],
  ["--zero 1 --mesh data=2,tensor=2", "leave one of them out"],
  ["--zero 2 --strategy mirrored", "leave --strategy out"],
  ["--mesh stage=2 --devices 2", "leave --devices out"],
  ["--microbatches 2", "--microbatches, --stages and --schedule need the axis stage: --mesh stage=2"],
  ["--model gpt-1m --momentum 0.5", "--momentum is SGD's"],
  ["--zero 1 --check-replicas", "--zero and --mesh leave no replicas to compare: leave --check-replicas out"],
  [
    "--mesh stage=2 --model resnet50v2",
    "resnet50v2 has no layers or stages that devices could share: take a gpt, or --zero",
  ],
  ["--mesh stage=99999999999999999999", "It has 100000000000000000000 devices, but may have 65536: shorten its axes."],
  ["--mesh stage=256,tensor=257", "It has 65792 devices, but may have 65536: shorten its axes."],
  ["--mesh stage=2 --microbatches 4294967296", "It must be a whole number from 1 to 65536."],
  ["--mesh stage=2 --stages 4294967296", "It must be a whole number from 1 to 65536."],
  ["--zero 1 --devices 4294967296", "It must be a whole number from 1 to 65536."],
])("%s is refused in one line", async (flags, says) => {
  const { exitCode, stderr } = await train(...flags.split(" "));
  expect(exitCode).toBe(2);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain(says);
});
