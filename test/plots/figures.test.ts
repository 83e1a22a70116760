import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LayoutAxis } from "plotly.js-dist";
import { chromium, type Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { timeSurfaceFigure, type Figure } from "../../lib/plots";
import { zeroFigure } from "../../chapters/08-memory/figures/zero";
import { stepTimeFigure } from "../../chapters/01-one-device/figures/step-time";
import { memoryPriceFigure } from "../../chapters/08-memory/figures/price";
import { memoryPartsFigure } from "../../chapters/08-memory/figures/parts";
import { memoryFigure } from "../../chapters/01-one-device/figures/memory";
import { heldOverStepFigure } from "../../chapters/08-memory/figures/held-over-step";
import { frameworkThroughputFigure } from "../../chapters/07-frameworks/figures/throughput";
import { epochTimeFigure } from "../../chapters/01-one-device/figures/epoch-time";
import { classesFigure } from "../../chapters/01-one-device/figures/classes";
import { batchNeedFigure } from "../../chapters/07-frameworks/figures/batch-need";
import { activationsFigure } from "../../chapters/08-memory/figures/activations";
import { accuracyTimeFigure } from "../../chapters/07-frameworks/figures/accuracy-time";
import { acceleration } from "../../chapters/01-one-device/figures/acceleration";
import { plotlyBuilds, plotlyFor } from "../../lib/plots/plotly";
import { workbookRoot } from "../../lib/system/workbook";
import { browserFlags, findChromium, saveFigure, saveFigures } from "../../lib/plots/static";
import { annotationsOf, axisOf, noteOf, titleOf, traces } from "./drawn";
import { batches, figures, memory, plots, runs, timeModels, trained } from "./every-figure";
import { temporaryFolder } from "../temporary";
import { all, full } from "../extent";

const executablePath = findChromium();

const axes = ({ layout }: Figure) =>
  Object.entries(layout)
    .filter(([name]) => /^[xy]axis\d*$/.test(name))
    .map(([, axis]) => axis as Partial<LayoutAxis>);

describe("every figure", () => {
  it("of lib/plots and of every chapter is among those that are tried here", () => {
    const text = readFileSync(join(import.meta.dirname, "every-figure.ts"), "utf8");
    const chapters = readdirSync(join(workbookRoot, "chapters"));
    const withFigures = chapters.filter((name) => existsSync(join(workbookRoot, "chapters", name, "figures")));
    expect(withFigures.filter((name) => !text.includes(`"../../chapters/${name}"`))).toEqual([]);
    const drawing = Object.keys(plots).filter((name) => name.endsWith("Figure") && name !== "saveFigure");
    expect(drawing.length).toBeGreaterThan(40);
    expect(drawing.filter((name) => !text.includes(`plots.${name}(`))).toEqual([]);
  });

  it.skipIf(executablePath === undefined)("is one that plotly.js has nothing to say against", async () => {
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    const pages = new Map<string, Page>();
    for (const { file } of Object.values(plotlyBuilds)) {
      const page = await browser.newPage();
      await page.addScriptTag({ path: file });
      pages.set(file, page);
    }
    for (const [name, figure] of Object.entries(figures)) {
      const page = pages.get(plotlyFor(JSON.stringify(figure)))!;
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
    expect(titled(figures.memory)).toEqual(["Batch size (images)", "Memory (GB)"]);
  });

  it("tells series apart without colour: bars by pattern, lines by dash", () => {
    const bars = traces(epochTimeFigure([{ run: "a", seconds: [2, 1] }]));
    expect(new Set(bars.map(({ marker }) => marker!.pattern!.shape)).size).toBe(2);
    const lines = traces(stepTimeFigure(["a", "b"].map((run) => ({ run, seconds: [1] }))));
    expect(new Set(lines.map(({ line }) => line!.dash)).size).toBe(2);
  });
});

describe("figures of memory", () => {
  it("stack what was counted, and write the sum above", () => {
    expect(traces(figures.states).map(({ name, y }) => [name, y])).toEqual([
      ["weights", [30, 0, 30, 0]],
      ["moments", [60, 0, 60, 0]],
      ["measured", [0, 90, 0, 125]],
      ["gradients", [0, 0, 30, 0]],
    ]);
    expect(annotationsOf(figures.states)).toEqual(["90 MB", "90 MB", "120 MB", "125 MB"]);
  });

  it("draw a line and a parabola below the measured points", () => {
    const [line, parabola, points] = traces(figures.activations);
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
    const [{ x, y }] = traces(long);
    expect(y.length).toBeLessThan(2001);
    expect(Math.max(...y)).toBe(70);
    expect(x[y.indexOf(70)]).toBe(4444);
  });

  it("mark what was counted at its bar", () => {
    const [rest, peak, marks] = traces(figures.zero);
    expect([rest.y, peak.y]).toEqual([[38, 9.5], [60, 20]]); // prettier-ignore
    expect(marks).toMatchObject({ x: [rest.x[0], peak.x[0]], y: [38, 51] });
  });

  it("join the ways that no other beats", () => {
    const [slow, , , fast] = traces(figures.memoryPrice);
    expect([slow.x, slow.y]).toEqual([[18, 24], [108, 72]]); // prettier-ignore
    expect([fast.x, fast.y]).toEqual([[18, 66], [0.53, 0.4]]); // prettier-ignore
  });

  it.each([
    [() => activationsFigure([], () => ({ byToken: 1, byPair: 1 })), "a measured point"],
    [() => heldOverStepFigure("", [], { x: ["a"], y: ["b"] }), "a step"],
    [() => memoryPartsFigure("", []), "a bar"],
    [() => memoryPriceFigure("", []), "a link"],
    [() => zeroFigure("", []), "a stage"],
  ])("say what they need (%#)", (draw, what) => {
    expect(draw).toThrow(what);
  });
});

describe("figures of frameworks", () => {
  it("has a lane for each framework, from the fastest on one process, and no interval below 0", () => {
    expect(axisOf(figures.frameworkThroughput, "yaxis").ticktext).toEqual(["ours", "other", "slow"]);
    const [one, two] = traces(figures.frameworkThroughput);
    expect([one.name, two.name]).toEqual(["1 process", "2 processes"]);
    expect([one.y, two.y]).toEqual([[-0.15, 0.85, 1.85], [0.15, 1.15]]); // prettier-ignore
    expect(one.error_x?.arrayminus).toEqual([150, 150, 90]);
  });

  it("draws a grey line for each number of images, and joins a framework's points", () => {
    const [few, more, most, ours, other] = traces(figures.accuracyTime);
    expect(few.x.map((rate, at) => Math.round(rate * few.y[at]))).toEqual(few.x.map(() => 2560));
    expect([few.name, more.name, most.name, ours.name, other.name]).toEqual(["2560", "4096", "4608", "ours", "other"]);
    expect([ours.x, ours.y]).toEqual([[480, 250], [9, 11]]);
    expect(ours.marker?.color).toEqual([expect.stringMatching("^#"), "white"]);
    expect(annotationsOf(figures.accuracyTime)).toEqual([" 2,560 images", " 4,096 images", " 4,608 images"]);
    expect(noteOf(figures.accuracyTime)).toBe(
      "made up; white: 1 process, filled: 2 processes; grey: what the images take without a start; 1 did not reach it",
    );
    expect(noteOf(figures.accuracyTimeOfOne)).toBe("grey: what the images take without a start");
  }); // prettier-ignore

  it("writes no names beside points, where they could cover each other", () => {
    for (const { mode } of traces(figures.accuracyTime)) expect(mode).not.toContain("text");
  });

  it("leaves out trainings that learned too little, and keeps the ideal at the mean of the smallest batch", () => {
    const [halving, proportional, constant] = traces(figures.batchNeed);
    expect([halving.x, halving.y]).toEqual([[8, 128], [192, 12]]);
    expect(proportional.y).toEqual([192, 192, 20, 44]);
    expect(constant.y).toEqual([48]);
    expect(noteOf(figures.batchNeed)).toBe("made up; 1 did not reach it");
    const { tickvals, ticktext } = axisOf(figures.batchNeed, "xaxis");
    expect([tickvals, ticktext]).toEqual([[8, 128], ["8", "128"]]);
  }); // prettier-ignore

  it("draws what a speedup is worth: divided by the epochs", () => {
    const [ideal, , points] = traces(figures.gain);
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
    const [first, later, points] = traces(figures.epochTime);
    expect(first.y).toEqual([60, 40]);
    expect(later.y).toEqual([52, NaN]);
    expect(points.y).toEqual([50, 54]);
  });
});

describe("stepTimeFigure", () => {
  it("names the slow steps of epoch 1, of which the last may have a batch of another size", () => {
    const seconds = [4, 0.6, 0.6, 1.8, 0.6, 0.6, 0.6, 0.6];
    expect(titleOf(stepTimeFigure([{ run: "a", seconds, stepsPerEpoch: 4 }]))).toBe(
      "Steps 1 and 4 take 6.7 and 3 times as long as the median step",
    );
  });
});

describe("rooflineFigure", () => {
  it("bends each roof where its two lines meet, and gives a point its device's colour", () => {
    const [cpu, , point] = traces(figures.roofline);
    expect([cpu.x[1], cpu.y[1]]).toEqual([5, 100]);
    expect(cpu.y[2]).toBe(100);
    expect(cpu.y[0] / cpu.x[0]).toBeCloseTo(20, 9);
    expect(point.marker?.color).toBe(cpu.line?.color);
  });
});

describe("accelerationFigure", () => {
  it("writes the acceleration at a bracket beside each pair, and where there is none", () => {
    expect(annotationsOf(figures.acceleration)).toEqual(["<b>× 15.4</b>", "no GPU measured"]);
    expect(acceleration({ where: "", cpuImagesPerSecond: 2, gpuImagesPerSecond: 30 })).toBe(15);
  });
});

describe("memoryFigure", () => {
  it("has a line for all parts of one size, which would hide one another", () => {
    const names = figures.memory.data.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["parameters and gradients, each", "optimizer state"]);
  });

  it("marks the batches that do not fit, and writes the largest that does beside the limit where it is given", () => {
    expect(annotationsOf(figures.memory)).toEqual([
      "<b>memory there is: 16.0 GB, enough for 520 images</b>",
      "does not fit",
    ]);
    expect(annotationsOf(memoryFigure(memory))[0]).toBe("<b>memory there is: 16.0 GB</b>");
  });
});

describe("classesFigure", () => {
  it("says so where a program made the images up", () => {
    expect(titleOf(figures.classes)).toBe("10 made-up images of each of the 2 classes, 8 × 8 pixels");
  });

  it("refuses images that are not in colour, and a set without any of its classes", () => {
    const grey = {
      images: new Uint8Array(64),
      labels: new Uint8Array([0]),
      shape: [8, 8, 1] as [number, number, number],
    };
    expect(() => classesFigure({ name: "grey", classes: ["a"], train: grey })).toThrow("3 channels; these have 1");
    expect(() =>
      classesFigure({
        name: "other",
        classes: ["a"],
        train: { ...grey, labels: new Uint8Array([7]), shape: [8, 8, 3] },
      }),
    ).toThrow("no image");
  });
});

describe("saveFigure", () => {
  it("refuses other endings, naming them", async () => {
    await expect(saveFigure(figures.memory, "figure.pdf")).rejects.toThrow('.png, .svg or .json, not ".pdf"');
  });

  it.skipIf(executablePath === undefined)("writes figures as pictures, with Debian's package chromium", async () => {
    const folder = temporaryFolder("figures");
    const drawn = Object.entries(figures).filter(([name]) => all || name === "classes" || (full && name === "memory"));
    const files = drawn.map(([name, figure]) => ({ figure, file: join(folder, `${name}.png`) }));
    await saveFigures([...files, { figure: figures.memory, file: join(folder, "memory.svg") }]);
    for (const { figure, file } of files) {
      const { height } = PNG.sync.read(readFileSync(file)); // two pixels to each of the layout's, and more where text breaks
      expect(height).toBeGreaterThanOrEqual(2 * (figure.layout.height ?? 0));
    }
    expect(readFileSync(join(folder, "memory.svg"), "utf8")).toContain("does not fit");
  });

  it.runIf(full && executablePath !== undefined)("writes a surface, for which the browser needs no GPU", async () => {
    const file = join(temporaryFolder("figures"), "surface.png");
    const figure = timeSurfaceFigure(runs, { linear: timeModels.linear });
    await saveFigures([{ figure, file }], { width: 650 });
    const { data, height } = PNG.sync.read(readFileSync(file));
    expect(height).toBeGreaterThanOrEqual(2 * figure.layout.height!);
    let bluish = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 2] > data[at] + 60) bluish++;
    expect(bluish / (data.length / 4)).toBeGreaterThan(0.05);
  });
});
