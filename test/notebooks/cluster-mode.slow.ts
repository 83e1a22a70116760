import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runLesson } from "../../lib/notebooks";
import { readRun } from "../../lib/runs/record";
import { withCluster } from "../cluster/on-cluster";
import { all } from "../extent";
import { kernelEnvironment } from "../kernel/drive";
import { temporaryFolder } from "../temporary";

// Lessons whose measurements are Slurm jobs, whole, on the local cluster with small sizes. It has no GPUs.

/** A lesson, and how many jobs it submits there. */
interface PlacedLesson {
  lesson: string;
  jobs: number;
}

const lessons: PlacedLesson[] = [
  { lesson: "01-one-device", jobs: 5 },
  { lesson: "02-mirrored", jobs: 11 },
  { lesson: "03-deeper-model", jobs: 5 },
  { lesson: "04-many-nodes", jobs: 3 },
  { lesson: "08-memory", jobs: 11 },
  { lesson: "09-model-parallel", jobs: 5 },
];

const out = temporaryFolder("cluster-mode");
withCluster({ nodes: 2, cpus: 4, memory: 4000, rate: "none" }, () => {
  process.env.JUPYTER_PATH = kernelEnvironment().JUPYTER_PATH; // this checkout's kernel, not an installed one
});

// Several nodes need most; the others submit more of the same jobs, for minutes each.
it.each(lessons.filter(({ lesson }) => all || lesson === "04-many-nodes"))(
  "$lesson measures by Slurm jobs from its first cell to its last",
  async ({ lesson, jobs }) => {
    vi.stubEnv("WORKBOOK_WHERE", "cluster-quick");
    const lines: string[] = [];
    expect(await runLesson(lesson, { out, log: (line) => void lines.push(line) })).toEqual([]);
    const results = join(out, lesson, "results");
    const files = readdirSync(results).filter((file) => file.endsWith(".json") && file !== "progress.json");
    expect(files.filter((file) => file.startsWith("cluster-"))).toHaveLength(jobs);
    // Nothing was trained outside of a job.
    for (const file of files) {
      const run = await readRun(join(results, file));
      expect([run.outcome, run.where.slurmJobId], file).toEqual(["completed", expect.stringMatching(/^\d+$/)]);
    }
    const notebook = readFileSync(join(out, lesson, readdirSync(join(out, lesson)).find((file) => file.endsWith(".ipynb"))!), "utf8"); // prettier-ignore
    expect(notebook).toContain("This lesson measures by Slurm jobs of small sizes");
    expect(notebook).toMatch(/at most [\d.]+ node-hours/);
    expect(notebook.match(/✗ [^"]*/g)).toBeNull();
  },
);
