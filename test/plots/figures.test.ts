import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Layout, LayoutAxis } from "plotly.js";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  accelerationFigure,
  accuracyTimeFigure,
  activationsFigure,
  allReduceWaysFigure,
  batchNeedFigure,
  bubbleFigure,
  checkpointIntervalFigure,
  classesFigure,
  costFigure,
  cutLayerFigure,
  efficiencyFigure,
  epochTimeByDevicesFigure,
  epochTimeFigure,
  failuresTimelineFigure,
  frameworkThroughputFigure,
  gainFigure,
  heldFigure,
  heldOverStepFigure,
  inputWaitFigure,
  learningFigure,
  memoryFigure,
  memoryPartsFigure,
  memoryPriceFigure,
  meshFigure,
  meshSearchFigure,
  meshSecondsFigure,
  mirroredStepFigure,
  parallelismsFigure,
  perDeviceFigure,
  rooflineFigure,
  saveFigure,
  scaleErrorsFigure,
  scheduleFigure,
  slowestFigure,
  speedupFigure,
  startUpFigure,
  stepTimeFigure,
  throughputByDevicesFigure,
  utilisationFigure,
  zeroFigure,
  type Figure,
} from "../../lib/plots";
import { bestCheckpointInterval, goodputByInterval, intervalsAround, simulateTraining } from "../../lib/failures";
import { acceleration } from "../../lib/plots/run/acceleration";
import { browserFlags, findChromium, saveFigures } from "../../lib/plots/static";
import { oneForwardOneBackward, timeTasks } from "../../lib/sharding";
import { noteOf } from "./drawn";
import { deep, small } from "./studies";
import { temporaryFolder } from "../temporary";
import { full } from "../extent";

const executablePath = findChromium();

const noise = new Uint8Array(12 * 8 * 8 * 3).map((_, at) => (at * 31) % 256);
const memory = {
  modelBytes: { parameters: 100, gradients: 100, "optimizer state": 100 },
  bytesPerImage: 10,
  batchSizes: [16, 32, 64],
  limitBytes: 700,
};

const ways = (sending: number) =>
  [0, 1, 2, 3].flatMap((level) =>
    [false, true].map((checkpoints) => ({
      name: `${level}${checkpoints ? "c" : ""}`,
      bytes: (checkpoints ? 12e9 : 60e9) + [24e9, 16.5e9, 12e9, 6e9][level],
      seconds: Math.max(checkpoints ? 0.53 : 0.4, sending * [2, 3, 2, 3][level]),
      checkpoints,
    })),
  );
const pipeline = { devices: 2, stages: 4, microbatches: 2 };
const tasks = timeTasks(oneForwardOneBackward(pipeline), pipeline, { forward: 1, backward: 2 });
const failing = { nodes: 64, nodeMtbfSeconds: 64 * 7200, checkpointSeconds: 60, restartSeconds: 300 };
const best = bestCheckpointInterval(failing);
/** Two frameworks on one process and on two; a third reaches no accuracy. */
const trained = [
  { name: "ours", processes: 1, imagesPerSecond: 250, imagesNeeded: 2560, secondsToAccuracy: 11 },
  { name: "other", processes: 1, imagesPerSecond: 200, imagesNeeded: 2560, secondsToAccuracy: 18 },
  { name: "ours", processes: 2, imagesPerSecond: 480, imagesNeeded: 4096, secondsToAccuracy: 9 },
  { name: "other", processes: 2, imagesPerSecond: 390, imagesNeeded: 4608, secondsToAccuracy: 17 },
  { name: "slow", processes: 1, imagesPerSecond: 90, imagesNeeded: Infinity, secondsToAccuracy: Infinity },
];
const batches = [
  { rule: "in proportion", batch: 8, updates: [192, 192] },
  { rule: "in proportion", batch: 128, updates: [20, Infinity, 44] },
  { rule: "constant", batch: 128, updates: [48] },
  { rule: "constant", batch: 256, updates: [] },
];

