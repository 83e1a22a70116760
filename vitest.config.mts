import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

// `npm run test:full` sets it, and adds what takes minutes: files that end in .slow.ts.
const kinds = process.env.WORKBOOK_TEST ? "{test,slow}" : "test";

/** Tests that mostly wait: for Slurm, for people's servers, for somebody to notice an end. Their limits are generous. */
const waiting = [
  `test/course/jobs/**/*.${kinds}.ts`,
  `test/experiment/runner-{kills,local,moments,slurm,stops}.${kinds}.ts`,
  `test/hub/{apart,story,subdomain}.${kinds}.ts`,
  `test/jobs/{jobs,submit-command,time-limit}.${kinds}.ts`,
  `test/slurm/accounting.${kinds}.ts`,
];

/** Tests that start trainings, clusters or programs, or watch a clock: each file has the machine to itself. */
const alone = [
  `test/{bench,cells,cluster,command,hub,jobs,setup,slurm,strategy,tensorflow,training}/**/*.${kinds}.ts`,
  `test/autograde/memory.${kinds}.ts`,
  `test/experiment/{runner,quick}-*.${kinds}.ts`,
];

export default defineConfig({
  resolve: {
    // The workbook's own rooms by package name, from their sources instead of dist/.
    alias: [
      { find: /^parallel-training\/datasets$/, replacement: `${root}datasets/index.ts` },
      { find: /^parallel-training\/(.+)$/, replacement: `${root}lib/$1/index.ts` },
    ],
  },
  test: {
    // TensorFlow starts once a process: a process a file.
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxConcurrency: availableParallelism(), // of tests that say they are concurrent
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: [`test/**/*.${kinds}.ts`],
          exclude: [...alone, ...waiting],
          // Mostly one thread computes: in a page, in Python, or in Node.
          maxWorkers: Math.min(4, availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "waiting",
          include: waiting,
          maxWorkers: Math.min(2, availableParallelism()),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, exclude: waiting, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
