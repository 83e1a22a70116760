import { execa } from "execa";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFrameworkArguments } from "../../lib/frameworks/arguments";
import { begin } from "../../lib/experiment/runner/begin";
import { readDesign } from "../../lib/experiment/design";
import { programFile } from "../../lib/jobs";
import { temporaryFolder } from "../temporary";

const program = "07-frameworks/train";

describe("the arguments of lesson 7's program", () => {
  it.each([
    [{ framework: "torchh" }, /^There is no framework "torchh": choose one of ours, /],
    [{ framework: "tensorflow", compression: "16-bit" }, /^tensorflow cannot send gradients in 16 bits: leave the compression out\.$/],
    [{ compression: "fp16" }, /^--compression is "fp16": give one of none, 16-bit\.$/],
    [{ localBatchSize: 0 }, /^--local-batch-size is 0: give a whole number from 1 up\.$/],
    [{ localBatchSize: 1.5 }, /^--local-batch-size is 1\.5: give a whole number from 1 up\.$/],
    [{ imageSize: 0 }, /^--image-size is 0: give a whole number from 1 up\.$/],
    [{ epochs: 0 }, /^--epochs is 0: give a whole number from 1 up\.$/],
    [{ collectiveTimeout: 0 }, /^--collective-timeout is 0: give a whole number from 1 to 2147483\.$/],
    [{ collectiveTimeout: 1e9 }, /^--collective-timeout is 1000000000: give a whole number from 1 to 2147483\.$/],
    [{ learningRate: 0 }, /^--learning-rate is 0: give a number above 0\.$/],
    [{ framework: "keras", resume: true }, /^--checkpoint and --resume are this engine's only: leave them out with --framework keras\.$/],
  ])("refuse %j in one line", (values, line) => {
    expect(() => checkFrameworkArguments(program, values)).toThrow(line);
  }); // prettier-ignore

  it("are read from words, too, and those of other programs pass", () => {
    expect(() => checkFrameworkArguments(program, ["--local-batch-size=-3"])).toThrow("--local-batch-size is -3: give");
    expect(() => checkFrameworkArguments(program, ["--epochs", "many"])).toThrow('--epochs is "many": give a number.');
    checkFrameworkArguments(program, ["--framework", "pytorch-ddp", "--compression", "16-bit"]);
    checkFrameworkArguments("04-many-nodes/train", { localBatchSize: 0 });
  });

  it("and a missing environment are refused before the images are looked for", async () => {
    const folder = temporaryFolder("arguments");
    const site = join(folder, "site.json");
    writeFileSync(site, JSON.stringify({ frameworks: { python: "/no/such/python" } }));
    const env = { WORKBOOK_SITE: site, WORKBOOK_DATA_DIR: folder, WORKBOOK_OFFLINE: "1" };
    const run = (...words: string[]) =>
      execa(process.execPath, [programFile(program), ...words], { env, reject: false });
    const wrong = await run("--framework", "pytorch-ddp", "--epochs", "0");
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, "--epochs is 0: give a whole number from 1 up."]);
    const missing = await run("--framework", "pytorch-ddp");
    expect(missing.exitCode).not.toBe(0);
    expect(missing.stderr).toContain("/no/such/python is no program.");
  });
});

describe("a design for lesson 7's program", () => {
  const folder = temporaryFolder("designs");
  const usual = { program, replicates: 1, seed: 1, factors: { framework: ["ours"] } };
  const begun = async (changes: object) => {
    const file = join(folder, "mine.yaml");
    writeFileSync(file, JSON.stringify({ ...usual, ...changes }));
    return begin(await readDesign(file), "local");
  };

  it.each([
    [{ factors: { framework: ["ours", "torchh"] } }, /^The design mine has a wrong run \(torchh\): There is no framework "torchh": choose/],
    [{ factors: { framework: ["tensorflow"], compression: ["16-bit"] } }, /\(tensorflow, 16-bit\): tensorflow cannot send/],
    [{ factors: { batch: [8] }, arguments: { framework: "nosuch" } }, /\(batch 8\): There is no framework "nosuch": choose/],
    [{ factors: { compression: ["none", "fp16"] } }, /\(fp16\): --compression is "fp16": give one of none, 16-bit\.$/],
  ])("is refused before its first run: %j", async (changes, line) => {
    await expect(begun(changes)).rejects.toThrow(line);
  }); // prettier-ignore

  it("begins where all runs can be made, as both of the lesson's can", async () => {
    expect((await begun({})).runs).toHaveLength(1);
    for (const name of ["compare", "compression"]) await begin(await readDesign(name), "local");
  });
});
