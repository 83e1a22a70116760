import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { compareIntervals, differences, fitTimeModel } from "../../lib/experiment/statistics";
import { accuracyCurve } from "../../lib/measure/accuracy";
import {
  interactionFigure,
  differencesFigure,
  intervalsFigure,
  meansFigure,
  predictedFigure,
  residualsFigure,
  runOrderFigure,
  timeModelsFigure,
  timeSurfaceFigure,
  timeToAccuracyFigure,
  type Figure,
} from "../../lib/plots";
import { browserFlags, findChromium, saveFigures } from "../../lib/plots/static";
import { modelled, observed } from "./observed";
import { temporaryFolder } from "../temporary";
import { full } from "../extent";

const executablePath = findChromium();
if (executablePath === undefined) {
  console.log("Experiments' figures as pictures: skipped; Debian's package `chromium` would draw them.");
}

const runs = [32, 64, 100].flatMap((batch, at) =>
  [1, 2, 3].flatMap((nodes) => {
    const seconds = modelled({ batch, nodes });
    return observed({ batch, nodes }, [seconds, 1.01 * seconds], 100 * at + 10 * nodes);
  }),
);
const [{ levels, run }] = runs;
const models = { linear: fitTimeModel(runs, "linear"), quadratic: fitTimeModel(runs, "quadratic") };
const validated = {
  ...run,
  epochs: run.epochs.map((epoch, at) => ({ ...epoch, validation: { loss: 1, accuracy: 0.2 * (at + 1), seconds: 1 } })),
};

/** One of each figure, on made-up runs. */
const figures: Record<string, Figure> = {
  means: meansFigure(runs, { by: "nodes", outOfMemory: [{ levels: { ...levels, batch: 200 } }] }),
  interaction: interactionFigure(runs, "nodes", "batch"),
  intervals: intervalsFigure(compareIntervals(runs)),
  differences: differencesFigure(differences(runs, "nodes", [1, 2])),
  runOrder: runOrderFigure(runs),
  models: timeModelsFigure(runs, models),
  surface: timeSurfaceFigure(runs, models),
  predicted: predictedFigure([{ levels, measured: 10, predicted: 11, low: 9, high: 12 }]),
  residuals: residualsFigure(models),
  accuracy: timeToAccuracyFigure([{ name: "sync", curve: accuracyCurve(validated) }], { target: 0.5, chance: 0.1 }),
};

describe.skipIf(executablePath === undefined)("every figure of an experiment", () => {
  it("is one that plotly.js has nothing to say against", async () => {
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
        return (Plotly.validate(data, layout) ?? []).filter(({ code }) => code !== "unused").map(({ msg }) => msg);
      }, JSON.stringify(figure));
      expect(complaints, name).toEqual([]);
    }
    await browser.close();
  });

  it.runIf(full)("is written as a picture, a surface too, for which the browser needs no GPU", async () => {
    const folder = temporaryFolder("figures");
    const surface = timeSurfaceFigure(runs, { linear: models.linear });
    const files = Object.entries({ means: figures.means, surface }).map(([name, figure]) => ({
      figure,
      file: join(folder, `${name}.png`),
    }));
    await saveFigures(files, { width: 650 });
    for (const { figure, file } of files) {
      expect(PNG.sync.read(readFileSync(file)).height).toBe(2 * figure.layout.height!);
    }
    const { data } = PNG.sync.read(readFileSync(join(folder, "surface.png")));
    let bluish = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 2] > data[at] + 60) bluish++;
    expect(bluish / (data.length / 4)).toBeGreaterThan(0.05);
  });
});