const cube = { data: 2, stage: 2, tensor: 2 };

/** One of each figure, on small data. */
const figures: Record<string, Figure> = {
  activations: activationsFigure(
    [
      { tokens: 64, bytes: 23e6 },
      { tokens: 128, bytes: 50e6 },
    ],
    (tokens) => ({ byToken: 3e5 * tokens, byPair: 500 * tokens ** 2 }),
  ),
  heldOverStep: heldOverStepFigure(
    "A chain of 4 layers",
    [
      { name: "all kept", at: [1, 2, 3, 4, 5, 6, 7, 8], held: [1, 2, 3, 4, 3, 2, 1, 0] },
      { name: "segments of 2", at: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], held: [1, 1, 2, 2, 3, 2, 1, 2, 1, 0] },
    ],
    { x: ["Event"], y: ["Memory", "MB"] },
  ),
  memoryParts: memoryPartsFigure("A small model", [
    { name: "counted", parts: { weights: 30e6, gradients: 30e6 } },
    { name: "measured", parts: { measured: 65e6 } },
  ]),
  memoryPrice: memoryPriceFigure("Four devices", [{ link: "slow", ways: ways(36) }, { link: "fast", ways: ways(0.01) }], 80e9), // prettier-ignore
  zero: zeroFigure("Four devices", [
    { name: "level 0", measured: { atRest: 38e6, peak: 60e6 }, counted: { atRest: 38e6, peak: 51e6 } },
    { name: "level 3", measured: { atRest: 9.5e6, peak: 20e6 } },
  ]),
  accuracyTime: accuracyTimeFigure(trained, 0.9, "made up"),
  accuracyTimeOfOne: accuracyTimeFigure(trained.slice(0, 2), 0.9),
  batchNeed: batchNeedFigure(batches, 0.9, "made up"),
  frameworkThroughput: frameworkThroughputFigure(
    trained.map(({ imagesPerSecond: mean, ...way }) => ({ ...way, mean, low: mean - 150, high: mean + 150 })),
    "made up",
  ),
  gain: gainFigure("a framework", 10.11, 12),
  acceleration: accelerationFigure([
    { where: "published", cpuImagesPerSecond: 50_000 / 215, gpuImagesPerSecond: 50_000 / 14 },
    { where: "here", cpuImagesPerSecond: 23 },
  ]),
  cost: costFigure([small, deep]),
  costOfOne: costFigure([small]),
  efficiency: efficiencyFigure([small, deep]),
  epochTimeByDevices: epochTimeByDevicesFigure([small, deep]),
  mirroredStep: mirroredStepFigure({ devices: 4 }),
  speedup: speedupFigure([small, deep]),
  startUp: startUpFigure([small]),
  throughputByDevices: throughputByDevicesFigure([small, deep], { per: "device" }),
  classes: classesFigure(["cat", "dog"], {
    images: noise,
    labels: new Uint8Array([0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1]),
    shape: [8, 8, 3],
  }),
  epochTime: epochTimeFigure([
    { run: "a", seconds: [60, 50, 54] },
    { run: "one epoch only", seconds: [40] },
  ]),
  allReduceWays: allReduceWaysFigure(
    [2, 4, 8].flatMap((processes) => [
      { name: "star", processes, seconds: 0.16 * (processes - 1) },
      { name: "ring", processes, seconds: (0.16 * (processes - 1)) / processes },
    ]),
    "Adding up 8 MB each",
  ),
  inputWait: inputWaitFigure([{ run: "a", waitSeconds: 1, totalSeconds: 4 }]),
  learning: learningFigure(
    [{ run: "a", loss: [2, 1.5, 1], accuracy: [0.1, 0.2, 0.5], validation: [{ step: 3, loss: 1.2, accuracy: 0.4 }] }],
    {
      chance: 0.1,
    },
  ),
  memory: memoryFigure({ ...memory, largestBatch: 40, measured: [{ batchSize: 16, bytes: 455 }] }),
  parallelisms: parallelismsFigure(),
  roofline: rooflineFigure(
    [
      { name: "CPU", operationsPerSecond: 1e11, bytesPerSecond: 2e10 },
      { name: "GPU", operationsPerSecond: 6e13, bytesPerSecond: 3e12 },
    ],
    [{ name: "a training", operationsPerByte: 100, operationsPerSecond: 8e10, roof: 0 }],
  ),
  schedule: scheduleFigure([
    { name: "planned", devices: 2, tasks },
    { name: "measured", devices: 2, tasks, measured: true },
  ]),
  held: heldFigure([
    { name: "GPipe", microbatches: [4, 4], bytes: [4e6, 4e6] },
    { name: "1F1B", microbatches: [2, 1], bytes: [2e6, 1e6] },
  ]),
  bubble: bubbleFigure([{ name: "2 stages", microbatches: [1, 2, 4], idle: [0.5, 0.33, 0.2] }]),
  checkpointInterval: checkpointIntervalFigure(
    goodputByInterval({ ...failing, elapsedSeconds: 30 * 86_400 }, intervalsAround(best.seconds), { seeds: 30 }),
    { marks: best, note: "64 nodes; a failure every 2 h; checkpoints of 60 s, restarts of 300 s" },
  ),
  failuresTimeline: failuresTimelineFigure(
    simulateTraining(
      { ...failing, intervalSeconds: best.seconds, spares: 1, repairSeconds: 4 * 3600, workSeconds: 20 * 3600 },
      { seed: 2, timeline: true },
    ),
  ),
  scaleErrors: scaleErrorsFigure(
    ["line", "model", "you"].map((name, at) => ({
      name,
      points: [
        { devices: 512, value: 9.1 + 0.1 * at, low: 8.6, high: 9.6 },
        { devices: 3584, value: 5.9, low: 5.2, high: 6.5 },
      ],
    })),
    [
      { devices: 512, ms: 9.08 },
      { devices: 3584, ms: 5.68 },
    ],
    "published",
  ),
  perDevice: perDeviceFigure(
    [
      { group: "up to 64 GPUs", batch: 400, imagesPerSecond: 7050 },
      { group: "up to 64 GPUs", batch: 50, imagesPerSecond: 4900 },
      { group: "512 GPUs and more", batch: 16, imagesPerSecond: 2810 },
    ],
    { name: "your line", imagesPerSecond: (batch) => (1000 * batch) / (3.8 + 0.13 * batch) },
  ),
  slowest: slowestFigure(
    ["drawn from your steps", "normal distribution with their spread"].map((name, at) => ({
      name,
      points: [1, 2, 16, 1024].map((processes) => ({ processes, more: 0.02 * (at + 1) * Math.log2(processes) })),
    })),
  ),
  cutLayer: cutLayerFigure(),
  mesh: meshFigure(cube, { gpusPerNode: 4 }),
  meshSearch: meshSearchFigure(
    [
      { mesh: cube, seconds: 2, bytes: 1e9 },
      { mesh: { data: 4, stage: 2, tensor: 1 }, seconds: 1, bytes: 2e9 },
    ],
    { memoryBytes: 1e9 },
  ),
  meshSeconds: meshSecondsFigure([{ name: "2 x 2 x 2", compute: 3, tensor: 1, bubble: 1, stage: 0.1, data: 0.5 }]),
  utilisation: utilisationFigure({ at: [1, 1.5, 2], utilisation: [0, 90, 95], epochStarts: [1.2, 1.8] }),
  stepTime: stepTimeFigure([{ run: "a", seconds: [4, 0.7, 0.6, 0.8, 0.6, 0.6], stepsPerEpoch: 3 }]),
};

