import { mean, sum, sumNthPowerDeviations } from "simple-statistics";
import {
  errorSummary,
  fitCost,
  leaveOut,
  meanInterval,
  observations,
  plannedRuns,
  readDesign,
  timeModels,
} from "../../../lib/experiment";
import { around } from "../../../lib/experiment/statistics/tails";
import { meanRuns } from "../../../chapters/06-prediction/mean-runs";
import { allReduceTimes } from "../../../chapters/06-prediction/all-reduces";
import { gradientBytes, payloadRate } from "../../../lib/measure";
import { parameterCount } from "../../../lib/models/known";
import { isBetween, rowAt, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { slowNetworkRuns } from "../../../lib/runs";
import { localClusterRuns } from "../../../lib/runs/published/local-cluster";
import { fittedTo, workOf } from "./experiments-prediction";

const trials = "three trials on 2 cores, as the text says";
export const given = {
  ...{ "2.11": trials, "1.81": trials, "1.92": trials, "1.65": trials, "1.46": trials },
  "25.6": "millions of parameters, as the study states them",
  "125": "MB/s, 1 Gb/s in bytes",
  "224": "the pixels of an image in the study's program for sync",
};

const networks = ["resnet50", "efficientnetb0"];
const batches = [32, 64, 100];

/** The ratio of accumulate's images to those of sync in the three trials, and what follows from its logarithms. */
function trialsRatio(): LessonNumbers {
  const logarithms = [2.11, 1.81, 1.92].map(Math.log);
  const [ratio, at95, at99] = [
    Math.exp(mean(logarithms)),
    ...[0.95, 0.99]
      .map((level) => meanInterval(logarithms, level))
      .map(({ low, high }) => [Math.exp(low), Math.exp(high)]),
  ] as [number, number[], number[]];
  return { trials: { ratio, at95, at99 } };
}

export async function numbers(): Promise<LessonNumbers> {
  const everyRun = observations(await slowNetworkRuns(), { response: "training" });
  const study = meanRuns(everyRun);
  const of = (model: string, mode: string) =>
    study.filter(({ levels }) => levels.model === model && levels.mode === mode);
  const sync = of("resnet50", "sync");
  const fits = networks.map((model) => fitCost(of(model, "sync")));

  const ofStudy = [byHand(), models(), costModel(), anotherBatch(), accumulated(), plans()];
  return Object.assign(await ownRuns(), trialsRatio(), ...ofStudy) as LessonNumbers;

  async function ownRuns(): Promise<LessonNumbers> {
    const design = await readDesign("fit");
    const levels = design.factors.map((factor) => factor.levels.map(({ level }) => level).join());
    const measured = observations(await localClusterRuns()).filter(({ levels: { mode } }) => mode === "sync");
    const fit = fitCost(measured.filter(({ levels }) => levels.batch !== 16 && Number(levels.nodes) < 3));
    const [two, three] = [2, 3].map((nodes) => {
      const { seconds, low, high } = fit.predict({ model: "efficientnetb0", batch: 16, nodes });
      const runs = measured.filter(({ levels }) => levels.batch === 16 && levels.nodes === nodes);
      const found = mean(runs.map((run) => run.seconds));
      return { seconds, interval: [low!, high!], measured: found, error: 100 * (1 - seconds / found) };
    });
    const rate = fit.parameters.find(({ kind }) => kind === "bytesPerSecond")!;
    return {
      ownRuns: plannedRuns(design).length + 2 * design.replicates,
      "has runs of sync with batches of 8 and 32, on one node and on two":
        levels.join("; ") === "efficientnetb0; sync; 8,32; 1,2",
      "with a batch of 16, on two nodes and on three": 8 * Math.round(Math.sqrt(8 * 32) / 8) === 16,
      own: { two, three, rate: rate.estimate / 1e6, rates: [rate.low! / 1e6, rate.high! / 1e6] },
      "Both times lie in their intervals": [two, three].every(({ interval: [low, high], measured: found }) =>
        isBetween(low, found, high),
      ),
      payload: payloadRate(1e9) / 1e6,
      "The interval contains this number": isBetween(rate.low!, payloadRate(1e9), rate.high!),
    };
  }

  function byHand(): LessonNumbers {
    const epoch = (batch: number, nodes: number) => rowAt(sync, { batch, nodes }).seconds / 5;
    const errors = batches.map((batch) => {
      const steps = (nodes: number) => Math.ceil(100_000 / (batch * nodes));
      const each = (epoch(batch, 2) - epoch(batch, 1) / 2) / steps(2);
      return Math.abs((epoch(batch, 1) / 3 + (steps(3) * each * 4) / 3) / epoch(batch, 3) - 1);
    });
    const runs = sync.map(({ levels, seconds }) => ({
      ...{ batch: Number(levels.batch), nodes: Number(levels.nodes), seconds: seconds / 5 },
    }));
    const { image, allReduce } = fittedTo(runs, 100_000);
    const hidden = runs.map((run) => {
      const [images, allReduces] = workOf(run, 100_000);
      const fit = fittedTo(runs.filter((other) => other !== run), 100_000); // prettier-ignore
      return Math.abs((images * fit.image + allReduces * fit.allReduce) / run.seconds - 1);
    });
    return {
      byHand: { worst: 100 * Math.max(...errors) },
      fitted: {
        milliseconds: 1000 * image,
        allReduce,
        rate: gradientBytes(parameterCount("resnet50", 1000)!) / allReduce / 1e6,
      },
      hidden: 100 * Math.max(...hidden),
      "All nine hidden configurations": hidden.length === 9,
    };
  }

  function models(): LessonNumbers {
    const runs = everyRun.filter(({ levels }) => levels.model === "resnet50" && levels.mode === "sync");
    const [{ linear, quadratic }] = timeModels(runs);
    const at = { batch: 150, nodes: 2 };
    const parabola = quadratic!.predict(at).seconds;
    const several = quadratic!.observations;
    const signs = batches.map((batch) =>
      Math.sign(mean(several.flatMap((run, row) => (run.levels.batch === batch ? [linear!.residuals[row]] : [])))),
    );
    const measured = several.map(({ seconds }) => seconds);
    const missed = several.map(({ levels: { batch, nodes }, seconds }) => {
      return seconds - fits[0].predict({ batch: Number(batch), nodes: Number(nodes) }).seconds;
    });
    return {
      line: { percent: 100 * linear!.rSquared, rSquared: linear!.rSquared },
      parabola: {
        rSquared: quadratic!.rSquared,
        parameters: quadratic!.terms.length,
        runs: several.length,
        seconds: parabola,
        longer: parabola / rowAt(sync, { batch: 100, nodes: 2 }).seconds,
      },
      hyperbola: 1 - sum(missed.map((seconds) => seconds ** 2)) / sumNthPowerDeviations(measured, 2),
      "the points lie above the line, then below it, then above it again": signs.join() === "1,-1,1",
      "predicts a negative time for a batch of 150": linear!.predict(at).seconds < 0,
    };
  }

  function costModel(): LessonNumbers {
    const { count, median, worst, within } = errorSummary(leaveOut(study, "nodes", { levels: [3] }));
    const one = networks.flatMap((model) => leaveOut(of(model, "sync"), "nodes", { levels: [1] }));
    const [resnet, efficient] = fits.map(({ parameters }) => parameters.find(({ kind }) => kind === "bytesPerSecond")!);
    const [rate, other] = fits.map(({ bytesPerSecond }) => bytesPerSecond! / 1e6);
    const [a, b] = [resnet, efficient].map(({ standardError }) => (standardError! / 1e6) ** 2);
    const welch = (a + b) ** 2 / (a ** 2 / fits[0].degreesOfFreedom + b ** 2 / fits[1].degreesOfFreedom);
    const { low: least, high: most } = around(rate - other, Math.sqrt(a + b), welch, 0.95);
    const with200 = [rate, other].map(
      (each, at) => (each * parameterCount(networks[at], 200)!) / parameterCount(networks[at], 1000)!,
    );
    return {
      oneNode: { errors: one.map(({ error }) => 100 * error!) },
      threeNodes: { count, median: 100 * median, worst: 100 * worst, within },
      "it has only two parameters": fits[0].parameters.length === 2,
      rates: {
        ...{ resnet: rate, efficientNet: other, share: [rate, other].map((each) => (1e8 * each) / payloadRate(1e9)) },
        ...{ resnetWith200: with200[0], efficientNetWith200: with200[1], least, most },
      },
      "so these fits show no difference": least < 0 && most > 0,
      "and they differ": with200[0] - with200[1] > most - least, // by more than their interval is wide
    };
  }

  function anotherBatch(): LessonNumbers {
    const rivals = leaveOut(sync, "batch").filter(({ levels }) => Number(levels.nodes) > 1);
    const errors = (at100: boolean) =>
      rivals
        .filter(({ levels }) => (levels.batch === 100) === at100)
        .flatMap(({ rivals: others }) => [others.linear!.error, others.quadratic!.error]);
    return {
      anotherBatch: 100 * errorSummary(networks.flatMap((model) => leaveOut(of(model, "sync"), "batch"))).worst,
      "about 30 % at batches of 32 and 64": errors(false).every((error) => isBetween(0.29, Math.abs(error), 0.33)),
      "about 80 % or more at a batch of 100": errors(true).every((error) => isBetween(0.78, Math.abs(error), 1.11)),
      "the line even predicts a negative time": rowAt(rivals, { batch: 100, nodes: 3 }).rivals.linear!.error < -1,
    };
  }

  function accumulated(): LessonNumbers {
    const rows = leaveOut(study, "mode", { levels: ["accumulate"] });
    const resnet = rows.filter(({ levels }) => levels.model === "resnet50" && levels.nodes === 2);
    const times = allReduceTimes(study);
    const row = (model: string, mode: string, batch: number) => rowAt(times, { model, mode, batch, nodes: 2 });
    // EfficientNetB0 ran out of memory when it accumulated batches of 100.
    const [longer, efficient] = networks.map((model, at) =>
      batches.slice(0, 3 - at).map((batch) => {
        const [first, second] = ["sync", "accumulate"].map((mode) => row(model, mode, batch).allReduceSeconds);
        return second - first;
      }),
    );
    const rates = (model: string, mode: string) =>
      batches.slice(0, model === "resnet50" ? 3 : 2).map((batch) => row(model, mode, batch).bytesPerSecond / 1e6);
    const step = (batch: number) => row("resnet50", "accumulate", batch).stepSeconds;
    const faster = (model: string) => {
      const [first, second] = ["sync", "accumulate"].map(
        (mode) => rowAt(of(model, mode), { batch: 32, nodes: 2 }).seconds,
      );
      return first / second;
    };
    const alone = rows.filter(({ levels }) => levels.model === "resnet50" && levels.nodes === 1);
    return {
      tooHigh: alone.map(({ error }) => 100 * error!),
      tooLow: resnet.map(({ error }) => -100 * error!),
      longer: { resnet: longer, efficientNet: efficient },
      accumulateRates: { resnet: rates("resnet50", "accumulate"), efficientNet: rates("efficientnetb0", "accumulate") },
      syncRates: { resnet: rates("resnet50", "sync"), efficientNet: rates("efficientnetb0", "sync") },
      "lies above the 95 % interval, but inside the 99 % interval": isBetween(2.35, faster("resnet50"), 3.03),
      "lies inside both": isBetween(1.61, faster("efficientnetb0"), 2.35),
      faster: { resnet: faster("resnet50"), efficientNet: faster("efficientnetb0") },
      "takes three times as long to compute as a step with 32": isBetween(3, step(100) / step(32), 3.2),
      // The same at every batch size, and more than a step could hide.
      "All of this fits the second explanation":
        Math.max(...longer) - Math.min(...longer) < 0.03 && longer[0] > 3 * step(32),
    };
  }

  function plans(): LessonNumbers {
    const plan = (batch: number, nodes: number) => fits[1].predict({ batch, nodes });
    const [one, two, three] = [1, 2, 3].map((nodes) => plan(100, nodes).seconds);
    const fewest = [1, 2, 3, 4, 5, 6].find((nodes) => plan(100, nodes).high! <= 900)!;
    return {
      plan: {
        seconds: three,
        most: plan(100, 3).high!,
        measured: rowAt(of("efficientnetb0", "sync"), { batch: 100, nodes: 3 }).seconds,
        nodeHours: (3 * three) / 3600,
        nodes: fewest,
        minutes: one / 60,
        dearer: (3 * three) / one,
      },
      "On one node, the model gives the same time for every batch": batches.every(
        (batch) => Math.abs(plan(batch, 1).seconds / one - 1) < 1e-9,
      ),
      "If the run must end within 20 minutes, the cheapest plan is a batch of 100 on three nodes":
        two > 1200 && three < 1200,
      "With one node less, the predicted time is below 15 minutes, but the upper end of its interval is slightly above":
        plan(100, fewest - 1).seconds < 900 && isBetween(900, plan(100, fewest - 1).high!, 910),
    };
  }
}
