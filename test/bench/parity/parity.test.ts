import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parityCommand } from "../../../bench/parity/command";
import { parity, parityTable, type ParityResult } from "../../../bench/parity";
import { worst } from "../../../bench/parity/compare";
import { full } from "../../extent";
import { temporaryFolder } from "../../temporary";

const fixture = (name: string) => join(__dirname, "../../golden", name);

let folder: string;
beforeAll(() => void (folder = temporaryFolder("parity")));

async function results(file: string, ...modes: ("eager" | "captured")[]): Promise<ParityResult[]> {
  const found: ParityResult[] = [];
  for await (const result of parity(file, modes)) found.push(result);
  return found;
}

/** A copy of a fixture with some of its arrays' bytes changed. */
async function changed(name: string, change: (arrays: Record<string, Uint8Array>) => void): Promise<string> {
  const arrays = unzipSync(await readFile(fixture("tinyresnetv2-32-batch-1.npz")));
  change(arrays);
  const file = join(folder, name);
  await writeFile(file, zipSync(arrays, { level: 0 }));
  return file;
}

describe("the committed fixtures", () => {
  const smallest: [string, number][] = [
    ["tinyresnet-40-batch-2.npz", 130],
    ["tinyresnetv2-32-batch-1.npz", 104],
    ["tinyefficientnet-40-batch-2.npz", 96],
    ["tinyresnet20-16-batch-2.npz", 61],
  ];
  const others: [string, number][] = [
    ["tinyresnet-33-batch-3.npz", 130],
    ["tinyresnetv2-33-batch-3.npz", 104],
    ["tinyefficientnet-33-batch-3.npz", 96],
    ["tinyresnet20-17-batch-3.npz", 61],
  ];

  it.each([...smallest, ...(full ? others : [])])("%s passes, eager and captured", async (name, trainable) => {
    const found = await results(fixture(name), "eager", "captured");
    expect(found.map(({ mode, passed }) => [mode, passed])).toEqual([["eager", true], ["captured", true]]); // prettier-ignore
    for (const { kinds } of found) {
      expect(kinds.map(({ kind }) => kind)).toEqual([
        "outputs",
        "loss",
        "gradients",
        "weights after a step",
        "moving statistics after it",
      ]);
      expect(parityTable(kinds)).toMatch(new RegExp(`gradients +${trainable} .*pass`));
    }
  });
});

describe("a fixture that is not what Keras computes", () => {
  it.each([
    ["a weight 1 % off", "initial/conv4_block1_2_bn/gamma.npy", "outputs"],
    ["another gradient", "float64/gradients/predictions/kernel.npy", "gradients"],
    ["another moving mean", "float64/moving/post_bn/moving_mean.npy", "moving statistics after it"],
  ])("fails: %s", async (_what, array, kind) => {
    const file = await changed("wrong.npz", (arrays) => {
      const bytes = arrays[array];
      const header = 10 + bytes[8] + 256 * bytes[9];
      const copy = bytes.slice(header);
      const values = array.startsWith("initial") ? new Float32Array(copy.buffer) : new Float64Array(copy.buffer);
      values.forEach((value, i) => (values[i] = value * 1.01));
      bytes.set(copy, header);
      // Keras's own float32 must not excuse it.
      if (values instanceof Float64Array) {
        const single = arrays[array.replace("float64", "float32")];
        single.set(new Uint8Array(Float32Array.from(values).buffer), 10 + single[8] + 256 * single[9]);
      }
    });
    const [{ kinds, passed }] = await results(file, "captured");
    expect(passed).toBe(false);
    expect(worst(kinds.find((each) => each.kind === kind)!.tensors).ours).toBeGreaterThan(1e-3);
    expect(parityTable(kinds)).toMatch(new RegExp(`^${kind}.*FAIL \\(\\d+\\)$`, "m"));
  });
});

describe("a file that is no fixture is refused in one line", () => {
  const refused = async (file: string) => {
    const error: unknown = await results(file, "eager").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message).not.toContain("\n");
    expect(message).toContain(file);
    return message;
  };

  it("missing", async () => {
    expect(await refused(join(folder, "none.npz"))).toMatch(/no such file/);
  });

  it.each<[what: string, content: (whole: Buffer) => Uint8Array | string, says: RegExp]>([
    ["not a zip", () => "nonsense", /not an \.npz file, or only a part/],
    ["empty", () => "", /not an \.npz file, or only a part/],
    ["half of a zip", (whole) => whole.subarray(0, whole.length / 2), /not an \.npz file, or only a part/],
    ["damaged within", (whole) => whole.fill(0xff, 2000, 200_000), /cannot be read/],
  ])("%s", async (_, content, says) => {
    const file = join(folder, "bad.npz");
    await writeFile(file, content(await readFile(fixture("tinyresnetv2-32-batch-1.npz"))));
    expect(await refused(file)).toMatch(says);
  });

  it.each<[what: string, change: (arrays: Record<string, Uint8Array>) => void, says: RegExp]>([
    ["of other arrays", (arrays) => delete arrays["description.npy"], /no array "description"/],
    ["without one of its arrays", (arrays) => delete arrays["float64/loss/loss.npy"], /no array "float64\/loss\/loss"/],
    [
      "of an array cut short",
      (arrays) => (arrays["images.npy"] = arrays["images.npy"].slice(0, -400)),
      /"images" cannot be read.*shape is \[1, 32, 32, 3\], but it holds 2972/,
    ],
    [
      "of a description from another version",
      ({ "description.npy": bytes }) => (bytes[Buffer.from(bytes).indexOf('"format": 1') + 10] = "2".charCodeAt(0)),
      /description.*format/,
    ],
  ])("%s", async (_, change, says) => {
    expect(await refused(await changed("changed.npz", change))).toMatch(says);
  });
});

describe("workbook parity", () => {
  let printed: string;
  beforeEach(() => {
    printed = "";
    vi.spyOn(console, "log").mockImplementation((text) => {
      printed += `${String(text)}\n`;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it("prints a table for each way to run, and exits 0", async () => {
    await parityCommand().parseAsync(["node", "parity", fixture("tinyresnetv2-32-batch-1.npz")]);
    expect(printed).toMatch(/eager against Keras 3[\s\S]*captured against Keras 3/);
    expect(process.exitCode ?? 0).toBe(0);
  });

  it("exits 1 where something differs", async () => {
    const file = await changed("labels.npz", (arrays) => {
      const bytes = arrays["labels.npy"];
      bytes[bytes.length - 4] = 1 - bytes[bytes.length - 4];
    });
    await parityCommand().parseAsync(["node", "parity", file, "--mode", "captured"]);
    expect(printed).toMatch(/loss.*FAIL/);
    expect(process.exitCode).toBe(1);
  });
});