const axes = ({ layout }: Figure) =>
  Object.entries(layout)
    .filter(([name]) => /^[xy]axis\d*$/.test(name))
    .map(([, axis]) => axis as Partial<LayoutAxis>);

describe("every figure", () => {
  it.skipIf(executablePath === undefined)("is one that plotly.js has nothing to say against", async () => {
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    const page = await browser.newPage();
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve("plotly.js-dist-min/plotly.min.js") });
    for (const [name, figure] of Object.entries(figures)) {
      const complaints = await page.evaluate((json) => {
        const { Plotly } = globalThis as unknown as {
          Plotly: { validate(data: unknown, layout: unknown): { code: string; msg: string }[] | undefined };
        };
        const { data, layout } = JSON.parse(json) as { data: unknown; layout: { legend?: unknown } };
        delete layout.legend; // the validator stumbles over it where a figure of one series draws no legend
        // "unused": a setting of the style that another setting makes pointless
        return (Plotly.validate(data, layout) ?? []).filter(({ code }) => code !== "unused").map(({ msg }) => msg);
      }, JSON.stringify(figure));
      expect(complaints, name).toEqual([]);
    }
    await browser.close();
  });

  it("names the quantity and unit of its axes", () => {
    const titled = (figure: Figure) => axes(figure).map(({ title }) => title?.text);
    expect(titled(figures.epochTime)).toEqual(["Run", "Time per epoch (s)"]);
    expect(titled(figures.stepTime)).toEqual(["Step", "Time per step (ms)"]);
    expect(titled(figures.memory)).toEqual(["Batch size (images)", "Memory (GiB)"]);
  });

  it("tells series apart without colour: bars by pattern, lines by dash", () => {
    const bars = epochTimeFigure([{ run: "a", seconds: [2, 1] }]).data as { marker: { pattern: { shape: string } } }[];
    expect(new Set(bars.map(({ marker }) => marker.pattern.shape)).size).toBe(2);
    const lines = stepTimeFigure([
      { run: "a", seconds: [1] },
      { run: "b", seconds: [1] },
    ]).data as { line: { dash: string } }[];
    expect(new Set(lines.map(({ line }) => line.dash)).size).toBe(2);
  });
});

