import "../four-devices";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it, vi } from "vitest";
import { hasPackages, pythonWith } from "../../bench/peers/environment";
import { textNamed } from "../../datasets";
import { gpt } from "../../lib/models";
import type { RunRecord } from "../../lib/runs";
import { workbookRoot } from "../../lib/system/workbook";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";

const folder = join(workbookRoot, "docs/other-frameworks");
const page = readFileSync(`${folder}.md`, "utf8");

/** The rows of the page's table: our program, theirs, and the last loss of each. */
const rows = [...page.matchAll(/^\| .* \| `([\w-]+\.mts)` \| (\d\.\d+) \| `(\w+\.py)` \| (\d\.\d+) \|$/gm)].map(
  ([, ours, ourLoss, theirs, theirLoss]) => ({ ours, theirs, losses: [Number(ourLoss), Number(theirLoss)] }),
);

const found = new Map<string, Promise<number[]>>();
/** The losses of one of our programs, which a process can import only once. */
function lossesOf(program: string): Promise<number[]> {
  if (!found.has(program)) found.set(program, run(program));
  return found.get(program)!;
}

async function run(program: string): Promise<number[]> {
  const record = join(temporaryFolder("other-frameworks"), "run.json");
  vi.stubEnv("WORKBOOK_RECORD", record);
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await import(/* @vite-ignore */ join(folder, program));
  const { epochs } = JSON.parse(await readFile(record, "utf8")) as RunRecord;
  return epochs.map(({ loss }) => loss);
}

async function lossesOfPython(program: string): Promise<number[]> {
  const python = await pythonWith("torch", () => undefined);
  const together = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"];
  const alone = program === "one_device.py";
  const { stdout } = await execa(python, [...(alone ? [] : together), join(folder, program)]);
  return stdout
    .split("\n")
    .filter((line) => /^\d\.\d{6}$/.test(line))
    .map(Number); // gloo says more
}

function expectAlike(losses: readonly number[], others: readonly number[]): void {
  expect(losses).toHaveLength(others.length);
  losses.forEach((loss, at) => expect(Math.abs(loss - others[at]), `loss ${at}`).toBeLessThan(1e-4));
}

it("the page shows each program as it is (`npx vitest run test/frameworks -u` writes them), and compares all", async () => {
  const shown: string[] = [];
  const withPrograms = page.replace(
    /^(\[`([\w-]+\.\w+)`\]\([^)]*\):\n\n```\w+\n).*?^```$/gms,
    (_, head: string, file: string) => {
      shown.push(file);
      return `${head}${readFileSync(join(folder, file), "utf8")}\`\`\``;
    },
  );
  await expect(withPrograms).toMatchFileSnapshot(`${folder}.md`);
  const programs = readdirSync(folder).filter((file) => /\.(mts|py)$/.test(file));
  expect(shown.sort()).toEqual(programs.sort());
  const compared = rows.flatMap(({ ours, theirs }) => [ours, theirs]);
  expect([...compared, "tiny_gpt.py"].sort()).toEqual(programs.sort());
});

it("the programs of PyTorch begin with the weights of ours (`npx vitest run test/frameworks -u` writes them)", async () => {
  const text = await textNamed(join(folder, "text.txt"), { context: 16, globalBatchSize: 16, trainRows: 16 });
  const model = gpt({ vocabulary: text.vocabulary.size, context: 16, layers: 2, heads: 2, width: 16, seed: 1 });
  const weights = model.weights.map(({ name, variable }) => [name, variable.arraySync()] as const);
  model.dispose();
  const short = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
  const written = `${JSON.stringify(Object.fromEntries(weights), short)}\n`;
  await expect(written).toMatchFileSnapshot(join(folder, "first-weights.json"));
});

it.each(rows)("$ours has the loss of the page", async ({ ours, losses }) => {
  expectAlike([(await lossesOf(ours)).at(-1)!], [losses[0]]);
});

it.runIf(all && hasPackages("torch")).each(rows)(
  "$theirs has the losses of $ours",
  async ({ ours, theirs, losses }) => {
    const measured = await lossesOfPython(theirs);
    expectAlike([measured.at(-1)!], [losses[1]]);
    expectAlike(measured, await lossesOf(ours));
  },
);
