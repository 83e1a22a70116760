import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { execa } from "execa";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { beforeAll, expect, it } from "vitest";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { STEPS, tinyTraining, WHITE, type TinyTraining } from "./tiny-training";
import { temporaryFolder } from "../temporary";
import { stepsDone } from "./steps-done";
import { losses, validations } from "./tiny-fit";

let folder: string;
let whole: RunRecord;
beforeAll(async () => {
  folder = temporaryFolder("mirrored");
  whole = await tinyTraining({ record: join(folder, "whole.json") });
});

/** Trains in a process of its own, which can be killed. */
function start(training: TinyTraining) {
  return execa(
    process.execPath,
    ["--require", join(__dirname, "typescript.cjs"), join(__dirname, "tiny-training.ts")],
    { env: { TINY_TRAINING: JSON.stringify(training) }, reject: false, timeout: 500_000, killSignal: "SIGKILL" },
  );
}

function files(name: string) {
  return { record: join(folder, `${name}.json`), checkpoint: join(folder, name), checkpointSteps: 1 };
}

it("a run of four devices killed at random moments goes on to the same losses, bit for bit", async () => {
  const seed = Number(process.env.WORKBOOK_TEST_SEED ?? 20);
  const random = xoroshiro128plus(seed);
  const training = files("killed");
  for (const resume of [false, true]) {
    const done = stepsDone(training.checkpoint);
    const running = start({ ...training, epochs: 10_000, resume }); // it does not end before it is killed
    // A random step, and a random moment within about a step.
    const last = done + 1 + Math.floor(uniformFloat64(random) * (resume ? 2 : 7));
    const more = Math.floor(uniformFloat64(random) * 40);
    while (stepsDone(training.checkpoint) < last && running.exitCode === null) await setTimeout(2);
    await setTimeout(more);
    running.kill("SIGKILL");
    const { signal, stderr } = await running;
    expect(signal, stderr).toBe("SIGKILL");
    console.log(`seed ${seed}: killed ${more} ms after step ${last}`);
  }
  const epochs = Math.max(3, 1 + Math.floor(stepsDone(training.checkpoint) / STEPS));
  const { exitCode, stderr } = await start({ ...training, epochs, resume: true });
  expect(exitCode, stderr).toBe(0);
  const unbroken = epochs === 3 ? whole : await tinyTraining({ record: join(folder, "longer.json"), epochs });
  const run = await readRun(training.record);
  expect(run).toMatchObject({ outcome: "completed", configuration: { strategy: "mirrored", replicas: 4 } });
  expect(run.resumedFrom).toHaveLength(2);
  expect(losses(run)).toEqual(losses(unbroken));
  expect(validations(run)).toEqual(validations(unbroken));
});

it("an error in one replica's step ends the run, names the device, and leaves the last checkpoint usable", async () => {
  const training = files("failed");
  const { exitCode, timedOut, stderr } = await start({ ...training, trips: true });
  expect(timedOut).toBe(false); // the other replicas do not wait for ever
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`On CPU:${WHITE.replica} (replica ${WHITE.replica}): `);
  const failed = await readRun(training.record);
  expect(failed.outcome).toBe("failed");
  expect(failed.reason).toMatch(
    /^On CPU:2 \(replica 2\): indices\[0\] = 1 is not in \[0, 1\) \[replica_2\/Gather\w*\]$/,
  );
  expect(losses(failed)).toEqual(losses(whole).slice(0, WHITE.step));
  const checkpoints = (await readdir(training.checkpoint)).sort();
  expect(checkpoints.at(-1)).toBe("step-00000003");
  // The same training with a model that takes white images.
  const copied = { ...training, checkpoint: join(folder, "copied") };
  await cp(training.checkpoint, copied.checkpoint, { recursive: true });
  const rest = await tinyTraining({ ...copied, resume: true });
  expect(rest).toMatchObject({ outcome: "completed", resumedFrom: [{ epoch: 1, step: WHITE.step }] });
  expect(rest.reason).toBeUndefined();
  expect(losses(rest)).toEqual(losses(whole));
  expect(validations(rest)).toEqual(validations(whole));
});
