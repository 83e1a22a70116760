import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { programFile } from "../../lib/jobs";
import { flagOf, readArguments } from "../../lib/jobs/program-arguments";
import { flags } from "../../lib/jobs/run-program";

const defaults = {
  epochs: 2,
  device: ["cpu", "gpu"],
  name: "run",
  mixed: false,
  trainImages: Number,
  folder: String,
} as const;
const read = (...argv: string[]) => readArguments(defaults, argv);

describe("a program's arguments", () => {
  it("have their defaults, and none where Number or String stands", () => {
    const none = { epochs: 2, device: "cpu", name: "run", mixed: false, trainImages: undefined, folder: undefined };
    expect(read()).toEqual(none);
  });

  it("are read by the type of their default", () => {
    const argv = ["--epochs", "3", "--device", "gpu", "--name=x", "--mixed", "--train-images", "64", "--folder", "a"];
    const all = { epochs: 3, device: "gpu", name: "x", mixed: true, trainImages: 64, folder: "a" };
    expect(read(...argv)).toEqual(all);
    expect(read("--epochs", "-3", "--mixed")).toMatchObject({ epochs: -3, mixed: true });
  });

  it.each([
    [["--epoch", "3"], /Unknown option '--epoch'.*There are: --epochs, --device/],
    [["--epochs", "three"], /^--epochs is "three": give a number\.$/],
    [["--epochs", "-3x"], /^--epochs is "-3x": give a number\.$/],
    [["--epochs", ""], /^--epochs is "": give a number\.$/],
    [["--device", "tpu"], /^--device is "tpu": give one of cpu, gpu\.$/],
    [["--epochs"], /argument missing/],
    [["more"], /Unexpected argument 'more'/],
  ])("refuse %j in one line", (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
    expect(() => read(...argv)).not.toThrow(/\n/);
  });

  it("are listed by --help, with what each may be", async () => {
    const { stdout } = await execa(process.execPath, [programFile("07-frameworks/train"), "--help"]);
    expect(stdout).toMatch(/^--model +one of resnet44, resnet20, resnet32, resnet56; default: resnet44$/m);
    expect(stdout).toMatch(/^--epochs +a number; default: 5$/m);
    expect(stdout).toMatch(/^--learning-rate +a number$/m);
    expect(stdout).toMatch(/^--augment +takes no value$/m);
  });

  it("become flags and back", () => {
    expect(flagOf("globalBatchSize")).toBe("global-batch-size");
    const values = { epochs: 1, mixed: true, folder: undefined, name: "a b" };
    expect(flags(values)).toEqual(["--epochs", "1", "--mixed", "--name", "a b"]);
    expect(read(...flags(values))).toMatchObject({ epochs: 1, mixed: true, name: "a b" });
  });
});
