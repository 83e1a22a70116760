import { mean, sum, sumNthPowerDeviations } from "simple-statistics";
import {
  errorSummary,
  fitCost,
  leaveOut,
  observations,
  plannedRuns,
  readDesign,
  timeModels,
} from "../../../lib/experiment";
import { allReduceTimes } from "../../../chapters/06-prediction/all-reduces";
import { withIntercept } from "../../../lib/experiment/statistics/least-squares";
import { cells } from "../../../lib/experiment/observations";
import { gradientBytes, payloadRate } from "../../../lib/measure";
import { parameterCount } from "../../../lib/models/known";
import { isBetween, rowAt, type LessonNumbers } from "../../../lib/notebooks/numbers";
import { slowNetworkRuns } from "../../../lib/runs";
import { localClusterRuns } from "../../../lib/runs/published/local-cluster";
import { fittedTo, workOf } from "./experiments-prediction";

const trials = "three trials on 2 cores, as the text says";
const inRepository = "the runs in the study's repository, last campaign";
export const given = {
  ...{ "2.11": trials, "1.81": trials, "1.92": trials, "1.65": trials, "1.46": trials },
  ...Object.fromEntries(
    ["1,645", "1,703", "1,740", "3,133", "1,843", "1,394", "1,059", "832"].map((number) => [number, inRepository]),
  ),
  "224": "the pixels of an image in the study's program for sync",
};
/** Mean seconds of five epochs of accumulate on three nodes, in the study's repository. */
const onThree: Record<string, Record<number, number>> = {
  resnet50: { 32: 3133.0, 64: 1842.5, 100: 1393.8 },
  efficientnetb0: { 32: 1059.1, 64: 832.0 },
};

const networks = ["resnet50", "efficientnetb0"];
const batches = [32, 64, 100];

