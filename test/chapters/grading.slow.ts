import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse, type GradedStudent } from "../../lib/course";
import { filledIn, handIn, type Answers, type LessonName } from "../course/class";
import {
  coreRuns,
  inputRuns,
  memoryRuns,
  mirroredRuns,
  nodesRuns,
  oneDeviceRuns,
  ownDeeperRuns,
  ownNodesProgramRuns,
  ownProgramRuns,
} from "../checks/measured/lessons";
import { lessonExperiment, predictionExperiments } from "../checks/measured/experiments";
import { meshRuns } from "../checks/measured/mesh-runs";

const why = whyNoSandbox();
if (why !== undefined) console.log(`Lessons are not graded here: ${why}`);

type Graded = Extract<GradedStudent, { result: unknown }>;

/** Grades a lesson as `./workbook grade` does: solved, untouched, as given by `half`, and solved with records. */
async function grades(
  lesson: LessonName,
  half: Answers,
  records: ReadonlyMap<string, object>,
): Promise<Record<string, Graded>> {
  const course = mkdtempSync(join(tmpdir(), "grading-"));
  try {
    await makeCourse(course);
    const classmates: Record<string, Answers> = { solved: "solved", blank: {}, half };
    for (const [student, answers] of Object.entries(classmates))
      handIn(course, student, lesson, filledIn(lesson, answers));
    const folder = handIn(course, "measured", lesson, filledIn(lesson, "solved"));
    for (const [file, content] of records) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), JSON.stringify(content));
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

/** Some of an exercise's points, but not all. */
function expectPart(graded: Graded, gradeId: string, most: number): void {
  expect(points(graded, gradeId), gradeId).toBeGreaterThan(0);
  expect(points(graded, gradeId), gradeId).toBeLessThan(most);
}

/** A lesson's points: of all exercises, of those that ask for records of one's own, and of written answers. */
interface Points {
  exercises: number;
  ofRecords: number;
  written: number;
  conclusions: string[];
}

