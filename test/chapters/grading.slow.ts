import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jupyterEnvironment, jupyterFolder, notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/tensorflow/installation";

type Grade = [automatic: number | null, manual: number | null, needsPerson: boolean];

const answers = {
  solved: "solution",
  blank: {},
  half: {
    // a third of its trials are batches that divide evenly
    "steps-per-epoch":
      "function stepsPerEpoch(images: number, batchSize: number): number {\n  return Math.floor(images / batchSize);\n}",
    "epoch-seconds":
      "function epochSeconds(epoch: Epoch): number {\n  return Math.max(...epoch.steps.end) - epoch.steps.start[0];\n}",
    acceleration: "function acceleration(slow: RunRecord, fast: RunRecord): number {\n  return 220 / 24;\n}",
    "largest-batch": "this is not TypeScript",
  },
};

it("nbgrader gives a solved, an untouched and a half-solved notebook their points, and trains nothing", async () => {
  const course = await mkdtemp(join(tmpdir(), "grading-"));
  try {
    const given = join(course, "answers.json");
    await writeFile(given, JSON.stringify(answers));
    const solution = join(workbookRoot, "solutions", "01-one-device", "one-device.ipynb");
    const script = join(workbookRoot, "test", "chapters", "grade_lesson.py");
    const { execa } = await import("execa");
    const { stdout } = await execa(
      notebookPython(),
      [script, solution, given, course, join(jupyterFolder, "nbgrader_config.py")],
      { env: { ...jupyterEnvironment(), HOME: course } },
    );
    const points = JSON.parse(stdout) as Record<keyof typeof answers, Record<string, Grade>>;
    const sum = (grades: Record<string, Grade>) =>
      Object.values(grades).reduce((total, [automatic]) => total + (automatic ?? 0), 0);
    expect(sum(points.solved)).toBe(20);
    expect(points.solved["conclusion-10-3"]).toEqual([null, null, true]);
    expect(sum(points.blank)).toBe(0);
    expect(points.blank["conclusion-10-3"]).toEqual([0, null, false]);
    expect(points.half["test-steps-per-epoch"][0]).toBeCloseTo(0.67, 2);
    expect(points.half["test-epoch-seconds"][0]).toBe(1);
    expect(points.half["test-acceleration"][0]).toBe(0);
    expect(points.half["test-largest-batch"][0]).toBe(0);
  } finally {
    await rm(course, { recursive: true, force: true });
  }
}, 600_000);
