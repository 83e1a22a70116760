import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bestCheckpointInterval } from "../../lib/failures";
import { checkpointEveryOfJob, CheckpointTimes, type CheckpointEvery } from "../../lib/training/checkpoint-times";
import { tinyFit } from "./tiny-fit";
import { temporaryFolder } from "../temporary";

type Owner = ConstructorParameters<typeof CheckpointTimes>[1];

/** The steps after which checkpoints were kept, each of which takes 50 ms. */
async function kept(
  chosen: CheckpointEvery | undefined,
  {
    steps = 100,
    batches = 1,
    stepsPerEpoch = Infinity,
    team,
  }: Partial<Pick<Owner, "team"> & { steps: number; batches: number; stepsPerEpoch: number }> = {},
) {
  const said: string[] = [];
  const owner = { team, say: (line: string) => said.push(line) };
  const times = new CheckpointTimes(chosen, owner);
  let now = 0; // on this clock, steps and checkpoints take what they should
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const at: number[] = [];
  for (let globalStep = batches; globalStep <= steps; globalStep += batches) {
    const about = { place: batches - 1 } as never;
    const before = globalStep - batches;
    const [epoch, stepInEpoch] = [1 + Math.floor(before / stepsPerEpoch), 1 + (before % stepsPerEpoch)];
    now += epoch > 1 && stepInEpoch === 1 ? 2000 : 10; // between epochs a network is tested
    if (!times.isDue({ epoch, stepInEpoch, globalStep }, { about })) continue;
    await times.keep(async () => void (now += 50));
    at.push(globalStep);
  }
  clock.mockRestore();
  return { at, said };
}

describe("checkpoints between epochs", () => {
  it("are kept after every so many steps, or the update that passes them", async () => {
    expect(await kept(30)).toEqual({ at: [30, 60, 90], said: [] });
    expect((await kept(30, { batches: 4 })).at).toEqual([32, 60, 92]);
    expect((await kept(undefined)).at).toEqual([]);
  });

  it("are kept as often as is best, by what the first one took", async () => {
    const { at, said } = await kept({ nodeMtbfHours: 0.001 }, { steps: 200 });
    const [, checkpointSeconds, stepSeconds, steps] = (
      /^A checkpoint takes ([\d.]+) s and a step ([\d.]+) s: one after every (\d+) steps is best where a node fails once in 0\.001 h \(goodput [\d.]+ %\)\.$/.exec(
        said.join("\n"),
      ) ?? []
    ).map(Number);
    expect([checkpointSeconds, stepSeconds]).toEqual([0.05, 0.01]);
    const question = { nodes: 1, nodeMtbfSeconds: 3.6, checkpointSeconds, stepSeconds };
    expect(Math.abs(steps - (bestCheckpointInterval(question).steps ?? NaN))).toBeLessThanOrEqual(1); // both are rounded
    expect(at[0]).toBe(21); // the first step does not count
    const multiples = Array.from({ length: Math.floor(200 / steps) }, (_, index) => (index + 1) * steps);
    expect(at.slice(1)).toEqual(multiples.filter((step) => step > 21));
  });

  it("take no test between epochs for steps", async () => {
    const { at, said } = await kept({ nodeMtbfHours: 1 }, { steps: 40, stepsPerEpoch: 8 });
    expect(at[0]).toBe(23); // the first step of each of three epochs does not count
    expect(said).toEqual([expect.stringContaining("and a step 0.01 s")]);
  });

  it("are kept at the same steps by all processes, by the first one's times", async () => {
    const exchange = vi.fn(() => [{ checkpointSeconds: 2, stepSeconds: 0.1 }, { checkpointSeconds: 9, stepSeconds: 5 }]); // prettier-ignore
    const { said } = await kept({ nodeMtbfHours: 1 }, { team: { workers: 2, exchange, isChief: false } });
    expect(exchange).toHaveBeenCalledOnce();
    const { steps } = bestCheckpointInterval({
      nodes: 2,
      nodeMtbfSeconds: 3600,
      checkpointSeconds: 2,
      stepSeconds: 0.1,
    });
    expect(said).toEqual([expect.stringContaining(`one after every ${steps} steps is best`)]);
  });
});

describe("a job", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("keeps checkpoints as its environment says", async () => {
    const folder = temporaryFolder("times");
    vi.stubEnv("WORKBOOK_CHECKPOINT", join(folder, "checkpoint"));
    vi.stubEnv("WORKBOOK_CHECKPOINT_EVERY", "7");
    await tinyFit({ epochs: 1 }, { trainImages: 80 });
    expect(readdirSync(join(folder, "checkpoint")).sort()).toEqual(["step-00000007", "step-00000010"]);
  });

  it.each([
    [undefined, undefined],
    ["", undefined],
    ["500", 500],
    ["auto:8760", { nodeMtbfHours: 8760 }],
    ["auto:0.5", { nodeMtbfHours: 0.5 }],
  ])("reads %j", (text, expected) => {
    vi.stubEnv("WORKBOOK_CHECKPOINT_EVERY", undefined);
    expect(checkpointEveryOfJob(text)).toEqual(expected);
  });

  it.each(["auto", "0", "1.5", "auto:0", "-3", "5 steps"])("refuses %j", (text) => {
    expect(() => checkpointEveryOfJob(text)).toThrow(
      /^WORKBOOK_CHECKPOINT_EVERY is ".*": give a number of steps, or auto:HOURS/,
    );
  });
});
