import { mean } from "simple-statistics";
import { graphMemory } from "../../../chapters/03-deeper-model/graph-memory";
import { invoice, payloadRate, scaling, type ScalingPoint } from "../../../lib/measure";
import { parameterCount } from "../../../lib/models/known";
import { multiplyAdds } from "../../../lib/models/work";
import { isBetween, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { chapterScalingRuns, h100Peak } from "../../../lib/runs";
import { amounts, type Cause } from "./deeper-causes";

export const given = {
  "102": "the writer's own run on 2 cores, in a sample conclusion",
};

const models = ["resnet50v2", "resnet152v2"] as const;
const parameters = models.map((model) => parameterCount(model, 10)!);
const [work, workBetween, deepWork] = [models[0], "resnet101v2" as const, models[1]].map((model) =>
  multiplyAdds(model, 128),
);
const layers = [50, 152];
/** The smallest and the largest batch of 128 x 128 pixels, as `01-one-device/memory` prints them. */
const printedMemory = [
  ["batch 16: 467 MB", "batch 128: 2704 MB"],
  ["batch 16: 1085 MB", "batch 128: 6669 MB"],
];
const images = 50_000;

/** The seconds beyond an ideal epoch, which the devices only share. */
const extraOf = (one: ScalingPoint, point: ScalingPoint): number =>
  point.epochSeconds - one.epochSeconds / point.devices;
const efficiencyOf = (ideal: number, extra: number): number => (100 * ideal) / (ideal + extra);

export async function numbers(): Promise<LessonNumbers> {
  const studies = async (epochTime: "seconds" | "steps") =>
    Promise.all(models.map(async (model) => scaling(await chapterScalingRuns({ model, epochTime }))));
  const [printed, exact] = [await studies("seconds"), await studies("steps")];
  const [shallow, deep] = exact.map(({ points }) => points);
  const [extra, extraOfDeep] = [shallow, deep].map(([one, ...several]) => several.map((point) => extraOf(one, point)));
  const peak = { tf32: h100Peak.float32 / 1e12, sixteenBits: h100Peak.sixteenBits / 1e12 };
  return { peak, ...table(), ...gpus(), ...causes(), ...host(), ...prediction(), ...slowNetwork() };

  function table(): LessonNumbers {
    const [ofShallow, ofDeep] = printed.map(({ points }) => points);
    const [one, two, four] = ofDeep.map(({ epochSeconds }) => epochSeconds);
    const bounds = (seconds: number, devices: number) => {
      const [low, high] = [0.5, -0.5].map((half) => (100 * (one - half)) / (seconds + half) / devices);
      return { low, high };
    };
    const [startUpOfShallow, startUpOfDeep] = [ofShallow, ofDeep].map((points) =>
      points.map(({ startUpSeconds }) => Math.round(startUpSeconds)),
    );
    return {
      printed: {
        ...{ one, two, four },
        least: { one: one - 0.5, two: two - 0.5 },
        most: { one: one + 0.5, two: two + 0.5 },
        speedup: { two: ofDeep[1].speedup },
        efficiency: { two: 100 * ofDeep[1].efficiency },
        rounded: (100 * Math.round(100 * ofDeep[1].speedup)) / 100 / 2,
        bounds: { two: bounds(two, 2), four: bounds(four, 4) },
        first: { one: ofDeep[0].firstEpochSeconds, four: ofDeep[2].firstEpochSeconds },
        job: { one: ofDeep[0].firstEpochSeconds + one, four: ofDeep[2].firstEpochSeconds + four },
      },
      startUp: { one: startUpOfDeep[0] },
      "For ResNet152V2, twice as many devices need about twice as much time to start up": [0, 1].every((at) =>
        isBetween(1.9, startUpOfDeep[at + 1] / startUpOfDeep[at], 2.1),
      ),
      "(The start-up of ResNet50V2 grows more slowly": startUpOfShallow[2] / startUpOfShallow[0] < 3,
    };
  }

  function gpus(): LessonNumbers {
    const [rate, rateOfDeep] = [shallow, deep].map(
      ([one], at) => (6 * one.imagesPerSecond * [work, deepWork][at]) / 1e12,
    );
    const of = ([one, , four]: ScalingPoint[]) => ({
      one: one.epochSeconds,
      four: four.epochSeconds,
      speedup: four.speedup,
      efficiency: 100 * four.efficiency,
      images: four.imagesPerSecond,
    });
    const [price, priceOfDeep] = exact.map(
      (study) => invoice(study, { perDeviceHour: 3, currency: "EUR", epochs: 100 })[2].relativePrice,
    );
    const [anImage, imageOfDeep] = printedMemory.map((lines) => graphMemory(lines).bytesPerImage);
    const perByte = (deepWork * 1024) / parameters[1] / ((work * 2048) / parameters[0]);
    const hours = printed.flatMap(({ points }) =>
      points.map(
        ({ devices, firstEpochSeconds, epochSeconds }) => (devices * (firstEpochSeconds + epochSeconds)) / 3600,
      ),
    );
    return {
      "so it computes **less** for each": perByte < 1,
      "*With the same local batch*, the deeper model computes more for each byte": 2 * perByte > 1,
      gpuHours: hours.length * mean(hours),
      shallow: { ...of(shallow), teraflops: rate, price },
      deep: { ...of(deep), teraflops: rateOfDeep, price: priceOfDeep },
      times: {
        ...{ work: deepWork / work, parameters: parameters[1] / parameters[0], memory: imageOfDeep / anImage },
        perStep: (deepWork * 1024) / (work * 2048),
        stepSeconds: deep[0].stepSeconds / shallow[0].stepSeconds,
      },
      slower: {
        one: deep[0].epochSeconds / shallow[0].epochSeconds,
        four: deep[2].epochSeconds / shallow[2].epochSeconds,
      },
    };
  }

  /** What each cause would make of the four extras, with the best factor for it. */
  function causes(): LessonNumbers {
    const extras = [...extra, ...extraOfDeep];
    const on = (at: number, { devices, globalBatchSize: globalBatch }: ScalingPoint) => ({
      ...{ devices, images, globalBatch },
      ...{ parameters: parameters[at], layers: layers[at], multiplyAdds: [work, deepWork][at] },
    });
    const amountsOf = (cause: Cause) =>
      [shallow, deep].flatMap(([one, ...several], at) =>
        several.map((point) => amounts[cause](on(at, point)) - amounts[cause](on(at, one)) / point.devices),
      );
    const dot = (a: number[], b: number[]) => a.reduce((total, value, i) => total + value * b[i], 0);
    const fit = (cause: Cause) => {
      const own = amountsOf(cause);
      const factor = dot(own, extras) / dot(own, own);
      return { factor, worst: Math.max(...own.map((amount, i) => Math.abs((factor * amount) / extras[i] - 1))) };
    };
    /** Percent by which the worst of the four extras is off, if two causes have a factor each. */
    const worstOfTwo = (...two: [Cause, Cause]) => {
      const [a, b] = two.map(amountsOf);
      const determinant = dot(a, a) * dot(b, b) - dot(a, b) ** 2;
      const ofA = (dot(a, extras) * dot(b, b) - dot(b, extras) * dot(a, b)) / determinant;
      const ofB = (dot(b, extras) * dot(a, a) - dot(a, extras) * dot(a, b)) / determinant;
      return 100 * Math.max(...extras.map((measured, i) => Math.abs((ofA * a[i] + ofB * b[i]) / measured - 1)));
    };
    const once = fit("epoch");
    const bytes = amountsOf("byte");
    const [without, deepWithout] = [shallow, deep].map(([one]) => one.epochSeconds - once.factor);
    const steps = ({ globalBatchSize }: ScalingPoint) => Math.ceil(images / globalBatchSize);
    const lastStep = [shallow, deep].flatMap(([one, ...several]) =>
      several.map(
        (point) => (100 * one.stepSeconds * (steps(point) - steps(one) / point.devices)) / extraOf(one, point),
      ),
    );
    const others: Cause[] = ["first batch", "synchronisation", "byte", "launch", "waiting"];
    return {
      extra: { two: extra[0], four: extra[1] },
      extraOfDeep: { two: extraOfDeep[0], four: extraOfDeep[1] },
      once: { seconds: once.factor, worst: 100 * once.worst, times: deepWithout / without },
      bytes: { times: bytes[3] / bytes[1], worst: 100 * fit("byte").worst },
      lastStep,
      lastStepOfRun: [shallow, deep].flatMap(([one, ...several]) =>
        several.map((point) => {
          const fullSteps = images / point.globalBatchSize;
          return (100 * point.stepSeconds * (Math.ceil(fullSteps) - fullSteps)) / extraOf(one, point);
        }),
      ),
      pairs: {
        batchAndWaiting: worstOfTwo("first batch", "waiting"),
        epochAndSteps: worstOfTwo("epoch", "synchronisation"),
      },
      lastImages: images % shallow[2].globalBatchSize,
      "Five of the seven causes are off by half or more": others.every((cause) => fit(cause).worst > 0.5),
      "by 6 % on 4 GPUs and by a fifth on 2":
        isBetween(1.055, extra[1] / extraOfDeep[1], 1.065) && isBetween(1.2, extraOfDeep[0] / extra[0], 1.25),
      "the extra *grows* from 2 to 4 GPUs, for both models": extra[1] > extra[0] && extraOfDeep[1] > extraOfDeep[0],
    };
  }

  function host(): LessonNumbers {
    const rate = shallow[2].imagesPerSecond;
    return {
      "This wait is about a quarter of the measured extra": isBetween(
        0.2,
        deep[2].globalBatchSize / rate / extraOfDeep[1],
        0.3,
      ),
      "an epoch takes much longer than the measured one":
        deep[0].epochSeconds / 4 + images / rate > 1.3 * deep[2].epochSeconds,
      host: { fitting: images / extraOfDeep[1] },
    };
  }

  function prediction(): LessonNumbers {
    const middle = (shallow[0].epochSeconds + deep[0].epochSeconds) / 2; // ResNet101V2 lies half-way
    const error = (at: number) => {
      const both = [shallow, deep].map((points) => ({
        ideal: points[0].epochSeconds / points[at].devices,
        extra: extraOf(points[0], points[at]),
      }));
      return Math.max(
        ...both.map(({ ideal, extra: own }, i) =>
          Math.abs(efficiencyOf(ideal, own) - efficiencyOf(ideal, both[1 - i].extra)),
        ),
      );
    };
    const extraBetween = mean([extra[1], extraOfDeep[1]]);
    return {
      billions: { shallow: work / 1e9, between: workBetween / 1e9, deep: deepWork / 1e9 },
      between: {
        efficiency: efficiencyOf(middle / 4, extraBetween),
        extra: extraBetween,
      },
      error: { four: error(2), two: error(1) },
      "its work lies half-way between the others": isBetween(0.4995, (workBetween - work) / (deepWork - work), 0.5005),
    };
  }

  function slowNetwork(): LessonNumbers {
    const [one, other] = [shallow[0].stepSeconds, deep[0].stepSeconds];
    const efficiency = (step: number, at: number) => efficiencyOf(step, (1.5 * 4 * parameters[at]) / 119e6);
    return {
      slow: {
        rate: payloadRate(1e9) / 1e6,
        shallow: efficiency(one, 0),
        deep: efficiency(other, 1),
        times: other / (one / 2),
      },
      "there is **a tie**": Math.round(efficiency(one / 2, 0)) === Math.round(efficiency(other, 1)),
    };
  }
}