describe("figures of memory", () => {
  it("stack what was counted, and write the sum above", () => {
    const { data, layout } = figures.memoryParts;
    expect((data as { name: string; y: number[] }[]).map(({ name, y }) => [name, y])).toEqual([
      ["weights", [30, 0]],
      ["gradients", [30, 0]],
      ["measured", [0, 65]],
    ]);
    expect(layout.annotations!.map(({ text }) => text)).toEqual(["60 MB", "65 MB"]);
  });

  it("draw a line and a parabola below the measured points", () => {
    const [line, parabola, points] = figures.activations.data as { x: number[]; y: number[] }[];
    const at = line.x.length - 1;
    expect(line.y[at]).toBeCloseTo(0.3 * line.x[at], 9);
    expect(parabola.y[at]).toBeCloseTo(0.0005 * line.x[at] ** 2, 9);
    expect([points.x, points.y]).toEqual([[64, 128], [23, 50]]); // prettier-ignore
  });

  it("lose no peak of a step with many changes", () => {
    const held = Array.from({ length: 9001 }, (_, at) => (at === 4444 ? 70 : at % 7));
    const long = heldOverStepFigure("long", [{ name: "a", at: held.map((_, at) => at), held }], {
      x: ["Event"],
      y: ["Held"],
    });
    const [{ x, y }] = long.data as { x: number[]; y: number[] }[];
    expect(y.length).toBeLessThan(2001);
    expect(Math.max(...y)).toBe(70);
    expect(x[y.indexOf(70)]).toBe(4444);
  });

  it("mark what was counted at its bar", () => {
    const [rest, peak, marks] = figures.zero.data as { x: number[]; y: number[] }[];
    expect([rest.y, peak.y]).toEqual([[38, 9.5], [60, 20]]); // prettier-ignore
    expect(marks).toMatchObject({ x: [rest.x[0], peak.x[0]], y: [38, 51] });
  });

  it("join the ways that no other beats", () => {
    const [slow, , , fast] = figures.memoryPrice.data as { x: number[]; y: number[] }[];
    expect([slow.x, slow.y]).toEqual([[18, 24], [108, 72]]); // prettier-ignore
    expect([fast.x, fast.y]).toEqual([[18, 66], [0.53, 0.4]]); // prettier-ignore
  });

  it.each([
    [() => activationsFigure([], () => ({ byToken: 1, byPair: 1 })), "a measured point"],
    [() => heldOverStepFigure("", [], { x: ["a"], y: ["b"] }), "a step"],
    [() => memoryPartsFigure("", []), "a bar"],
    [() => memoryPriceFigure("", []), "a link"],
    [() => zeroFigure("", []), "a level"],
  ])("say what they need (%#)", (draw, what) => {
    expect(draw).toThrow(what);
  });
});