/** What holds for every lesson: all points with records of one's own, and conclusions for a person to read. */
function expectWhole(
  { solved, blank, measured }: Record<string, Graded>,
  { exercises, ofRecords, written, conclusions }: Points,
): void {
  const missed = measured.result.marks.filter((mark) => mark.points < mark.most);
  expect(missed.map(({ gradeId, lines }) => `${gradeId}: ${lines}`)).toEqual([]);
  expect(sum(measured)).toBe(exercises);
  expect(sum(solved)).toBe(exercises - ofRecords);
  expect(solved.result.reasons).toEqual([]);
  expect(solved.result.written).toEqual(expect.arrayContaining(conclusions));
  expect(solved.booked).toMatchObject({ score: exercises - ofRecords, most: exercises + written, written: true });
  expect(sum(blank)).toBe(0);
  expect(blank.booked).toMatchObject({ score: 0, written: false });
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
        acceleration:
          "function acceleration(slow: RunRecord, fast: RunRecord): Acceleration {\n  return { times: 220 / 24, least: 0, most: 0 };\n}",
        "largest-batch": "this is not TypeScript",
      },
      oneDeviceRuns(),
    );
    expectWhole(graded, { exercises: 38, ofRecords: 3, written: 12, conclusions: ["conclusion-10-3"] });
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
        // right wherever no image is left over
        shares:
          "function shares(images: number, devices: number): number[] {\n  return Array.from({ length: devices }, () => images / devices);\n}",
        "mean-gradient":
          "function meanGradient(gradients: number[], images: number[]): number {\n  return gradients.reduce((a, b) => a + b, 0) / gradients.length;\n}",
        "added-efficiency":
          "function addedEfficiency(before: Rate, after: Rate, one: number): number {\n  return (after.imagesPerSecond - before.imagesPerSecond) / one / (after.devices - before.devices);\n}",
        "most-speedup": "this is not TypeScript",
      },
      new Map([...mirroredRuns(), ...ownProgramRuns(), ...coreRuns(), ...inputRuns()]),
    );
    expectWhole(graded, { exercises: 49, ofRecords: 10, written: 10, conclusions: ["conclusion-10-5"] });
    expectPart(graded.half, "test-shares", 2);
    expectPart(graded.half, "test-mean-gradient", 3);
    expect(points(graded.half, "test-added-efficiency")).toBe(2);
    expect(points(graded.half, "test-most-speedup")).toBe(0);
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
        // right where all steps are full, and where there are none
        amount:
          'function amount(cause: Cause, epoch: EpochOnDevices): number {\n  const { devices, images, globalBatch } = epoch;\n  const steps = Math.floor(images / globalBatch);\n  return cause === "synchronisation" ? (devices > 1 ? steps : 0) : cause === "epoch" ? 1 : images;\n}',
        "extra-seconds":
          "function extraSeconds(one: number, seconds: number, devices: number): number {\n  return (devices * seconds - one) / devices;\n}",
        "break-even": "this is not TypeScript",
      },
      ownDeeperRuns(),
    );
    expectWhole(graded, {
      exercises: 37,
      ofRecords: 5,
      written: 16,
      conclusions: ["conclusion-10-6", "conclusion-generalisation"],
    });
    expect(points(graded.half, "test-layer-work")).toBeCloseTo(1 / 5, 2);
    expect(points(graded.half, "test-amount")).toBeCloseTo((3 * 5) / 15, 2);
    expect(points(graded.half, "test-extra-seconds")).toBe(1);
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
        // right where that is at least one, and whole
        "fewest-batches":
          "function fewestBatches(compute: number, allReduce: number, share: number): number {\n  return Math.floor((allReduce * (1 - share)) / (share * compute)) + 1;\n}",
        "largest-difference":
          "function largestDifference(own: number[], lessons: number[]): number {\n  return own.length === lessons.length ? Math.max(...lessons.map((loss, at) => Math.abs(1 - own[at] / loss))) : Infinity;\n}",
        "seconds-per-sync":
          "function secondsPerSync(a: SyncedEpoch, b: SyncedEpoch): number {\n  return a.epochSeconds / a.syncs;\n}",
        "least-seconds": "this is not TypeScript",
      },
      new Map([...nodesRuns(), ...ownNodesProgramRuns()]),
    );
    expectWhole(graded, {
      exercises: 33,
      ofRecords: 3.5,
      written: 10,
      conclusions: ["conclusion-network", "conclusion-accumulate"],
    });
    expect(points(graded.half, "test-fewest-batches")).toBeGreaterThan(0);
    expect(points(graded.half, "test-largest-difference")).toBe(2.5); // it handed in no run of its own program
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
        // right where a design has one factor
        configurations:
          "function configurations(factors: Record<string, Level[]>): Record<string, Level>[] {\n  return Object.entries(factors).flatMap(([factor, levels]) => levels.map((level) => ({ [factor]: level })));\n}",
        "faked-difference":
          "function fakedDifference(drift: number, first: number[], second: number[]): number {\n  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);\n  return (sum(second) / second.length - sum(first) / first.length) * drift;\n}",
        // the same order in every block, whatever the seed
        "block-order":
          "function blockOrder(configurations: string[], blocks: number, seed: number): string[] {\n  return Array.from({ length: blocks }, () => configurations).flat();\n}",
        interval: "this is not TypeScript",
      },
      await lessonExperiment(),
    );
    expectWhole(graded, {
      exercises: 23,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-sure", "conclusion-difference"],
    });
    expect(points(graded.half, "test-configurations")).toBeCloseTo(2 / 5, 2);
    expect(points(graded.half, "test-faked-difference")).toBe(2);
    expect(points(graded.half, "test-block-order")).toBeGreaterThan(0);
    expect(points(graded.half, "test-block-order")).toBeLessThan(3);
    expect(points(graded.half, "test-interval")).toBe(0);
    expect(points(graded.half, "test-paired-difference")).toBe(0); // it uses the interval
  },
  900_000,
);

