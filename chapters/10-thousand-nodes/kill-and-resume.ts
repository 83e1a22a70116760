import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { firstStepEnd, killedTraining, type KilledTraining } from "../../lib/failures";
import { exampleKilledTraining } from "./example-kills";
import { expectNumber } from "../../lib/failures/scenario";
import { checkpointOf, recordOf } from "../../lib/jobs/job-folder";
import { failure, flags, programFile, type ArgumentValues } from "../../lib/jobs/run-program";
import { checkRecord } from "../../lib/runs/record";
import { writeWhole } from "../../lib/system/atomic";
import { readChecked } from "../../lib/system/checked-json";
import { makeFolders } from "../../lib/system/folders";
import { isGrading } from "../../lib/system/grading";
import { counted } from "../../lib/system/words";
import { childFlags, SUPERVISED } from "../../lib/training/supervisor";

/** A training to kill. */
export interface TrainingToKill {
  /** A chapter's program, as its folder and name. It makes one epoch. */
  program: string;
  arguments: ArgumentValues & { stepsPerEpoch: number };
  /** Steps from one checkpoint to the next. */
  every: number;
  /**
   * When it is killed: in seconds since its first step ended, or as soon as a new checkpoint is `saved`. A kill that is due while it starts
   * again comes once the process is there.
   */
  kills: (number | "saved")[];
  /** The file that keeps what came of it, relative to the notebook. */
  record: string;
}

const keptSchema = z.object({ asked: z.string(), began: z.number(), killsAt: z.array(z.number()), run: z.unknown() });

/** Between two looks at what a training has written. */
const LOOK_MS = 50;

/**
 * Trains in a process of its own that is killed at given moments, by SIGKILL as when its node dies, and is started again each time; it goes
 * on from its last checkpoint. What came of it is kept, and made once. While nbgrader grades, nothing is trained: what was handed in
 * counts, or a made-up training stands in.
 * @throws one line when the program fails by itself.
 */
export async function killAndResume(training: TrainingToKill): Promise<KilledTraining> {
  const { record, every, kills, arguments: values } = training;
  expectNumber("every", every, Number.isInteger(every) && every >= 2, "a whole number of steps from 2");
  const kept = await keptIn(record);
  const asked = JSON.stringify({ program: training.program, values, every, kills });
  if (kept && (isGrading() || kept.asked === asked)) {
    console.log(`${record} holds this training, killed ${counted(kept.killsAt.length, "time")}: not run again.`);
    return kept;
  }
  if (isGrading()) {
    console.log(`Nothing is trained while grading, and ${record} was not handed in: a made-up training stands in.`);
    const costs = { stepSeconds: 0.2, checkpointSeconds: 0.2, restartSeconds: 5 };
    const killsAt = kills.map((kill) => (kill === "saved" ? every * costs.stepSeconds + 1 : kill));
    return exampleKilledTraining({ ...costs, every, steps: every * Math.ceil(values.stepsPerEpoch / every), killsAt });
  }
  const done = await train(training);
  await writeWhole(record, JSON.stringify({ asked, ...done }) + "\n");
  return done;
}

/** @throws one line when the file holds something else. */
async function keptIn(record: string): Promise<(KilledTraining & { asked: string }) | undefined> {
  const refuse = (): Error =>
    new Error(`${record} holds no training that was killed: move it away, and run the cell again.`);
  const kept = await readChecked(record, keptSchema, refuse);
  return kept && { ...kept, run: checkRecord(kept.run, record) };
}

async function train({ program, arguments: values, every, kills, record }: TrainingToKill): Promise<KilledTraining> {
  const folder = resolve(`${record}.files`); // as a job's folder: with the record and the checkpoints
  await rm(folder, { recursive: true, force: true });
  makeFolders(folder);
  const { execa } = await import("execa");
  const env = {
    ...{ [SUPERVISED]: "1", WORKBOOK_RECORD: join(folder, "run.json") },
    ...{ WORKBOOK_CHECKPOINT: join(folder, "checkpoint"), WORKBOOK_CHECKPOINT_EVERY: String(every) },
  };
  const start = () =>
    execa(process.execPath, [...childFlags, programFile(program), ...flags(values)], {
      ...{ env, stdin: "ignore", reject: false, all: true },
    });
  const moments: number[] = [];
  let firstStepEnded: number | undefined;
  let running = start();
  try {
    for (; ; running = start()) {
      const ended = new AbortController();
      void running.finally(() => ended.abort());
      firstStepEnded ??= await untilFirstStep(folder, ended.signal);
      const kill = kills.at(moments.length);
      let moment: number | undefined;
      if (kill !== undefined && firstStepEnded !== undefined) {
        if (kill === "saved") await untilSaved(folder, ended.signal);
        else await pause(firstStepEnded + 1000 * kill - Date.now(), ended.signal);
        running.kill("SIGKILL");
        moment = Date.now();
      }
      const { exitCode, signal, all: lastWords = "" } = await running;
      if (moment !== undefined && firstStepEnded !== undefined && signal === "SIGKILL") {
        moments.push(moment);
        const after = ((moment - firstStepEnded) / 1000).toFixed(1);
        console.log(`Killed ${after} s after its first step, and started again.`);
        continue;
      }
      const run = await recordOf(folder);
      if (exitCode !== 0 || firstStepEnded === undefined || run?.outcome !== "completed")
        throw new Error(failure(program, { exitCode, signal, lastWords, oomKills: 0 }, run?.reason));
      return killedTraining({ run, firstStepEnded, kills: moments }, every);
    }
  } finally {
    running.kill("SIGKILL");
    await running;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param ended Ends the pause, too. */
async function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  await sleep(Math.max(0, milliseconds), undefined, { signal: ended }).catch(() => undefined);
}

/** Until there is another checkpoint than now. */
async function untilSaved(folder: string, ended: AbortSignal): Promise<void> {
  const before = await checkpointOf(folder);
  while (!ended.aborted && (await checkpointOf(folder)) === before) await pause(LOOK_MS, ended);
}

/** When the first step ended, in milliseconds since 1970; undefined where the program ends before it. */
async function untilFirstStep(folder: string, ended: AbortSignal): Promise<number | undefined> {
  for (;;) {
    const end = firstStepEnd(await recordOf(folder));
    if (end !== undefined || ended.aborted) return end;
    await pause(LOOK_MS, ended);
  }
}

/** A small ResNet50V2 on the CPU, to be killed. */
export const smallTraining = (stepsPerEpoch: number, every: number): Omit<TrainingToKill, "kills" | "record"> => ({
  program: "01-one-device/train",
  arguments: {
    ...{
      device: "cpu",
      dataset: "synthetic",
      imageSize: 32,
      batchSize: 8,
      epochs: 1,
      trainImages: 4000,
      testImages: 8,
    },
    stepsPerEpoch,
  },
  every,
});
