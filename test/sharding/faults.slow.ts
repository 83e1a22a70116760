import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { clusterWithFaults, HANG } from "../cluster/node-faults";
import { all } from "../extent";
import type { Ended, TrainingWorker } from "./training-worker";
import { temporaryFolder } from "../temporary";

/** Faults of each arrangement, on real nodes. training-processes.test.ts kills one process of a stage. */
const FAULTS = 7;
const TIMEOUT = 5;
/** No training makes so many before its fault. */
const ENDLESS = 1_000_000;

const arrangements: [name: string, worker: Omit<TrainingWorker, "updates">][] = [
  ["a stage", { shape: { stage: 2, data: 2 }, stages: { microbatches: 4 } }],
  ["a device that shares layers", { shape: { data: 2, tensor: 2 }, tensor: { sequence: true } }],
  ["a part of ZeRO-3", { shape: { data: 4 }, zero: 3 }],
];

const { srun, fault } = clusterWithFaults("sharded", 4, Number(process.env.WORKBOOK_TEST_SEED ?? 18));
let folder: string;
beforeAll(() => void (folder = temporaryFolder("sharded-faults")));

function train(worker: TrainingWorker) {
  const built = join(__dirname, "..", "strategy", "built.cjs");
  return srun(["--require", built, join(__dirname, "training-worker.ts")], { WORKER: JSON.stringify(worker) });
}

const updatesIn = (place: string): number =>
  Math.max(0, ...readdirSync(place).map((name) => Number(/^(\d+)\.digest$/.exec(name)?.[1] ?? 0)));

const endOf = (place: string, task: number): Ended | undefined => {
  const file = join(place, `${task}.json`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text === "" ? undefined : (JSON.parse(text) as Ended);
};

/** How processes ended, once they have. TensorFlow's own runtime may end one of them, in one of 60 faults or so: it says nothing. */
async function ended(place: string, tasks: readonly number[]): Promise<Ended[]> {
  const ends = () => tasks.flatMap((task) => endOf(place, task) ?? []);
  for (const end = Date.now() + 1000 * HANG; Date.now() < end; await setTimeout(20)) {
    if (ends().length === tasks.length) break;
  }
  return ends();
}

it.runIf(all).each(arrangements)(
  "whoever loses %s ends with its name, and goes on to the same losses",
  { timeout: 30 * 60_000 },
  async (name, arrangement) => {
    const place = (what: string): string => {
      const made = join(folder, `${name} ${what}`.replaceAll(" ", "-"));
      mkdirSync(made, { recursive: true });
      return made;
    };
    const worker: TrainingWorker = { ...arrangement, updates: ENDLESS, timeoutSeconds: TIMEOUT };
    const broken = place("broken");
    const losses: number[] = [];
    for (let count = 1; count <= FAULTS; count++) {
      for (const task of [0, 1, 2, 3]) rmSync(join(broken, `${task}.json`), { force: true });
      const { ends, named, what } = await fault("training-worker", {
        ...{ kinds: ["worker", "link"], latest: 200, train: () => train({ ...worker, folder: broken }) },
        ...{ reached: () => updatesIn(broken), ended: (others) => ended(broken, others) },
      });
      expect(ends).not.toHaveLength(0);
      for (const { error } of ends) expect(error, what).toMatch(named);
      note(losses, ends[0], updatesIn(broken));
    }
    const updates = updatesIn(broken) + 4;
    const unbroken = place("unbroken");
    for (const folder of [broken, unbroken]) {
      const { exitCode, stderr } = await train({ ...worker, updates, folder });
      expect(exitCode, stderr).toBe(0);
    }
    note(losses, endOf(broken, 0)!, updates);
    expect(losses).toHaveLength(updates);
    expect(losses).toEqual(endOf(unbroken, 0)!.losses);
  },
);

/** Keeps the losses up to the newest checkpoint: what came after it is computed again. */
function note(losses: number[], { before, losses: own }: Ended, saved: number): void {
  losses.splice(before, Infinity, ...own.slice(0, saved - before));
}