it.skipIf(why)(
  "lesson 6, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "06-prediction", notebook: "prediction" },
      {
        "r-squared":
          "function rSquared(measured: number[], fitted: number[]): number {\n  const mean = measured.reduce((a, b) => a + b, 0) / measured.length;\n  const squares = (other: number[]) => measured.reduce((sum, each, at) => sum + (each - other[at]) ** 2, 0);\n  return 1 - squares(fitted) / squares(measured.map(() => mean));\n}",
        // right where the target is never reached, or by the first epoch
        "seconds-to":
          "function secondsTo(points: LearnedPoint[], target: number): number {\n  return points.find(({ accuracy }) => accuracy >= target)?.seconds ?? Infinity;\n}",
        "fitted-times": "this is not TypeScript",
      },
      await predictionExperiments(),
    );
    expectWhole(graded, {
      exercises: 23,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-predict", "conclusion-plan"],
    });
    expect(points(graded.half, "test-r-squared")).toBe(2);
    expect(points(graded.half, "test-seconds-to")).toBeCloseTo((3 * 4) / 8, 2);
    expect(points(graded.half, "test-fitted-times")).toBe(0);
    expect(points(graded.half, "test-leave-one-out")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 7, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "07-frameworks", notebook: "frameworks" },
      {
        // right for DDP and for Horovod
        divisor:
          "function divisor(program: DividingProgram, localBatch: number, processes: number): number {\n  return localBatch;\n}",
        // without epochs
        gain: "function gain(times: number, devices: number, epochsOnOne: number, epochsOnAll: number): GainToAccuracy {\n  return { efficiency: times / devices, toAccuracy: times };\n}",
        throughput: "this is not TypeScript",
      },
      new Map(),
    );
    expectWhole(graded, {
      exercises: 44,
      ofRecords: 0,
      written: 10,
      conclusions: ["conclusion-compare", "conclusion-choice"],
    });
    expectPart(graded.half, "test-divisor", 3);
    expectPart(graded.half, "test-gain", 3);
    expect(points(graded.half, "test-throughput")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 8, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "08-memory", notebook: "memory" },
      {
        // right where a block keeps as much as its input
        "best-segment":
          "function bestSegment(layers: number, input: number, block: number): number {\n  return Math.round(Math.sqrt(layers));\n}",
        // the right gradients, but nothing is saved
        gates:
          "function gatedBackward({ layer, x, kernels, dy }: ForgottenLayer): tf.Tensor[] {\n  return pullback(() => layer(x, kernels), [x, ...kernels]).pull(dy);\n}\nfunction gatedChain(values: ChainValues, size: ChainSize): GatedChain {\n  const share = chainMemory(size, gatedBackward).peak / chainMemory(size).peak;\n  return { gradients: chainGradients(values, gatedBackward), share: share };\n}",
        "zero-ledger": "this is not TypeScript",
      },
      memoryRuns(),
    );
    expectWhole(graded, {
      exercises: 49,
      ofRecords: 9,
      written: 10,
      conclusions: ["conclusion-memory", "conclusion-price"],
    });
    expect(points(graded.half, "test-best-segment")).toBeCloseTo((2 * 2) / 6, 2);
    expect(points(graded.half, "test-gates")).toBe(2);
    expect(points(graded.half, "test-zero-ledger")).toBe(0);
    expect(points(graded.half, "test-fastest-way")).toBe(0); // it uses the ledger
  },
  900_000,
);

it.skipIf(why)(
  "lesson 9, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "09-model-parallel", notebook: "model-parallel" },
      {
        // right for columns, then rows
        "numbers-sent":
          "function numbersSent(first: CutInto, second: CutInto, tokens: number, width: number, devices: number): number {\n  return ((2 * (devices - 1)) / devices) * tokens * width;\n}",
        // right for the schedules that have this bubble
        "idle-share":
          "function idleShare(schedule: Task[][], forward: number, backward: number): number {\n  const [p, m] = [schedule.length, schedule[0].length / 2];\n  return (p - 1) / (m + p - 1);\n}",
        "one-forward-one-backward": "this is not TypeScript",
      },
      meshRuns(),
    );
    expectWhole(graded, {
      exercises: 52,
      ofRecords: 3,
      written: 10,
      conclusions: ["conclusion-cut", "conclusion-mesh"],
    });
    expectPart(graded.half, "test-numbers-sent", 4);
    expectPart(graded.half, "test-idle-share", 5);
    expect(points(graded.half, "test-one-forward-one-backward")).toBe(0);
    expect(points(graded.half, "test-gpipe")).toBe(0);
  },
  900_000,
);

it.skipIf(why)(
  "lesson 10, solved, untouched and half-solved, gets its points, and trains nothing",
  async () => {
    const graded = await grades(
      { lesson: "10-thousand-nodes", notebook: "thousand-nodes" },
      {
        // right for one node
        young:
          "function young(checkpoint: number, nodeMtbf: number, nodes: number): number {\n  return Math.sqrt(2 * checkpoint * nodeMtbf);\n}",
        // right where nothing is missed
        "interval-score":
          "function intervalScore(low: number, high: number, truth: number): number {\n  return high - low;\n}",
        "step-line": "this is not TypeScript",
      },
      new Map(),
    );
    expectWhole(graded, {
      exercises: 28,
      ofRecords: 0,
      written: 10,
      conclusions: ["conclusion-scale", "conclusion-job"],
    });
    expectPart(graded.half, "test-young", 2);
    expectPart(graded.half, "test-interval-score", 2);
    expect(points(graded.half, "test-step-line")).toBe(0);
  },
  900_000,
);
