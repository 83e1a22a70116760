import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { execa } from "execa";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, it } from "vitest";
import { all } from "../extent";
import type { Ended, TrainingWorker } from "./training-worker";
import { withCluster } from "../cluster/on-cluster";
import { temporaryFolder } from "../temporary";

/** Faults of each arrangement, on real nodes. training-processes.test.ts kills one process of a stage. */
const FAULTS = 7;
const NODES = [1, 2, 3, 4];
const TIMEOUT = 5;
/** Much more than the time-out: only a hang takes so long. */
const HANG = 60;
/** Slurm has noticed that a node is gone. */
const NOTICED = 15;
/** No training makes so many before its fault. */
const ENDLESS = 1_000_000;

const arrangements: [name: string, worker: Omit<TrainingWorker, "updates">][] = [
  ["a stage", { shape: { stage: 2, data: 2 }, stages: { microbatches: 4 } }],
  ["a device that shares layers", { shape: { data: 2, tensor: 2 }, tensor: { sequence: true } }],
  ["a part of ZeRO-3", { shape: { data: 4 }, zero: 3 }],
];

const folder = temporaryFolder("sharded-faults");
const cluster = withCluster({ nodes: NODES.length, rate: "none" });

function train(worker: TrainingWorker) {
  const built = join(__dirname, "..", "strategy", "built.cjs");
  const program = [process.execPath, "--require", built, join(__dirname, "training-worker.ts")];
  const options = [`--nodes=${NODES.length}`, "--ntasks-per-node=1", "--overcommit", "--kill-on-bad-exit=0"];
  const { file, args, env } = cluster().command("srun", [...options, ...program]);
  return execa(file, args, { env: { ...env, WORKER: JSON.stringify(worker) }, reject: false });
}

const updatesIn = (place: string): number =>
  Math.max(0, ...readdirSync(place).map((name) => Number(/^(\d+)\.digest$/.exec(name)?.[1] ?? 0)));

const endOf = (place: string, task: number): Ended | undefined => {
  const file = join(place, `${task}.json`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text === "" ? undefined : (JSON.parse(text) as Ended);
};

// Inside of a node only its own processes are to be seen.
const KILL = `
  for (const pid of require("node:fs").readdirSync("/proc").filter(Number)) {
    const line = (() => { try { return require("node:fs").readFileSync("/proc/" + pid + "/cmdline", "utf8"); } catch { return ""; } })();
    if (line.includes("training-worker") && !line.includes("srun") && Number(pid) !== process.pid) process.kill(Number(pid), "SIGKILL");
  }`;

const kinds = {
  worker: {
    async harm(node: number) {
      const { file, args, env } = cluster().on(node, process.execPath, ["--eval", KILL]);
      await execa(file, args, { env });
    },
    mend: async () => Promise.resolve(),
  },
  link: { harm: (node: number) => cluster().breakLink(node), mend: (node: number) => cluster().mendLink(node) },
};

async function allIdle(): Promise<void> {
  for (const end = Date.now() + 1000 * HANG; Date.now() < end; await setTimeout(100)) {
    const { nodes } = await cluster().status();
    if (nodes.every(({ state }) => state === "idle")) return;
  }
  throw new Error("The nodes do not come back.");
}

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
    const seed = Number(process.env.WORKBOOK_TEST_SEED ?? 18);
    const random = xoroshiro128plus(seed);
    const broken = place("broken");
    const losses: number[] = [];
    for (let fault = 1; fault <= FAULTS; fault++) {
      const kind = (["worker", "link"] as const)[uniformInt(random, 0, 1)];
      const node = NODES[uniformInt(random, 0, NODES.length - 1)];
      const later = 200 * uniformFloat64(random);
      NODES.forEach((each) => {
        rmSync(join(broken, `${each - 1}.json`), { force: true });
      });
      const before = updatesIn(broken);
      const running = train({ ...worker, folder: broken });
      while (updatesIn(broken) === before && running.exitCode === null) await setTimeout(5);
      await setTimeout(later);
      expect(running.exitCode, "the training ended before its fault").toBeNull();
      const began = Date.now();
      await kinds[kind].harm(node);
      const others = NODES.filter((each) => each !== node).map((each) => each - 1);
      const ends = await ended(broken, others);
      const seconds = (Date.now() - began) / 1000;
      const named = new RegExp(`[Tt]ask ${node - 1} \\(node${node}, .*\\) do(es)? not answer any more`);
      expect(ends).not.toHaveLength(0);
      for (const { error } of ends) expect(error, `${kind} of node${node}`).toMatch(named);
      await Promise.race([running, setTimeout(1000 * NOTICED)]);
      await kinds[kind].mend(node);
      await Promise.race([running, setTimeout(1000 * HANG)]);
      expect(running.exitCode, `srun hangs after fault ${fault}`).not.toBeNull(); // so that nobody hangs
      await allIdle();
      note(losses, ends[0], updatesIn(broken));
      console.log(`seed ${seed}: ${name}, fault ${fault}, ${kind} of node${node} after update ${updatesIn(broken)}: known in ${seconds.toFixed(1)} s`); // prettier-ignore
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