describe("figures of frameworks", () => {
  it("has a lane for each framework, from the fastest on one process, and no interval below 0", () => {
    const { data, layout } = figures.frameworkThroughput;
    expect((layout.yaxis as { ticktext: string[] }).ticktext).toEqual(["ours", "other", "slow"]);
    const [one, two] = data as { name: string; x: number[]; y: number[]; error_x: { arrayminus: number[] } }[];
    expect([one.name, two.name]).toEqual(["1 process", "2 processes"]);
    expect([one.y, two.y]).toEqual([[-0.15, 0.85, 1.85], [0.15, 1.15]]); // prettier-ignore
    expect(one.error_x.arrayminus).toEqual([150, 150, 90]);
  });

  it("draws a grey line for each number of images, and joins a framework's points", () => {
    const { data, layout } = figures.accuracyTime;
    const [few, more, most, ours, other] = data as { name: string; x: number[]; y: number[]; marker: { color: string[] } }[];
    expect(few.x.map((rate, at) => Math.round(rate * few.y[at]))).toEqual(few.x.map(() => 2560));
    expect([few.name, more.name, most.name, ours.name, other.name]).toEqual(["2560", "4096", "4608", "ours", "other"]);
    expect([ours.x, ours.y]).toEqual([[480, 250], [9, 11]]);
    expect(ours.marker.color).toEqual([expect.stringMatching("^#"), "white"]);
    expect(layout.annotations!.map(({ text }) => text)).toEqual([" 2,560 images", " 4,096 images", " 4,608 images"]);
    expect(noteOf(figures.accuracyTime)).toBe(
      "made up; white: 1 process, filled: 2 processes; grey: what the images take without a start; 1 did not reach it",
    );
    expect(noteOf(figures.accuracyTimeOfOne)).toBe("grey: what the images take without a start");
  }); // prettier-ignore

  it("writes no names beside points, where they could cover each other", () => {
    for (const { mode } of figures.accuracyTime.data as { mode: string }[]) expect(mode).not.toContain("text");
  });

  it("leaves out trainings that learned too little, and keeps the ideal at the mean of the smallest batch", () => {
    const [halving, proportional, constant] = figures.batchNeed.data as { x: number[]; y: number[] }[];
    expect([halving.x, halving.y]).toEqual([[8, 128], [192, 12]]);
    expect(proportional.y).toEqual([192, 192, 20, 44]);
    expect(constant.y).toEqual([48]);
    expect(noteOf(figures.batchNeed)).toBe("made up; 1 did not reach it");
    const { tickvals, ticktext } = figures.batchNeed.layout.xaxis as { tickvals: number[]; ticktext: string[] };
    expect([tickvals, ticktext]).toEqual([[8, 128], ["8", "128"]]);
  }); // prettier-ignore

  it("draws what a speedup is worth: divided by the epochs", () => {
    const [ideal, , points] = figures.gain.data as { x: number[]; y: number[] }[];
    expect(points.y.map((gain, at) => gain * points.x[at]).every((each) => Math.abs(each - 10.11) < 1e-9)).toBe(true);
    expect([ideal.x[0], ideal.y[0], ideal.x.at(-1), ideal.y.at(-1)]).toEqual([1, 12, 12, 1]);
  });

  it.each([
    [() => frameworkThroughputFigure([]), "This figure needs a framework, and there is none: measure one."],
    [() => accuracyTimeFigure(trained.slice(4), 0.9), "No way reaches the accuracy: train for more epochs, or ask for less."],
    [() => batchNeedFigure(batches.slice(3), 0.9), "No training reaches the accuracy: train for more epochs, or ask for less."],
  ])("say what they need (%#)", (draw, what) => {
    expect(draw).toThrow(what);
  }); // prettier-ignore
});

