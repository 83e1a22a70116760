import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readRun, writeRun } from "../../lib/runs/record";
import { completeRecord, type Ending } from "../../lib/training/supervisor";
import { smallRun } from "../runs/small-run";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("supervisor")));

describe("the record of a training process that could not end it itself", () => {
  const endings: [string, Partial<Ending>, string, RegExp][] = [
    ["killed while the kernel killed for memory", { signal: "SIGKILL", oomKills: 1 }, "out-of-memory", /of 4: .* 2 /],
    ["C++ that got no memory", { signal: "SIGABRT", lastWords: "std::bad_alloc" }, "out-of-memory", /of 4/],
    ["killed by somebody", { signal: "SIGKILL" }, "interrupted", /ended by SIGKILL/],
    ["a crash", { signal: "SIGSEGV", lastWords: "a\nlast words\n" }, "failed", /SIGSEGV: last words$/],
    [
      "a check of TensorFlow's that failed",
      {
        signal: "SIGABRT",
        lastWords:
          "F0000 a.cc:1] Check failed: n > 0\n*** Check failure stack trace: ***\n    @     0x7f08abaa71f5  (unknown)\n",
      },
      "failed",
      /SIGABRT: F0000 a\.cc:1\] Check failed: n > 0$/,
    ],
    ["an exit without a word", { exitCode: 3 }, "failed", /exit status 3\.$/],
  ];
  it.each(endings)("%s", async (_, ending, outcome, reason) => {
    const file = join(folder, "run.json");
    await writeRun(file, smallRun({ outcome: "running", endedAt: undefined }));
    await completeRecord(file, { lastWords: "", oomKills: 0, ...ending });
    const run = await readRun(file);
    expect(run).toMatchObject({ outcome, reason: expect.stringMatching(reason) as string });
    expect(run.endedAt).toBeDefined();
    expect(run.suggestedBatchSize).toBe(outcome === "out-of-memory" ? 2 : undefined);
  });

  it("is left alone when the process ended it", async () => {
    const file = join(folder, "run.json");
    await writeRun(file, smallRun());
    await completeRecord(file, { signal: "SIGKILL", lastWords: "", oomKills: 1 });
    expect(await readRun(file)).toEqual(smallRun());
  });
});
