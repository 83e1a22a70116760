import { describe, expect, it, vi } from "vitest";
import { exampleRun, exampleTextRun } from "../../lib/runs";
import { runOnce } from "../../lib/cells";
import { runProgram } from "../../lib/jobs";
import { writeRun } from "../../lib/runs/record";
import { inOwnFolder } from "../own-folder";

const run = exampleRun({ epochSeconds: [5, 3], batches: [32, 32, 8] });
const record = "run.json";
const at = inOwnFolder("run-once");

const measure = (values: Record<string, string | number>, again = false) =>
  runOnce({ program: "no-such-program", arguments: values, record, again });

describe("a measurement that is kept", () => {
  it("is read, not run again", async () => {
    await writeRun(record, run);
    expect((await measure({ batchSize: 32, imageSize: 64, stepsPerEpoch: 3 })).id).toBe("example");
    expect(at.printed[0]).toMatch(/holds this run, measured 2025-01-01 10:00 UTC: not run again/);
  });

  it("is run anew when it was another run, did not end, or is asked for again", async () => {
    await writeRun(record, run);
    await expect(measure({ batchSize: 64 })).rejects.toThrow("no program no-such-program");
    expect(at.printed[0]).toMatch(/was measured with batchSize 32: running anew/);
    await expect(measure({ batchSize: 32, devices: 2 })).rejects.toThrow("no program");
    expect(at.printed[1]).toMatch(/was measured with devices 1: running anew/);
    await expect(measure({ batchSize: 32 }, true)).rejects.toThrow("no program");
    await writeRun(record, { ...run, outcome: "interrupted" });
    await expect(measure({ batchSize: 32 })).rejects.toThrow("no program");
  });

  it("of a language model on a mesh is run anew when it was divided otherwise", async () => {
    const made = exampleTextRun(run, { context: 64, mesh: { stage: 2, tensor: 2 } });
    await writeRun(record, made);
    const same = { stages: 2, tensor: 2, data: 1, context: 64, batchSize: 32, trainRows: 72 };
    expect((await measure(same)).id).toBe("example");
    await expect(measure({ ...same, tensor: 4 })).rejects.toThrow("no program");
    await expect(measure({ ...same, zero: 3 })).rejects.toThrow("no program");
    expect(at.printed.slice(1)).toEqual([
      expect.stringContaining("was measured with tensor 2: running anew"),
      expect.stringContaining("was measured with zero 0: running anew"),
    ]);
  });

  it("is taken as it is while grading, and where it is missing a made-up run stands in", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    const made = await measure({ batchSize: 16, epochs: 3, imageSize: 128 });
    expect(at.printed[0]).toMatch(/Nothing is trained while grading/);
    expect(made.epochs).toHaveLength(3);
    expect(made.configuration).toMatchObject({ globalBatchSize: 16, imageSize: 128 });
    const onFour = await measure({ batchSize: 32, devices: 4 });
    expect(onFour.configuration).toMatchObject({ replicas: 4, globalBatchSize: 32, localBatchSize: 8 });
    const ofText = await measure({ context: 64, stages: 2, tensor: 2, trainRows: 64, batchSize: 8 });
    expect(ofText.configuration).toMatchObject({ context: 64, sharding: { mesh: { stage: 2, tensor: 2 } } });
    expect(ofText.deviceMemory?.peak).toHaveLength(4);
    await writeRun(record, { ...run, id: "handed in" });
    expect((await measure({ dataset: "cifar10" })).id).toBe("handed in");
  });
});

describe("a chapter's program", () => {
  it("that refuses its arguments fails with its one line", async () => {
    const failing = runProgram("01-one-device/train", { device: "tpu" });
    await expect(failing).rejects.toThrow(
      'The program 01-one-device/train ended with status 2: --device is "tpu": give one of cpu, gpu.',
    );
  });

  it("is not run while grading", async () => {
    vi.stubEnv("NBGRADER_EXECUTION", "autograde");
    await runProgram("01-one-device/memory", { imageSize: 64 });
    expect(at.printed).toEqual(["Nothing is trained while grading: 01-one-device/memory was not run."]);
    await expect(runProgram("01-one-device/none")).rejects.toThrow("no program");
  });
});