describe("epochTimeFigure", () => {
  it("sets epoch 1 apart from the mean of the later ones", () => {
    const [first, later, points] = figures.epochTime.data as { y: number[] }[];
    expect(first.y).toEqual([60, 40]);
    expect(later.y).toEqual([52, NaN]);
    expect(points.y).toEqual([50, 54]);
  });
});

describe("rooflineFigure", () => {
  it("bends each roof where its two lines meet, and gives a point its device's colour", () => {
    const [cpu, , point] = figures.roofline.data as { x: number[]; y: number[]; line: { color: string }; marker: { color: string } }[]; // prettier-ignore
    expect([cpu.x[1], cpu.y[1]]).toEqual([5, 100]);
    expect(cpu.y[2]).toBe(100);
    expect(cpu.y[0] / cpu.x[0]).toBeCloseTo(20, 9);
    expect(point.marker.color).toBe(cpu.line.color);
  });
});

describe("accelerationFigure", () => {
  it("writes the acceleration above each pair, and where there is none", () => {
    const texts = ((figures.acceleration.layout as Layout).annotations ?? []).map(({ text }) => text);
    expect(texts).toEqual(["<b>15.4 times</b>", "no GPU measured"]);
    expect(acceleration({ where: "", cpuImagesPerSecond: 2, gpuImagesPerSecond: 30 })).toBe(15);
  });
});

describe("memoryFigure", () => {
  it("marks the batches that do not fit, and writes the largest that does beside the limit where it is given", () => {
    const texts = (of: Figure) => ((of.layout as Layout).annotations ?? []).map(({ text }) => text);
    expect(texts(figures.memory)).toEqual(["<b>memory there is: 0.0 GiB, enough for 40 images</b>", "does not fit"]);
    expect(texts(memoryFigure(memory))[0]).toBe("<b>memory there is: 0.0 GiB</b>");
  });
});

describe("classesFigure", () => {
  it("refuses images that are not in colour, and a set without any of its classes", () => {
    const grey = {
      images: new Uint8Array(64),
      labels: new Uint8Array([0]),
      shape: [8, 8, 1] as [number, number, number],
    };
    expect(() => classesFigure(["a"], grey)).toThrow("3 channels; these have 1");
    expect(() => classesFigure(["a"], { ...grey, labels: new Uint8Array([7]), shape: [8, 8, 3] })).toThrow("no image");
  });
});

describe("saveFigure", () => {
  it("refuses other endings, naming them", async () => {
    await expect(saveFigure(figures.memory, "figure.pdf")).rejects.toThrow('.png, .svg or .json, not ".pdf"');
  });

  it.skipIf(executablePath === undefined)("writes figures as pictures, with Debian's package chromium", async () => {
    const folder = temporaryFolder("figures");
    const drawn = Object.entries(figures).filter(([name]) => full || name === "classes");
    const files = drawn.map(([name, figure]) => ({ figure, file: join(folder, `${name}.png`) }));
    await saveFigures([...files, { figure: figures.memory, file: join(folder, "memory.svg") }]);
    for (const { figure, file } of files) {
      const png = readFileSync(file);
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect(png.readUInt32BE(20)).toBe(2 * (figure.layout.height ?? 0)); // two pixels to each of the layout's
    }
    expect(readFileSync(join(folder, "memory.svg"), "utf8")).toContain("does not fit");
  });
});
