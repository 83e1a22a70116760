import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

// `npm run test:full` sets it, and adds what takes minutes: files that end in .slow.ts, and tests under `it.runIf(full)`.
// As test/extent.ts says it; Vitest loads this file where it cannot import that one.
const full = ["full", "all"].includes(process.env.WORKBOOK_TEST ?? "");
const kinds = full ? "{test,slow}" : "test";
const ofTheseKinds = (files: string[]) => files.filter((each) => full || !each.endsWith(".slow.ts"));

/** Rooms whose tests compute in Node alone: files share a process, and what they import is read once. */
const inOneProcess = [
  "test/{cells,chapters,checks,docs,experiment,failures,jobs,measure,plots,profile,report,runs,scripts}/**/*.test.ts",
  "test/bench/*.test.ts",
];

/** Tests that mostly wait: for Slurm, for people's servers, for several processes, for somebody to notice an end. Four run at once. */
const waiting = ofTheseKinds([
  `test/course/jobs/**/*.${kinds}.ts`,
  "test/{bench,container,experiment,hub,jobs,strategy,verify}/**/*.slow.ts",
  "test/{cells/on-slurm,notebooks/cluster-mode,training/mirrored-resume}.slow.ts",
  "test/slurm/real-jobs.test.ts",
]);

/** Tests that set this folder up again, take much memory, compare times or look for what others may have: each file has the machine to itself. */
const alone = ofTheseKinds([
  "test/setup/set-up.test.ts",
  `test/{cluster,strategy/rendezvous}/**/*.${kinds}.ts`,
  "test/{autograde/,experiment/runner-}memory.slow.ts",
  "test/{bench/failures,profile/slow-node,training/many-nodes-faults}.slow.ts",
]);

/** A seed draws an order of files and tests, and other moments for the tests that kill. (Vitest's own flag for it undoes `groupOrder`.) */
const seed = process.env.WORKBOOK_TEST_SEED;

const workers = Math.min(4, availableParallelism());

export default defineConfig({
  resolve: {
    // The workbook's own rooms by package name, from their sources instead of dist/.
    alias: [
      { find: /^parallel-training\/chapters\/([\w-]+)$/, replacement: `${root}chapters/$1/index.ts` },
      { find: /^parallel-training\/exercises\/([\w-]+)$/, replacement: `${root}solutions/$1/exercises/index.ts` },
      { find: /^parallel-training\/datasets$/, replacement: `${root}datasets/index.ts` },
      { find: /^parallel-training\/(.+)$/, replacement: `${root}lib/$1/index.ts` },
    ],
  },
  test: {
    // TensorFlow starts once in a process, with the devices that the first test asks for: so each file has a process of its own.
    pool: "forks",
    setupFiles: `${root}test/after-each-file.ts`,
    testTimeout: 1_800_000, // they only end a hang, also on a machine with much else to do
    hookTimeout: 1_800_000,
    maxConcurrency: availableParallelism(), // of tests that say they are concurrent
    unstubEnvs: true,
    restoreMocks: true,
    sequence: seed === undefined ? {} : { shuffle: { files: true, tests: true }, seed: Number(seed) },
    projects: [
      project(1, "in one process", { include: inOneProcess, isolate: false, maxWorkers: workers }),
      project(2, "together", {
        include: [`test/**/*.${kinds}.ts`],
        exclude: [...inOneProcess, ...waiting, ...alone],
        maxWorkers: workers + 1, // now and then one waits
      }),
      project(3, "waiting", { include: waiting, exclude: alone, maxWorkers: 4 }),
      project(4, "alone", { include: alone, maxWorkers: 1 }),
    ],
  },
});

/** A group of tests that runs when the groups before it have ended. */
function project(place: number, name: string, test: NonNullable<TestProjectInlineConfiguration["test"]>) {
  return { extends: true as const, test: { name, sequence: { groupOrder: place }, ...test } };
}
