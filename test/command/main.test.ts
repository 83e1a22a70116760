import { Argument, Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { expect, test } from "vitest";
import { inProcess } from "./in-process";

/** Runs a program with one subcommand of its own file. */
function run(words: string[], action = () => Promise.resolve()) {
  const sub = new Command("train").option("--epochs <n>", "", positive).action(action);
  return inProcess(new Command("workbook").addCommand(sub), ...words);
}

function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Epochs are 1 or more.");
}

test.each([
  ["train", "--epochs", "2"],
  ["train", "--help"],
  ["help", "train"],
])("done is 0, also for help: %s %s", async (...words) => {
  expect(await run(words)).toMatchObject({ status: 0 });
});

test.each([["nonsense"], ["train", "--no-such-flag"], ["train", "--epochs", "0"], ["train", "extra"]])(
  "wrong flags and values are 2 and one line: %s %s %s",
  async (...words) => {
    expect(await run(words)).toEqual({ status: 2, printed: expect.stringMatching(/^workbook: [^\n]+\n$/) as string });
  },
);

test("what goes wrong later is 1 and one line", async () => {
  const failed = await run(["train"], () => Promise.reject(new Error("no data\n  in x")));
  expect(failed).toEqual({ status: 1, printed: "workbook: no data in x\n" });
});

test("an error that quotes what others wrote has no control characters", async () => {
  const failed = await run(["train"], () => Promise.reject(new Error("Run \u001b[2J\u202ex has no steps.")));
  expect(failed).toEqual({ status: 1, printed: "workbook: Run  [2J x has no steps.\n" });
});

// One place adds the suggestion to every choice of every command.
test.each([
  ["--preset quik", "Allowed choices are quick, full. (Did you mean quick?)"],
  ["--preset huge", "Allowed choices are quick, full."],
  ["mirorred", "Allowed choices are mirrored, one-device. (Did you mean mirrored?)"],
  ["--presett quick", "unknown option '--presett' (Did you mean --preset?)"],
  ["--fast", "unknown option '--fast'; see --help"],
  ["--wait --preset quick", "option '--wait <minutes>' argument missing: '--preset' after it is the next flag"],
  [
    "mirrored x.json",
    'train has no use for "x.json": write a value right after its flag, and in quotes if it has spaces; see --help',
  ],
])("a misspelt value is suggested as a misspelt flag is, and nothing that is far from it: %s", async (words, end) => {
  const sub = new Command("train")
    .addOption(new Option("--preset <name>").choices(["quick", "full"]))
    .option("--wait <minutes>", "")
    .addArgument(new Argument("[strategy]").choices(["mirrored", "one-device"]));
  const { status, printed } = await inProcess(new Command("workbook").addCommand(sub), "train", ...words.split(" "));
  expect([status, printed.trim().endsWith(end)], printed).toEqual([2, true]);
});

test("a misspelt command is suggested, too", async () => {
  expect((await run(["trian"])).printed).toBe("workbook: unknown command 'trian' (Did you mean train?)\n");
});
