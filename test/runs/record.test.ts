import { execFileSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { newRunId, readRun, recordSchema, writeRun, type RunRecord } from "../../lib/runs/record";
import { smallRun } from "./small-run";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("record")));

describe("the run record", () => {
  it("comes back as it was written, in folders made on the way, with no temporary file left", async () => {
    const file = join(folder, "a", "b", "run.json");
    await writeRun(file, smallRun());
    expect(await readRun(file)).toEqual(smallRun());
    expect(await readdir(join(folder, "a", "b"))).toEqual(["run.json"]);
  });

  it("keeps a float32 loss bit for bit, and a loss that diverged as NaN", async () => {
    const run = smallRun();
    run.epochs[0].steps.loss = [Math.fround(1 / 3), NaN];
    const file = join(folder, "run.json");
    await writeRun(file, run);
    expect((await readRun(file)).epochs[0].steps.loss).toEqual([Math.fround(1 / 3), NaN]);
  });

  it("keeps every field that a record can have, and a new field is to be added here, too", async () => {
    expectTypeOf<z.output<typeof recordSchema>>().toEqualTypeOf<RunRecord>(); // tsc holds the type against the schema
    const run = fullRun();
    expect(fieldsOf(recordSchema).sort()).toEqual(fieldsIn(run).sort());
    const file = join(folder, "run.json");
    await writeRun(file, run);
    expect(await readRun(file)).toEqual(run);
  });

  it.each([
    ["cpu", "mixed_bfloat16"],
    ["gpu", "mixed_float16"],
  ])("of an older workbook, which called both 16-bit formats mixed, is read: %s", async (device, precision) => {
    const file = join(folder, "run.json");
    const run = smallRun();
    await writeFile(
      file,
      JSON.stringify({ ...run, configuration: { ...run.configuration, device, precision: "mixed" } }),
    );
    expect((await readRun(file)).configuration.precision).toBe(precision);
  });

  it("gives names that sort by time", () => {
    const id = newRunId(new Date("2025-01-02T03:04:05.678Z"));
    expect(id).toMatch(/^20250102T030405-[0-9a-f]{6}$/);
  });
});

it("has no text that a terminal or a page obeys, whoever wrote it", async () => {
  const run = fullRun();
  const strange = (text: string) => `${text}\u001b]0;t\u0007\u202e`;
  const file = join(folder, "strange.json");
  await writeFile(
    file,
    JSON.stringify(run, (_, value: unknown) =>
      value === run.reason || value === run.where.hosts[0] ? strange(value) : value,
    ),
  );
  const read = await readRun(file);
  expect(read).not.toEqual(run);
  expect(JSON.stringify(read)).not.toMatch(/u001b|\u202e/);
});

it("is not read from a pipe, which would never end", async () => {
  const pipe = join(folder, "pipe.json");
  execFileSync("mkfifo", [pipe]);
  await expect(readRun(pipe)).rejects.toThrow(
    /^Cannot read the run record \S+pipe\.json: it is no regular file, so name one\.$/,
  );
});

describe("what is wrong with a file is said in one line that names it", () => {
  const cases: [string, string, RegExp][] = [
    ["a truncated file", '{"schema": 1, "id', /it is no JSON: .*Delete it, or run it again\.$/],
    ["another JSON", "[]", /the whole/],
    ["a newer schema", JSON.stringify({ ...smallRun(), schema: 2 }), /schema: /],
    ["a text for a number", JSON.stringify({ ...smallRun(), captureSeconds: "1" }), /captureSeconds: .*number/],
    [
      "lists of two lengths",
      JSON.stringify(smallRun()).replace('"wait":[0,0]', '"wait":[0]'),
      /epochs\.0\.steps: its lists differ in length/,
    ],
  ];
  it.each(cases)("%s", async (_, text, expected) => {
    const file = join(folder, "bad.json");
    await writeFile(file, text);
    const error: Error = await readRun(file).then(
      () => expect.fail("it was read"),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(expected);
    expect(error.message).toContain(file);
    expect(error.message).not.toContain("\n");
  });

  it("a path that is not there", async () => {
    await expect(readRun(join(folder, "none.json"))).rejects.toThrow(/no such file/);
  });
});

/** A record that has every optional field, too. */
function fullRun(): Required<RunRecord> {
  const run = smallRun();
  const where: Required<RunRecord["where"]> = {
    ...{ ...run.where, machines: 1, coresInAll: 4 },
    ...{ slurmJobId: "12", commit: "0123abc", gpus: [{ name: "NVIDIA H100", memoryBytes: 8e10, driver: "580.1" }] },
    packages: { versions: { torch: "1.13.1" }, licences: { torch: "BSD-3" }, tuned: ["channels last"] },
  };
  const configuration: Required<RunRecord["configuration"]> = {
    ...{ ...run.configuration, collectives: "ring", bucketBytes: 2 ** 20, workers: 2, syncEvery: 4, xla: true },
    ...{ compression: "bfloat16", warmUpSteps: 3, loaders: 2, secondsPerImage: 0.01, preset: "quick" },
    ...{ imageSize: 32, context: 8, checkpointActivations: true, augmentation: "crop-flip", framework: "pytorch-ddp" },
    sharding: { mesh: { data: 2, stage: 2 }, zero: 3, sequence: true, stages: 2, microbatches: 4, schedule: "1f1b" },
    ...{ optimizer: "adamw", beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01, clipNorm: 1 },
    ...{ schedule: "cosine", scheduleSteps: 9, leastRate: 0.001 },
  };
  return {
    ...{ ...run, where, configuration },
    ...{ reason: "it ran out of memory", endedAt: "2025-01-02T03:05:05.000Z", suggestedBatchSize: 2 },
    devicePeakBytes: [7e8, 8e8],
    deviceMemory: { atRest: [1e8], peak: [7e8] },
    sentBytes: { data: [1e6] },
    ceiling: { operationsPerSecond: 1e11, bytesPerSecond: 2e10 },
    mfu: { share: 0.3, operationsPerSecond: 989e12, isMeasured: false },
    gpu: { utilisation: [90], memoryBytes: [1e9], at: [0.5] },
    weightsDigest: "0123456789abcdef",
    resumedFrom: [{ epoch: 1, step: 1 }],
  };
}

const byAxis = ["mesh", "sentBytes", "versions", "licences"];

/** The fields of a schema with those inside them: `where.hosts`. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out);
  if (schema instanceof z.ZodRecord) return [];
  if (!(schema instanceof z.ZodObject)) return [];
  return withInner(Object.entries(schema.shape), fieldsOf);
}

/** The fields of a value with those inside them; a list has those of its first item. */
function fieldsIn(value: unknown, of = ""): string[] {
  if (byAxis.includes(of)) return []; // a mesh names its own axes
  if (Array.isArray(value)) return fieldsIn(value[0]);
  return typeof value === "object" && value !== null ? withInner(Object.entries(value), fieldsIn) : [];
}

function withInner(fields: [string, unknown][], inner: (field: unknown, of: string) => string[]): string[] {
  return fields.flatMap(([name, field]) => [name, ...inner(field, name).map((each) => `${name}.${each}`)]);
}
