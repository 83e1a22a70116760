import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse, type GradedStudent } from "../../lib/course";
import { filledIn, handIn, type Answers, type LessonName } from "../course/class";
import { nodesRuns, mirroredRuns, networksRuns, oneDeviceRuns, type Handed } from "../checks/measured/lessons";

const why = whyNoSandbox();
if (why !== undefined) console.log(`Lessons are not graded here: ${why}`);

type Graded = Extract<GradedStudent, { result: unknown }>;

/** Grades a lesson as `./workbook grade` does: solved, untouched, as given by `half`, and solved with records. */
async function grades(lesson: LessonName, half: Answers, records?: Handed): Promise<Record<string, Graded>> {
  const course = mkdtempSync(join(tmpdir(), "grading-"));
  try {
    await makeCourse(course);
    const classmates: Record<string, Answers> = { solved: "solved", blank: {}, half };
    for (const [student, answers] of Object.entries(classmates))
      handIn(course, student, lesson, filledIn(lesson, answers));
    if (records) {
      const folder = handIn(course, "measured", lesson, filledIn(lesson, "solved"));
      for (const [file, run] of records) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), JSON.stringify(run));
      }
    }
    const { students } = await gradeClass(lesson.lesson, { course });
    const problems = students.filter((one) => "problem" in one);
    expect(problems).toEqual([]);
    return Object.fromEntries(students.flatMap((one) => ("result" in one ? [[one.student, one]] : [])));
  } finally {
    rmSync(course, { recursive: true, force: true });
  }
}

const sum = ({ result }: Graded): number => result.marks.reduce((total, { points }) => total + points, 0);
const points = ({ result }: Graded, gradeId: string): number =>
  result.marks.find((mark) => mark.gradeId === gradeId)?.points ?? NaN;

/** What holds for every lesson: 20 of 23 points without records of one's own, and conclusions for a person to read. */
function expectWhole({ solved, blank, measured }: Record<string, Graded>, most: number, conclusions: string[]): void {
  expect(sum(solved)).toBe(20);
  expect(solved.result.reasons).toEqual([]);
  expect(solved.result.written).toEqual(expect.arrayContaining(conclusions));
  expect(solved.booked).toMatchObject({ score: 20, most, written: true });
  expect(sum(blank)).toBe(0);
  expect(blank.booked).toMatchObject({ score: 0, written: false });
  if (measured) expect(sum(measured)).toBe(23);
}

