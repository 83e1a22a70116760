import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    // The workbook's own rooms by package name, from their sources instead of dist/.
    alias: [
      { find: /^parallel-training\/datasets$/, replacement: `${root}datasets/index.ts` },
      { find: /^parallel-training\/(.+)$/, replacement: `${root}lib/$1/index.ts` },
    ],
  },
  test: {
    // `npm run test:full` adds what takes minutes: files that end in .slow.ts.
    include: process.env.WORKBOOK_TEST === "full" ? ["test/**/*.{test,slow}.ts"] : ["test/**/*.test.ts"],
    // TensorFlow starts once a process and uses every core: a process a file, one at a time.
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
