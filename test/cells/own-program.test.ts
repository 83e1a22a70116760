import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { runOwnProgram, sourceOf } from "../../lib/cells";
import { inOwnFolder } from "../own-folder";

const at = inOwnFolder("own-program");

const small = { dataset: "synthetic", imageSize: 32, batchSize: 4, trainImages: 8, testImages: 4, epochs: 2 };
const own = async (change: (text: string) => string = (text) => text) =>
  runOwnProgram({
    name: "own",
    // The lesson's own program, with a small ResNetV2 that has everything the large one has.
    source: change(await sourceOf("chapters/01-one-device/programs/train.mts"))
      .replace("{ resNet50V2 }", "{ modelNamed }")
      .replace("resNet50V2({", 'modelNamed("tinyresnetv2", {'),
    arguments: { ...small, stepsPerEpoch: 2 },
  });

it("a student's own program trains, and runs again only if its text changed", async () => {
  const run = await own();
  expect(run).toMatchObject({
    outcome: "completed",
    configuration: { model: "tinyresnetv2", globalBatchSize: 4, program: "own" },
  });
  expect(readFileSync("results/programs/own.mts", "utf8")).toContain("OneDeviceStrategy");
  expect(at.printed).toContain("The run's record: results/own.json"); // a page of the run does not name its maker's folder
  expect((await own()).id).toBe(run.id);
  const changed = await own((text) => text.replace("sgd(0.01)", "sgd(0.02)"));
  expect(changed.id).not.toBe(run.id);
  expect(changed.configuration.learningRate).toBe(0.02);
});

it("its errors name the line, and a program that trains nothing says so", async () => {
  await expect(
    own((text) => text.replace("OneDeviceStrategy({ device }", "OneDeviceStrategy({ devices: 2 }")),
  ).rejects.toThrow(/^Line \d+ of the program: Object literal may only specify known properties/);
  await expect(own(() => "export {};\n")).rejects.toThrow("Your program own ended without a record: does it await fit");
});

it("no package in a folder above it stands in for the workbook's", async () => {
  const exports = { "./jobs": "./mine.mjs", "./datasets": "./mine.mjs", "./strategy": "./mine.mjs" };
  writeFileSync("package.json", JSON.stringify({ name: "parallel-training", exports }));
  writeFileSync("mine.mjs", 'throw new Error("somebody else\'s code runs");\n');
  vi.stubEnv("TMPDIR", at.folder);
  expect((await own()).outcome).toBe("completed");
  expect(readdirSync("results/programs")).toEqual(["own.mts"]);
});

it("nothing runs while it is graded", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect((await own()).id).toBe("example");
  expect(at.printed[0]).toMatch(/^Nothing is trained while grading/);
});

it("it can run on several processes, which train together", async () => {
  const run = await runOwnProgram({
    name: "own-nodes",
    source: await sourceOf("chapters/04-many-nodes/programs/train.mts"),
    nodes: 2,
    arguments: {
      ...{ model: "tinyefficientnet", dataset: "synthetic", imageSize: 32, localBatchSize: 4, syncEvery: 2 },
      ...{ trainImages: 16, testImages: 4, epochs: 2, stepsPerEpoch: 2 },
    },
  });
  expect(run).toMatchObject({
    outcome: "completed",
    configuration: { workers: 2, replicas: 2, syncEvery: 2, globalBatchSize: 8, program: "own-nodes" },
  });
  // The other worker's error is the cause, and it is told in one line.
  await expect(
    runOwnProgram({ name: "fails", source: 'throw new Error("no such images");\n', nodes: 2, arguments: {} }),
  ).rejects.toThrow("The program fails ended with status 1: ");
});