it.skipIf(why)(
  "lesson 1, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "01-one-device", notebook: "one-device" },
      {
        // a third of its trials are batches that divide evenly
        "steps-per-epoch":
          "function stepsPerEpoch(images: number, batchSize: number): number {\n  return Math.floor(images / batchSize);\n}",
        "epoch-seconds":
          "function epochSeconds(epoch: Epoch): number {\n  return Math.max(...epoch.steps.end) - epoch.steps.start[0];\n}",
        acceleration: "function acceleration(slow: RunRecord, fast: RunRecord): number {\n  return 220 / 24;\n}",
        "largest-batch": "this is not TypeScript",
      },
      oneDeviceRuns(),
    );
    expectWhole(graded, 35, ["conclusion-10-3"]);
    expect(points(graded.half, "test-steps-per-epoch")).toBeCloseTo(0.67, 2);
    expect(points(graded.half, "test-epoch-seconds")).toBe(1);
    expect(points(graded.half, "test-acceleration")).toBe(0);
    expect(points(graded.half, "test-largest-batch")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 2, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "02-mirrored", notebook: "mirrored" },
      {
        // right on one device, and wherever the shares are equal
        "mirrored-steps":
          "function stepsPerEpoch(images: number, perDevice: number, devices: number): number {\n  return Math.ceil(images / perDevice);\n}",
        "mean-gradient":
          "function meanGradient(gradients: number[], images: number[]): number {\n  return gradients.reduce((a, b) => a + b, 0) / gradients.length;\n}",
        efficiency:
          "function efficiency(speedup: number, devices: number): number {\n  return (1 / devices) * speedup;\n}",
        speedup: "this is not TypeScript",
      },
      mirroredRuns(),
    );
    expectWhole(graded, 33, ["conclusion-10-5"]);
    expect(points(graded.half, "test-mirrored-steps")).toBeCloseTo(2 / 6, 2);
    expect(points(graded.half, "test-mean-gradient")).toBeCloseTo(3 / 5, 2);
    expect(points(graded.half, "test-efficiency")).toBe(1);
    expect(points(graded.half, "test-speedup")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 3, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "03-deeper-model", notebook: "deeper-model" },
      {
        // right wherever the kernel is one pixel wide
        "layer-work":
          "function layerWork(width: number, kernel: number, from: number, to: number): number {\n  return width ** 2 * from * to;\n}",
        "bytes-per-epoch":
          "function bytesPerEpoch(parameters: number, images: number, globalBatch: number): number {\n  return Math.floor(images / globalBatch) * parameters * 4;\n}",
        "extra-seconds":
          "function extraSeconds(one: number, seconds: number, devices: number): number {\n  return (devices * seconds - one) / devices;\n}",
        "break-even": "this is not TypeScript",
      },
      networksRuns(),
    );
    expectWhole(graded, 39, ["conclusion-10-6", "conclusion-generalisation"]);
    expect(points(graded.half, "test-layer-work")).toBeCloseTo(2 / 5, 2);
    expect(points(graded.half, "test-bytes-per-epoch")).toBeCloseTo(2 / 4, 2);
    expect(points(graded.half, "test-extra-seconds")).toBe(2);
    expect(points(graded.half, "test-break-even")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 4, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "04-many-nodes", notebook: "many-nodes" },
      {
        // right where every batch has its all-reduce
        updates:
          "function updatesPerEpoch(images: number, localBatch: number, nodes: number, syncEvery: number): number {\n  return Math.ceil(images / (localBatch * nodes));\n}",
        "effective-batch":
          "function effectiveBatch(localBatch: number, nodes: number, syncEvery: number): number {\n  return syncEvery * nodes * localBatch;\n}",
        "seconds-per-sync":
          "function secondsPerSync(a: SyncedEpoch, b: SyncedEpoch): number {\n  return a.epochSeconds / a.syncs;\n}",
        "least-seconds": "this is not TypeScript",
      },
      nodesRuns(),
    );
    expectWhole(graded, 33, ["conclusion-network", "conclusion-accumulate"]);
    expect(points(graded.half, "test-updates")).toBeCloseTo(2 / 6, 2);
    expect(points(graded.half, "test-effective-batch")).toBe(1);
    expect(points(graded.half, "test-seconds-per-sync")).toBe(0);
    expect(points(graded.half, "test-least-seconds")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 5, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "05-experiments", notebook: "experiments" },
      {
        // right where every configuration runs once
        "runs-of-design":
          "function runsOfDesign(levels: number[], replicates: number): number {\n  return levels.reduce((a, b) => a * b, 1);\n}",
        "faked-difference":
          "function fakedDifference(drift: number, first: number[], second: number[]): number {\n  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);\n  return (sum(second) / second.length - sum(first) / first.length) * drift;\n}",
        interaction:
          "function interaction(sync: [number, number], accumulate: [number, number]): number {\n  return sync[1] - accumulate[1];\n}",
        interval: "this is not TypeScript",
      },
    );
    expectWhole(graded, 33, ["conclusion-sure", "conclusion-predict"]);
    expect(points(graded.half, "test-runs-of-design")).toBeCloseTo(2 / 6, 2);
    expect(points(graded.half, "test-faked-difference")).toBe(2);
    expect(points(graded.half, "test-interaction")).toBe(0);
    expect(points(graded.half, "test-interval")).toBe(0);
  },
  900_000,
);
