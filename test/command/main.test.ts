import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseAndReport } from "../../lib/command/entry";

let printed: string;
beforeEach(() => {
  printed = "";
  const print = (text: unknown) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stderr, "write").mockImplementation(print);
  vi.spyOn(process.stdout, "write").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation((text) => void print(`${String(text)}\n`));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a program with one subcommand of its own file, and gives its exit status. */
async function statusOf(args: string[], action = () => Promise.resolve()): Promise<number> {
  const sub = new Command("train").option("--epochs <n>", "", positive).action(action);
  await parseAndReport(new Command("workbook").addCommand(sub), ["node", "workbook", ...args]);
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  return Number(status);
}

function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Epochs are 1 or more.");
}

test("done is 0, also for help", async () => {
  expect(await statusOf(["train", "--epochs", "2"])).toBe(0);
  expect(await statusOf(["train", "--help"])).toBe(0);
  expect(await statusOf(["help", "train"])).toBe(0);
});

test.each([["nonsense"], ["train", "--no-such-flag"], ["train", "--epochs", "0"], ["train", "extra"]])(
  "wrong flags and values are 2 and one line: %s %s %s",
  async (...args) => {
    expect(await statusOf(args)).toBe(2);
    expect(printed).toMatch(/^workbook: [^\n]+\n$/);
  },
);

test("what goes wrong later is 1 and one line", async () => {
  expect(await statusOf(["train"], () => Promise.reject(new Error("no data\n  in x")))).toBe(1);
  expect(printed).toBe("workbook: no data in x\n");
});

test("an error that quotes what others wrote has no control characters", async () => {
  const status = await statusOf(["train"], () => Promise.reject(new Error("Run \u001b[2J\u202ex has no steps.")));
  expect([status, printed]).toEqual([1, "workbook: Run  [2J x has no steps.\n"]);
});