export async function numbers(): Promise<LessonNumbers> {
  const study = observations(await slowNetworkRuns(), { response: "training" });
  const of = (model: string, mode: string) =>
    study.filter(({ levels }) => levels.model === model && levels.mode === mode);
  const sync = of("resnet50", "sync");
  const fits = networks.map((model) => fitCost(of(model, "sync")));

  const ofStudy = [byHand(), models(), costModel(), anotherBatch(), accumulated(), plans()];
  return Object.assign(await ownRuns(), ...ofStudy) as LessonNumbers;

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
      "All nine hidden runs are predicted to within 1.2 %": hidden.length === 9 && Math.max(...hidden) < 0.012,
    };
  }

  function models(): LessonNumbers {
    const [{ linear, quadratic }] = timeModels(sync);
    const at = { batch: 150, nodes: 2 };
    const parabola = quadratic!.predict(at).seconds;
    const signs = cells(linear!.observations, ["batch"]).map(({ observations: runs }) =>
      Math.sign(mean(runs.map((run) => linear!.residuals[linear!.observations.indexOf(run)]))),
    );
    const several = sync.filter(({ levels }) => levels.nodes !== 1);
    const measured = several.map(({ seconds }) => seconds);
    const missed = several.map(({ levels: { batch, nodes }, seconds }) => {
      return seconds - fits[0].predict({ batch: Number(batch), nodes: Number(nodes) }).seconds;
    });
    // The study's own form: batch, batch² and the nodes.
    const [batch, nodes] = ["batch", "nodes"].map((name) => several.map(({ levels }) => Number(levels[name])));
    const ofStudy = withIntercept([batch, batch.map((each) => each ** 2), nodes], measured);
    return {
      ofStudy: {
        rSquared: 1 - ofStudy.residualSumOfSquares / ofStudy.totalSumOfSquares,
        seconds: ofStudy.fittedAt([150, 150 ** 2, 2]).value,
      },
      line: { percent: 100 * linear!.rSquared, rSquared: linear!.rSquared },
      parabola: {
        rSquared: quadratic!.rSquared,
        parameters: quadratic!.terms.length,
        runs: quadratic!.observations.length,
        seconds: parabola,
      },
      hyperbola: 1 - sum(missed.map((seconds) => seconds ** 2)) / sumNthPowerDeviations(measured, 2),
      "the points lie above the line, then below it, then above it again": signs.join() === "1,-1,1",
      "predicts a negative time for a batch of 150": linear!.predict(at).seconds < 0,
      "nearly twice as long as with a batch of 100": isBetween(
        1.85,
        parabola / rowAt(sync, { batch: 100, nodes: 2 }).seconds,
        2,
      ),
    };
  }

  function costModel(): LessonNumbers {
    const rows = networks.flatMap((model) => leaveOut(of(model, "sync"), "nodes", { levels: [3] }));
    const { count, median, worst, within } = errorSummary(rows);
    const [resnet, efficient] = fits.map(({ parameters }) => parameters.find(({ kind }) => kind === "bytesPerSecond")!);
    const [rate, other] = fits.map(({ bytesPerSecond }) => bytesPerSecond! / 1e6);
    const with200 = [rate, other].map(
      (each, at) => (each * parameterCount(networks[at], 200)!) / parameterCount(networks[at], 1000)!,
    );
    return {
      oneNode: { seconds: fits[1].predict({ batch: 32, nodes: 1 }).seconds },
      threeNodes: { median: 100 * median, worst: 100 * worst },
      "All six measured times lie in the intervals": count === 6 && within === 6,
      "it has only two parameters": fits[0].parameters.length === 2,
      rates: { resnet: rate, efficientNet: other, share: [rate, other].map((each) => (1e8 * each) / payloadRate(1e9)) },
      "about 90 and 80 MB/s": Math.abs(with200[0] - 90) < 1 && Math.abs(with200[1] - 80) < 1,
      "intervals do not quite meet": isBetween(1, efficient.low! / resnet.high!, 1.01),
    };
  }

  function anotherBatch(): LessonNumbers {
    const rivals = leaveOut(sync, "batch").filter(({ levels }) => Number(levels.nodes) > 1);
    const errors = (at100: boolean) =>
      rivals
        .filter(({ levels }) => (levels.batch === 100) === at100)
        .flatMap(({ rivals: others }) => [others.linear!.error, others.quadratic!.error]);
    return {
      "within 1.1 % everywhere":
        errorSummary(networks.flatMap((model) => leaveOut(of(model, "sync"), "batch"))).worst < 0.011,
      "off by about 30 % at batches of 32 and 64": errors(false).every((error) =>
        isBetween(0.29, Math.abs(error), 0.33),
      ),
      "about 80 % or more at a batch of 100": errors(true).every((error) => isBetween(0.78, Math.abs(error), 1.1)),
      "the run ends before it has begun": rowAt(rivals, { batch: 100, nodes: 3 }).rivals.linear!.error < -1,
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
    const accumulating = fitCost(
      study.filter(({ levels }) => levels.mode === "accumulate"),
      { network: ["model"] },
    );
    const foretold = networks.flatMap((model) =>
      Object.entries(onThree[model]).map(([batch, seconds]) => {
        const { seconds: predicted, low, high } = accumulating.predict({ model, batch: Number(batch), nodes: 3 });
        return { percent: 100 * (1 - predicted / seconds), inside: isBetween(low!, seconds, high!) };
      }),
    );
    return {
      foretold: {
        errors: foretold.map(({ percent }) => percent),
        inside: foretold.filter(({ inside }) => inside).length,
      },
      tooLow: resnet.map(({ error }) => -100 * error!),
      lucky: 100 * Math.abs(rowAt(rows, { model: "efficientnetb0", batch: 64 }).error!),
      longer: { resnet: longer, efficientNet: efficient },
      accumulateRates: { resnet: rates("resnet50", "accumulate"), efficientNet: rates("efficientnetb0", "accumulate") },
      syncRates: { resnet: rates("resnet50", "sync"), efficientNet: rates("efficientnetb0", "sync") },
      faster: { resnet: faster("resnet50"), efficientNet: faster("efficientnetb0") },
      "takes three times as long to compute as a step with 32": isBetween(3, step(100) / step(32), 3.2),
      // The same at every batch size, and more than a step could hide.
      "This fits the second explanation": Math.max(...longer) - Math.min(...longer) < 0.02 && longer[0] > 3 * step(32),
    };
  }

  function plans(): LessonNumbers {
    const plan = (batch: number, nodes: number) => fits[1].predict({ batch, nodes });
    const [one, two, three] = [1, 2, 3].map((nodes) => plan(100, nodes).seconds);
    return {
      plan: { seconds: three, most: plan(100, 3).high!, nodeHours: (3 * three) / 3600, dearer: (3 * three) / one },
      "uses one node, and takes half an hour": isBetween(29, one / 60, 32),
      "If the run must end within 20 minutes, the cheapest plan is a batch of 100 on three nodes":
        two > 1200 && three < 1200,
      "To finish within 15 minutes, you need four nodes": plan(100, 3).high! > 900 && plan(100, 4).high! < 900,
    };
  }
}
