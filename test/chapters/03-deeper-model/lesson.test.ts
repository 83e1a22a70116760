import { describe, expect, it } from "vitest";
import { chapterScalingRuns } from "../../../lib/runs";
import type { ChapterModel } from "../../../lib/runs/published/chapter";
import { invoice, scaling } from "../../../lib/measure";
import { multiplyAdds } from "../../../lib/models";
import { lessonCells, testLesson, text } from "../lesson";

const name = "03-deeper-model/deeper-model";
const slideOf = (task: string, figures: number) => ({ deck: `task-${task}`, figures, points: 4 });
testLesson({
  name,
  exercises: 14,
  points: [37, 16],
  conclusions: 4,
  guesses: 13,
  seenInFigures: ["guessedFigures"],
  slides: [slideOf("10.6", 4), slideOf("10.7", 4), slideOf("10.7", 4), slideOf("10.7", 1)],
});

const cells = lessonCells("solutions", name);
const words = cells.map(text).join("\n").replace(/\s+/g, " ");

describe("what the lesson says of the published runs is what they give", () => {
  const studies = async (epochTime: "seconds" | "steps") => {
    const of = async (model: ChapterModel) => scaling(await chapterScalingRuns({ model, epochTime }));
    return { shallow: await of("resnet50v2"), deep: await of("resnet152v2") };
  };

  it("table 10.2, the efficiency that was printed from a rounded speedup, and the seconds of the start-up", async () => {
    const { points } = (await studies("seconds")).deep;
    expect(points.map(({ epochSeconds }) => Math.round(epochSeconds))).toEqual([33, 18, 10]);
    expect(points.map(({ speedup }) => speedup.toFixed(2))).toEqual(["1.00", "1.83", "3.30"]);
    expect(points.map(({ efficiency }) => (100 * efficiency).toFixed(1))).toEqual(["100.0", "91.7", "82.5"]);
    expect(points.map(({ startUpSeconds }) => Number(startUpSeconds.toFixed(9)))).toEqual([30, 58, 116]);
    expect((100 * 1.83) / 2).toBeCloseTo(91.5, 9);
    for (const said of ["91.7 %", "91.5 %", "30, 58 and 116 s"]) expect(words).toContain(said);
  });

  it("speedup and efficiency by milliseconds a step, and the seconds beyond the ideal", async () => {
    const { shallow, deep } = await studies("steps");
    const [one] = deep.points;
    expect(deep.points.map(({ speedup }) => speedup.toFixed(2))).toEqual(["1.00", "1.82", "3.26"]);
    expect(deep.points.map(({ efficiency }) => (100 * efficiency).toFixed(0))).toEqual(["100", "91", "81"]);
    const extra = [shallow, deep].map(({ points }) => points[2].epochSeconds - points[0].epochSeconds / 4);
    expect(extra.map((seconds) => seconds.toFixed(2))).toEqual(["1.98", "1.87"]);
    const middle = (one.epochSeconds + shallow.points[0].epochSeconds) / 2; // ResNet101V2 lies half-way
    expect((middle / 4 / (middle / 4 + (extra[0] + extra[1]) / 2)).toFixed(2)).toBe("0.75");
    const paid = [shallow, deep].map((study) => invoice(study, { perDeviceHour: 3, currency: "EUR", epochs: 100 })[2]);
    expect(paid.map(({ relativePrice }) => relativePrice.toFixed(2))).toEqual(["1.68", "1.36"]);
    for (const said of ["3.26", "81 %", "1.68 times", "1.36 times", "75 %"]) {
      expect(words).toContain(said);
    }
  });

  const amountOf = { resnet50v2: 2048, resnet152v2: 1024 } as const;
  const parametersOf = { resnet50v2: 23_585_290, resnet152v2: 58_352_138 } as const;

  it("the extra of all four runs, and what each cause would make of it", async () => {
    const { shallow, deep } = await studies("steps");
    const runs = [shallow, deep].flatMap(({ model, points: [one, ...several] }) =>
      several.map((point) => ({ name: model as keyof typeof amountOf, one, point })),
    );
    const extras = runs.map(({ one, point }) => point.epochSeconds - one.epochSeconds / point.devices);
    expect(extras.map((seconds) => seconds.toFixed(2))).toEqual(["1.30", "1.98", "1.58", "1.87"]);
    const fit = (amounts: number[]) => {
      const dot = (a: number[], b: number[]) => a.reduce((total, value, i) => total + value * b[i], 0);
      const perUnit = dot(amounts, extras) / dot(amounts, amounts);
      return { perUnit, worst: Math.max(...amounts.map((amount, i) => Math.abs((perUnit * amount) / extras[i] - 1))) };
    };
    const once = fit(runs.map(({ point }) => 1 - 1 / point.devices));
    expect([once.perUnit.toFixed(1), once.worst.toFixed(2)]).toEqual(["2.7", "0.16"]);
    const steps = (devices: number, name: keyof typeof amountOf) => Math.ceil(50_000 / devices / amountOf[name]);
    const [without50, without152] = [shallow, deep].map(({ points }) => points[0].epochSeconds - once.perUnit);
    expect((without152 / without50).toFixed(2)).toBe("2.75");
    const refuted = {
      byte: runs.map(({ name, point: { devices: n } }) => steps(n, name) * ((2 * (n - 1)) / n) * parametersOf[name]),
      synchronisation: runs.map(({ name, point: { devices: n } }) => steps(n, name)),
      waiting: runs.map(({ name, point: { devices: n } }) => multiplyAdds(name, 128) / n),
      first: runs.map(({ name, point: { devices: n } }) => amountOf[name] * (n - 1 / n)),
      launch: runs.map(({ name, point: { devices: n } }) => {
        return (name === "resnet50v2" ? 50 : 152) * (steps(n, name) * n - steps(1, name) / n);
      }),
    };
    for (const amounts of Object.values(refuted)) expect(fit(amounts).worst).toBeGreaterThan(0.5);
    expect(fit(refuted.byte).worst.toFixed(2)).toBe("0.81");
    expect((refuted.byte[3] / refuted.byte[1]).toFixed(1)).toBe("4.6");
    const lastStep = runs.map(({ name, one, point: { devices: n } }, i) => {
      return (one.stepSeconds * (steps(n, name) - steps(1, name) / n)) / extras[i];
    });
    expect(lastStep.map((share) => Math.round(100 * share))).toEqual([21, 21, 21, 27]);
    for (const said of [
      "1.98 s for",
      "1.87 s for",
      "1.30 s and 1.58 s",
      "2.7 s",
      "16 %",
      "81 %",
      "21 to 27 %",
      "2.75 times",
    ]) {
      expect(words).toContain(said);
    }
  });

  it("how well a model uses the GPU, and what the book's runs took", async () => {
    const { shallow, deep } = await studies("steps");
    const rates = [shallow, deep].map(({ model, points: [one] }) => {
      return (6 * one.imagesPerSecond * multiplyAdds(model as keyof typeof amountOf, 128)) / 1e12;
    });
    expect(rates.map(Math.round)).toEqual([25, 33]);
    expect((deep.points[0].epochSeconds / shallow.points[0].epochSeconds).toFixed(1)).toBe("2.4");
    const printed = await studies("seconds");
    const hours = [printed.shallow, printed.deep]
      .flatMap(({ points }) => points)
      .reduce((total, { devices, firstEpochSeconds, epochSeconds }) => {
        return total + (devices * (firstEpochSeconds + epochSeconds)) / 3600;
      }, 0);
    expect(hours.toFixed(2)).toBe("0.32");
    for (const said of ["33 TFLOP/s", "25.", "**2.4 times**", "0.32 GPU-hours"]) expect(words).toContain(said);
  });

  it("a host that feeds four GPUs: what is left with and without working ahead", async () => {
    const { shallow, deep } = await studies("steps");
    const [rate, other] = [shallow, deep].map(({ points }) => points[2].imagesPerSecond);
    expect([Math.round(rate / 100), Math.round(other / 10)]).toEqual([93, 498]);
    const ideal = deep.points[0].epochSeconds / 4;
    expect((4096 / rate).toFixed(2)).toBe("0.44");
    expect((ideal + 50_000 / rate).toFixed(1)).toBe("13.6");
    expect(Math.round(50_000 / (deep.points[2].epochSeconds - ideal) / 1000)).toBe(27);
    for (const said of ["0.44 s", "13.6 s", "27,000 images"]) expect(words).toContain(said);
  });

  it("the error of the rule, on four GPUs and on two", async () => {
    const { shallow, deep } = await studies("steps");
    const error = (at: number) => {
      const [a, b] = [shallow, deep].map(({ points }) => {
        const ideal = points[0].epochSeconds / points[at].devices;
        return { ideal, extra: points[at].epochSeconds - ideal };
      });
      const efficiency = (ideal: number, extra: number) => (100 * ideal) / (ideal + extra);
      return Math.max(
        ...[a, b].map(({ ideal, extra }, i) => Math.abs(efficiency(ideal, extra) - efficiency(ideal, [b, a][i].extra))),
      );
    };
    expect([error(2).toFixed(1), error(1).toFixed(1)]).toEqual(["1.3", "2.9"]);
    for (const said of ["give or take 1.3 points", "2.9 points"]) expect(words).toContain(said);
  });

  it("the slow network: the order turns round with the book's batches, and is a tie with equal ones", async () => {
    const { shallow, deep } = await studies("steps");
    const [one, other] = [shallow.points[0].stepSeconds, deep.points[0].stepSeconds];
    const efficiency = (step: number, parameters: number) => (100 * step) / (step + (1.5 * 4 * parameters) / 119e6);
    expect(
      [efficiency(one, 23_585_290), efficiency(one / 2, 23_585_290), efficiency(other, 58_352_138)].map(Math.round),
    ).toEqual([31, 19, 19]);
    expect((other / (one / 2)).toFixed(2)).toBe("2.46");
    for (const said of ["31 % for", "19 % for", "2.46 times as long"]) expect(words).toContain(said);
  });

  it("work, bytes and their ratios", () => {
    const [shallow, middle, deep] = (["resnet50v2", "resnet101v2", "resnet152v2"] as const).map((model) =>
      multiplyAdds(model, 128),
    );
    expect((deep / shallow).toFixed(2)).toBe("3.13");
    expect((58_352_138 / 23_585_290).toFixed(2)).toBe("2.47");
    expect((middle - shallow) / (deep - shallow)).toBeCloseTo(0.5, 3);
    const perByte = (work: number, batch: number, parameters: number) => (work * batch) / parameters;
    const asInTheBook = perByte(deep, 1024, 58_352_138) / perByte(shallow, 2048, 23_585_290);
    expect([asInTheBook.toFixed(2), (2 * asInTheBook).toFixed(2)]).toEqual(["0.63", "1.27"]);
    for (const said of ["3.13 times", "2.47 times", "0.63 times", "1.27 times"]) expect(words).toContain(said);
  });
});
