import { describe, expect, it } from "vitest";
import { chapterScalingRuns } from "../../lib/runs";
import { scaling } from "../../lib/measure/scaling";
import {
  costFigure,
  efficiencyFigure,
  epochTimeByDevicesFigure,
  modelName,
  speedupFigure,
  startUpFigure,
  throughputByDevicesFigure,
  type Figure,
} from "../../lib/plots";
import { mirroredStepFigure } from "../../chapters/02-mirrored/figures/mirrored-step";
import { idealAndExtraFigure } from "../../chapters/03-deeper-model/figures/extra";
import { axisOf, textsIn, titleOf, traces, annotationsOf } from "./drawn";
import { deep, small, study } from "./studies";

const titlesOf = (figure: Figure) => ["xaxis", "yaxis"].map((name) => axisOf(figure, name).title?.text);
/** What is written at points, from the traces that hold nothing but text. */
const written = (figure: Figure) =>
  traces(figure)
    .filter(({ mode }) => mode === "text")
    .map(({ text }) => text);

const byDevices = {
  epochTime: epochTimeByDevicesFigure,
  throughput: throughputByDevicesFigure,
  speedup: speedupFigure,
  efficiency: efficiencyFigure,
  startUp: startUpFigure,
};

describe("figures by devices", () => {
  it.each(Object.entries(byDevices))("%s: only the measured counts are ticks", (_, draw) => {
    const figure = draw([small, study("resnet152v2", { 1: 2, 8: 1 })]);
    expect(axisOf(figure, "xaxis").ticktext).toEqual(["1", "2", "4", "8"]);
  });

  it("name the quantity and unit of their axes", () => {
    expect(titlesOf(epochTimeByDevicesFigure([small]))).toEqual(["Devices", "Time per epoch (s)"]);
    expect(titlesOf(throughputByDevicesFigure([small]))).toEqual(["Devices", "Throughput, all devices (images/s)"]);
    expect(titlesOf(throughputByDevicesFigure([small], { per: "device" }))[1]).toBe("Throughput per device (images/s)");
    expect(titlesOf(speedupFigure([small]))).toEqual(["Devices", "Speedup (times the baseline)"]);
    expect(titlesOf(efficiencyFigure([small]))).toEqual(["Devices", "Efficiency (%)"]);
    expect(titlesOf(startUpFigure([small]))).toEqual(["Devices", "Epoch 1 beyond a steady epoch (s)"]);
    expect(titlesOf(costFigure([small]))).toEqual(["Time per epoch (s)", "Cost of an epoch (device-seconds)"]);
  });

  it("show one study plainly and several with a legend, in their order", () => {
    expect(epochTimeByDevicesFigure([small]).layout.showlegend).toBe(false);
    const both = epochTimeByDevicesFigure([small, deep]);
    expect(both.layout.showlegend).toBe(true);
    expect(traces(both).map(({ name }) => name)).toEqual(["ResNet50V2", "ResNet152V2"]);
  });

  it("tell studies apart without colour: bars by pattern, points by symbol, lines by dash", () => {
    const six = Array.from({ length: 6 }, (_, at) => study(`model ${at}`, { 1: 9, 2: 5 + at / 10 }));
    const fitted = six.map((each, at) => ({ ...each, amdahl: { serialShare: at / 10, mostSpeedup: 10 / at } }));
    const different = (values: (string | undefined)[]) => {
      expect(values).toHaveLength(6);
      expect(new Set(values).size).toBe(6);
    };
    different(traces(throughputByDevicesFigure(six)).map(({ marker }) => marker?.pattern?.shape));
    for (const figure of [speedupFigure(six), efficiencyFigure(six)]) {
      const lines = traces(figure).filter(({ mode }) => mode === "lines+markers");
      different(lines.map(({ marker }) => marker?.symbol));
      different(lines.map(({ line }) => line?.dash));
    }
    const points = traces(costFigure(six)).filter(({ marker }) => marker);
    different(points.map(({ marker, line }) => `${marker?.symbol} ${line?.dash}`));
    const fits = traces(speedupFigure(fitted)).filter(({ mode, name }) => mode === "lines" && name !== "ideal");
    expect(new Set(fits.map(({ line }) => line?.dash)).size).toBe(5);
    expect(fits.map(({ line }) => line?.dash)).not.toContain("solid"); // as the ideal line is
  });

  it("write labels after the models, and refuse a wrong number of them", () => {
    const names = traces(epochTimeByDevicesFigure([small, small, deep], { labels: ["published", "here", ""] }));
    expect(names.map(({ name }) => name)).toEqual(["ResNet50V2, published", "ResNet50V2, here", "ResNet152V2"]);
    expect(() => costFigure([small, deep], { labels: ["here"] })).toThrow("There are 1 labels for 2 studies");
  });

  it("tell studies of one model apart without labels", () => {
    const strong = study("resnet50v2", { 1: 2, 2: 1 }, { kind: "strong", device: "cpu" });
    const names = traces(startUpFigure([small, strong])).map(({ name }) => name);
    expect(names).toEqual(["ResNet50V2, weak scaling, GPU", "ResNet50V2, strong scaling, CPU"]);
  });

  it("refuse to draw nothing", () => {
    for (const draw of [...Object.values(byDevices), costFigure]) expect(() => draw([])).toThrow("there are none");
  });

  it("turn to a logarithmic axis where bars would vanish beside others", () => {
    const slow = study("resnet50v2", { 1: 9000 });
    expect(epochTimeByDevicesFigure([small]).layout.yaxis?.type).toBeUndefined();
    const { yaxis } = epochTimeByDevicesFigure([small, slow], { labels: ["a", "b"] }).layout;
    expect(yaxis?.type).toBe("log");
    expect(yaxis?.title?.text).toBe("Time per epoch (s, logarithmic)");
  });

  it("draw a lone baseline", () => {
    for (const draw of [...Object.values(byDevices), costFigure]) {
      expect(JSON.stringify(draw([study("resnet50v2", { 1: 90 })]))).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

describe("epochTimeByDevicesFigure", () => {
  it("has a bar for each count, at the count's place among all", () => {
    const [first, second] = traces(epochTimeByDevicesFigure([small, study("resnet152v2", { 1: 240, 4: 75 })]));
    expect(first).toMatchObject({ x: [0, 1, 2], y: [90, 50, 36], text: ["90 s", "50 s", "36 s"] });
    expect(second).toMatchObject({ x: [0, 2], y: [240, 75] });
  });

  it("says in its title how epochs shrink, or whose are shortest", () => {
    expect(titleOf(epochTimeByDevicesFigure([small]))).toBe(
      "ResNet50V2: an epoch takes 90 s on 1 device, 36 s on 4 devices",
    );
    const both = epochTimeByDevicesFigure([small, deep]);
    expect(titleOf(both)).toBe("Time per epoch: shortest with ResNet50V2 (36 s on 4 devices)");
    // What was measured on other counts does not compare.
    expect(titleOf(epochTimeByDevicesFigure([small, study("resnet152v2", { 1: 9, 2: 5 })]))).toBe("Time per epoch");
  });
});

describe("throughputByDevicesFigure", () => {
  it("shows all devices together, or one of them", () => {
    expect(traces(throughputByDevicesFigure([small]))[0].y).toEqual([40, 72, 100]);
    const one = throughputByDevicesFigure([small], { per: "device" });
    expect(traces(one)[0].y).toEqual([40, 36, 25]);
    expect(titleOf(one)).toBe("ResNet50V2: each of 4 devices does 62.5 % of what one alone does");
  });
});

describe("speedupFigure", () => {
  it("draws the ideal line, Amdahl's curve and the points, with their values", () => {
    const [ideal, fit, points, legend] = traces(speedupFigure([small]));
    expect(ideal).toMatchObject({ name: "ideal", x: [1, 4], y: [1, 4] });
    expect(fit.y[0]).toBe(1);
    expect(fit.y.at(-1)).toBeCloseTo(1 / (0.2 + 0.8 / 4));
    expect(points).toMatchObject({ mode: "markers", x: [1, 2, 4], y: [1, 1.8, 2.5], showlegend: false });
    expect(legend.name).toBe("ResNet50V2; Amdahl’s fit: 20 % serial");
    expect(written(speedupFigure([small]))).toEqual([["1.00", "1.80", "2.50"]]);
  });

  it("joins the points where there is no fit, and starts the ideal at the baseline", () => {
    const [ideal, line] = traces(speedupFigure([study("resnet50v2", { 2: 90, 4: 50 })]));
    expect(ideal).toMatchObject({ x: [2, 4], y: [1, 2] });
    expect(line).toMatchObject({ mode: "lines+markers", y: [1, 1.8] });
  });

  it("writes the value that all have at the baseline once", () => {
    const labels = written(speedupFigure([small, deep]));
    expect(labels.flat().filter((text) => text === "1.00")).toHaveLength(1);
    expect(labels.flat()).toHaveLength(5);
  });

  it("gives the chapter's numbers from its published runs", async () => {
    const runs = await chapterScalingRuns({ model: "resnet50v2" });
    expect(written(speedupFigure([scaling(runs)]))).toEqual([["1.00", "1.68", "2.53"]]);
    expect(titleOf(costFigure([scaling(runs)]))).toBe(
      "ResNet50V2: 2.53 times as fast on 4 devices, at 1.58 times the cost",
    );
  });
});

describe("labels at points", () => {
  it("keep apart from each other and stay on their side", () => {
    const near = study("resnet152v2", { 1: 90, 2: 50.5, 4: 35.5 });
    const labels = traces(speedupFigure([small, near])).filter(({ mode }) => mode === "text");
    const places = (devices: number) => labels.map(({ x, y }) => y[x.indexOf(devices)]).sort((a, b) => a - b);
    const pixel = axisOf(speedupFigure([small, near]), "yaxis").range![1] / 376;
    for (const devices of [2, 4]) {
      const [lower, upper] = places(devices);
      expect(upper - lower).toBeGreaterThan(17 * pixel);
    }
  });

  it("are left out where device counts are too close for them", () => {
    const wide = study("resnet50v2", { 1: 90, 2: 50, 32: 10, 64: 9 });
    expect(written(efficiencyFigure([wide]))).toEqual([["90 %", "28.1 %", "15.6 %"]]);
  });
});

describe("efficiencyFigure", () => {
  it("draws percent, also above 100", () => {
    const [ideal, line] = traces(efficiencyFigure([study("resnet50v2", { 1: 100, 2: 40 })]));
    expect(ideal.y).toEqual([100, 100]);
    expect(line.y).toEqual([100, 125]);
    expect(axisOf(efficiencyFigure([study("a", { 1: 100, 2: 40 })]), "yaxis").range![1]).toBeGreaterThan(125);
  });
});

describe("costFigure", () => {
  it("sets device-seconds against seconds and labels the device counts", () => {
    const [ideal, line] = traces(costFigure([small]));
    expect(line.x).toEqual([90, 50, 36]);
    expect(line.y).toEqual([90, 100, 144]);
    expect(line.text?.[2]).toBe("4 devices: 36 s<br>144 device-seconds");
    expect(ideal).toMatchObject({ x: [90, 36], y: [90, 90] });
    expect(titleOf(costFigure([small]))).toBe("ResNet50V2: 2.50 times as fast on 4 devices, at 1.6 times the cost");
  });

  it("labels many points with bare numbers, and says what they are", () => {
    const many = study("resnet50v2", Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, 90 / (at + 1)])));
    const figure = costFigure([many]);
    expect(traces(figure)[1].text).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(annotationsOf(figure)[0]).toBe("numbers at points: devices");
  });
});

describe("idealAndExtraFigure", () => {
  it("divides epochs on four devices into the ideal and the extra, with the efficiency above", () => {
    // The chapter's epochs, from ms per step: 25 x 0.544, 7 x 0.768, 49 x 0.668, 13 x 0.773.
    const figure = idealAndExtraFigure(
      [
        { name: "ResNet50V2", oneDeviceSeconds: 13.6, seconds: 5.376 },
        { name: "ResNet152V2", oneDeviceSeconds: 32.732, seconds: 10.049 },
      ],
      4,
    );
    const [{ y: ideal }, { y: extra }] = traces(figure);
    expect(ideal).toEqual([3.4, 8.183]);
    expect(extra[0]).toBeCloseTo(1.976, 9);
    expect(extra[1]).toBeCloseTo(1.866, 9);
    expect(annotationsOf(figure)).toEqual(["<b>63.2 %</b> efficient", "<b>81.4 %</b> efficient"]);
    expect(axisOf(figure, "xaxis").ticktext).toEqual(["ResNet50V2", "ResNet152V2"]);
  });
});

describe("startUpFigure", () => {
  it("draws what epoch 1 takes longer, and says nothing of a start-up where it was faster", () => {
    expect(traces(startUpFigure([small]))[0]).toMatchObject({ y: [3, 6, 12], text: ["3 s", "6 s", "12 s"] });
    const points = small.points.map((point) => ({ ...point, startUpSeconds: -point.startUpSeconds }));
    const faster = startUpFigure([{ ...small, points }]);
    expect(traces(faster)[0].text).toEqual(["−3 s", "−6 s", "−12 s"]);
    expect(titleOf(faster)).toBe("ResNet50V2: start-up");
  });
});

describe("mirroredStepFigure", () => {
  const texts = (devices: number) => textsIn(mirroredStepFigure({ devices }));

  it("gives every device its part of the batch, its replica, its gradients and the same update", () => {
    for (const part of ["part 1 of 2", "part 2 of 2", "device 1", "device 2", "gradients g2"]) {
      expect(texts(2)).toContain(part);
    }
    expect(texts(2).filter((text) => text === "w ← w − η ḡ")).toHaveLength(2);
    expect(texts(2).join()).toContain("the mean ḡ of g1 and g2");
  });

  it("leaves out the middle of many devices, and the mean of a single one", () => {
    expect(texts(8)).toEqual(expect.arrayContaining(["part 1 of 8", "part 2 of 8", "…", "part 8 of 8"]));
    expect(texts(8)).not.toContain("part 3 of 8");
    expect(texts(1).join()).not.toContain("ḡ");
  });

  it("refuses what is not a number of devices", () => {
    for (const devices of [0, 1.5, NaN]) expect(() => mirroredStepFigure({ devices })).toThrow("a whole number from 1");
  });
});

describe("modelName", () => {
  it("writes the chapter's models as the chapter does, and others as they are", () => {
    expect(["resnet50", "resnet152v2", "efficientnetb0", "mlp"].map(modelName)).toEqual([
      "ResNet50",
      "ResNet152V2",
      "EfficientNetB0",
      "mlp",
    ]);
  });
});
