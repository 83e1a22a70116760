import { describe, expect, it } from "vitest";
import { type Check, type OwnRecord } from "../../../lib/checks";
import { checkOwnScaling } from "../../../chapters/02-mirrored/measured/mirrored";
import { checkOwnPrediction } from "../../../chapters/06-prediction/measured/predictions";
import { checkOwnNodes } from "../../../chapters/04-many-nodes/measured/many-nodes";
import { checkOwnNetworks } from "../../../chapters/03-deeper-model/measured/deeper-model";
import { checkOwnMean } from "../../../chapters/05-experiments/measured/experiments";
import { checkDeeperProgram } from "../../../chapters/03-deeper-model/measured/deeper-program";
import { scalingAnswer } from "../../chapters/02-mirrored/exercises/own-results";
import { networksAnswer } from "../../chapters/03-deeper-model/exercises/own-results";
import { nodesAnswer } from "../../chapters/04-many-nodes/exercises/own-results";
import { meanAnswer } from "../../chapters/05-experiments/exercises/own-results";
import { predictionAnswer } from "../../chapters/06-prediction/exercises/own-results";
import { experimentRuns, predictionRuns } from "./experiments";
import {
  handedIn,
  mirroredRuns,
  networksRuns,
  nodesRuns,
  ownDeeperRuns,
  steady,
  steadyWithWait,
  type Handed,
} from "./lessons";
import { madeRun, type Made } from "./records";

const failures = ({ lines }: Check) => lines.filter((line) => !line.startsWith("✓"));
const all = (runs: Handed) =>
  handedIn(runs)("results/*.json", "results/experiments/*/runs/*.json").filter(({ run }) => run);
const without = (runs: Handed, part: string) => new Map([...runs].filter(([file]) => !file.includes(part)));
const slow = { perImage: 900, seed: 5 };

/** Runs on GPUs, one after the other: each one's GPUs, and its batch on all of them. */
const gpuRuns = (
  made: Made & { perImage: number; minute: number },
  sizes: number[][],
  name = (gpus: number, batch: number) => `${gpus}-devices-batch-${batch}`,
): Handed =>
  new Map(
    sizes.map(([replicas, batch], at) => [
      `results/${name(replicas, batch)}.json`,
      madeRun({
        ...{ program: "02-mirrored/train", strategy: "mirrored", device: "gpu", imageSize: 128 },
        ...{ ...made, replicas, batch, minute: made.minute + at, perImage: made.perImage / replicas },
      }),
    ]),
  );

it.each<[what: string, check: () => Check]>([
  ["on devices", () => checkOwnScaling(() => scalingAnswer(mirroredRuns(slow)), all(mirroredRuns(slow)))],
  ["of two networks", () => checkOwnNetworks(() => networksAnswer(networksRuns(slow)), all(networksRuns(slow)))],
  ["on nodes", () => checkOwnNodes(() => nodesAnswer(nodesRuns(slow)), all(nodesRuns(slow)))],
  ["of an experiment", () => checkOwnMean(() => meanAnswer(experimentRuns(slow)), all(experimentRuns(slow)))],
  ["predicted", () => checkOwnPrediction(() => predictionAnswer(predictionRuns(slow)), all(predictionRuns(slow)))],
])("is right on a slow machine: %s", (_, check) => {
  expect(failures(check())).toEqual([]);
});

/** Records of which one is broken, and the line that says so. */
function withBroken(runs: Handed, part: RegExp): { records: OwnRecord[]; says: string } {
  const wrong = "no record";
  const broken = [...runs.keys()].find((file) => part.test(file))!;
  const records = all(runs).map((own) => (own.file === broken ? { file: broken, wrong } : own));
  return { records, says: `✗ ${broken}: ${wrong}` };
}

describe("on several devices", () => {
  it.each([2, 4])("takes the newest runs: on %i GPUs, where there were older ones on the CPU", (most) => {
    const counts = [1, 2, 4].filter((count) => count <= most);
    const sizes = [...counts.map((count) => [count, 256 * count]), ...counts.map((count) => [count, 256 * most])];
    const gpus = gpuRuns({ images: 5120, minute: 10, perImage: 0.4 }, sizes);
    const records = [...all(mirroredRuns()), ...all(gpus)];
    expect(failures(checkOwnScaling(() => scalingAnswer(gpus, steady, most, 256), records))).toEqual([]);
  });

  it("takes a cluster's jobs, where they are the newest: a step has what one GPU holds", () => {
    const sizes = [1, 2, 4].flatMap((count) => [[count, 2048 * count], [count, 2048]]); // prettier-ignore
    const name = (gpus: number, batch: number) => `cluster-${gpus}-devices-batch-${batch}`;
    const jobs = gpuRuns({ images: 50_000, epochs: 2, minute: 30, perImage: 0.3 }, sizes, name);
    const epochOf = (devices: number, batch: number) => steady(jobs.get(`results/${name(devices, batch)}.json`)!);
    const weakSpeedup = epochOf(1, 2048) / epochOf(4, 8192);
    const answer = () => ({
      weakSpeedup,
      weakEfficiency: weakSpeedup / 4,
      strongSpeedup: epochOf(1, 2048) / epochOf(4, 2048),
    });
    expect(failures(checkOwnScaling(answer, [...all(mirroredRuns()), ...all(jobs)]))).toEqual([]);
    expect(checkOwnScaling(answer, all(mirroredRuns())).share).toBeLessThan(1);
  });

  it("names each record that is missing; what follows from the others counts", () => {
    const runs = without(mirroredRuns(), "1-devices-batch-64");
    const found = checkOwnScaling(() => scalingAnswer(), all(runs));
    expect(found.earned(3)).toBe(2);
    expect(failures(found)[0]).toMatch(/✗ results\/1-devices-batch-64.json: not there: run the cell/);
    const networks = checkOwnNetworks(() => networksAnswer(), all(without(networksRuns(), "152v2-4")));
    expect(networks.earned(3)).toBe(2);
    expect(failures(networks)[0]).toMatch(/resnet152v2-4.json: not there/);
    expect([
      checkOwnScaling(() => scalingAnswer(), []).share,
      checkOwnNetworks(() => networksAnswer(), []).share,
    ]).toEqual([0, 0]);
  });

  it("asks nobody without a cluster for its jobs, also where records are broken", () => {
    const noRun = { wrong: "no record, since it is not JSON (1 characters)" };
    const jobs = { file: "results/cluster-4-devices-batch-64.json", ...noRun };
    const broken = [{ file: "results/4-devices-batch-64.json", ...noRun }, jobs];
    expect(failures(checkOwnScaling(() => scalingAnswer(), broken))[0]).toMatch(/✗ results\/1-devices-batch-16.json/);
  });

  it("finds a run that was made faster by hand, or renamed", () => {
    const faked = mirroredRuns();
    const { steps } = faked.get("results/4-devices-batch-64.json")!.epochs[2];
    for (const list of [steps.start, steps.end]) list.forEach((time, at) => (list[at] = time / 2));
    expect(checkOwnScaling(() => scalingAnswer(faked), all(faked)).share).toBe(0);
    const renamed = mirroredRuns();
    renamed.set("results/4-devices-batch-64.json", renamed.get("results/2-devices-batch-64.json")!);
    expect(failures(checkOwnScaling(() => scalingAnswer(renamed), all(renamed))).join()).toMatch(/devices is 2, and/);
  });
});

describe("of two networks, by jobs on a cluster", () => {
  const jobs = (preset: "full" | "quick"): Handed => {
    const sizes = preset === "full" ? { imageSize: 128, images: 50_000 } : { imageSize: 32, images: 656 };
    const perDevice = { resnet50v2: preset === "full" ? 2048 : 32, resnet152v2: preset === "full" ? 1024 : 32 };
    const networks = [
      ["resnet50v2", "02-mirrored/train", 0.3],
      ["resnet152v2", "03-deeper-model/train", 0.7],
    ] as const;
    return new Map(
      networks.flatMap(([model, program, perImage], network) => [
        ...gpuRuns(
          { ...sizes, program, model, perImage, epochs: 2, minute: 20 + 3 * network },
          [1, 2, 4].map((count) => [count, perDevice[model] * count]),
          (count) => `cluster-${model}-${count}`,
        ),
      ]),
    );
  };
  const answer = (runs: Handed) =>
    networksAnswer(new Map([...runs].map(([file, run]) => [file.replace("cluster-", ""), run])));

  it.each(["full", "quick"] as const)(
    "is right with the sizes of %s, also beside older runs on this machine",
    (preset) => {
      const runs = jobs(preset);
      const found = checkOwnNetworks(() => answer(runs), [...all(networksRuns()), ...all(runs)]);
      expect(failures(found)).toEqual([]);
    },
  );

  it("is right with two devices, where there are no more", () => {
    const runs = without(jobs("full"), "-4.json");
    const two = () => {
      const epoch = (model: string, count: number) => steady(runs.get(`results/cluster-${model}-${count}.json`)!);
      return {
        timesAsLong: epoch("resnet152v2", 1) / epoch("resnet50v2", 1),
        shallowSpeedup: epoch("resnet50v2", 1) / epoch("resnet50v2", 2),
        deepSpeedup: epoch("resnet152v2", 1) / epoch("resnet152v2", 2),
      };
    };
    expect(failures(checkOwnNetworks(two, all(runs)))).toEqual([]);
  });

  it("names a run of another size", () => {
    const runs = new Map([...jobs("full"), ...[...jobs("quick")].filter(([file]) => file.includes("152v2-2"))]);
    const found = checkOwnNetworks(() => answer(runs), all(runs));
    expect(failures(found).join()).toMatch(/these have 2 image sizes, 128 and 32/);
  });
});

describe("of a student's own program for the deeper network", () => {
  const program = () => 'modelNamed("resnet152v2", options)';
  const check = (own: Handed) => checkDeeperProgram(program, all(own));

  it("is right if it learned what the lesson's learned", () => {
    expect(failures(check(ownDeeperRuns()))).toEqual([]);
  });

  it("is compared with the lesson's run of its own size, here or by a job", () => {
    const runs = ownDeeperRuns({ devices: 4 });
    const job = structuredClone(runs.get("results/resnet152v2-4.json")!);
    job.epochs[0].steps.loss = [...runs.get("results/own-deeper.json")!.epochs[0].steps.loss];
    const { steps } = job.epochs[0];
    job.epochs[0].loss = steps.loss.reduce((total, loss, step) => total + (loss * steps.images[step]) / 64, 0);
    runs.delete("results/resnet152v2-4.json");
    runs.set("results/cluster-resnet152v2-4.json", job);
    expect(failures(check(runs))).toEqual([]);
  });

  it("names another network, other devices, other losses, a copy, and a missing run", () => {
    expect(failures(check(ownDeeperRuns({ model: "resnet50v2" }))).join()).toMatch(/its model is resnet50v2/);
    expect(failures(check(without(ownDeeperRuns({ devices: 4 }), "152v2-4"))).join()).toMatch(
      /its number of devices is 4/,
    );
    expect(failures(check(ownDeeperRuns({ otherLosses: true }))).join()).toMatch(/gave "off by/);
    const copied = networksRuns();
    copied.set("results/own-deeper.json", copied.get("results/resnet152v2-2.json")!);
    expect(failures(check(copied)).join()).toMatch(/it is a copy of/);
    const found = check(networksRuns());
    expect(failures(found).join()).toMatch(/own-deeper.json: not there/);
    expect(found.share).toBe(0.5);
  });
});

describe("on several nodes", () => {
  it("is right on three nodes where there were two before", () => {
    const three = nodesRuns({ nodes: 3, minute: 20 });
    expect(failures(checkOwnNodes(() => nodesAnswer(three, 3), [...all(nodesRuns()), ...all(three)]))).toEqual([]);
  });

  it("names what is missing or was accumulated otherwise", () => {
    const found = checkOwnNodes(() => nodesAnswer(), all(without(nodesRuns(), "every-1")));
    expect(found.earned(3)).toBe(1);
    expect(failures(found)[0]).toMatch(/resnet50-2x4-every-1.json: not there/);
    expect(checkOwnNodes(() => nodesAnswer(), []).share).toBe(0);
    const runs = nodesRuns();
    runs.get("results/resnet50-2x4-every-4.json")!.configuration.syncEvery = 2;
    expect(failures(checkOwnNodes(() => nodesAnswer(), all(runs))).join()).toMatch(/to an all-reduce is 2, and/);
  });
});

describe("over one's own runs", () => {
  it("is right in any of several experiments", () => {
    const [first, second] = [experimentRuns(), experimentRuns({ seed: 2, design: "quick" })];
    for (const runs of [first, second]) {
      const found = checkOwnMean(() => meanAnswer(runs), [...all(first), ...all(second)]);
      expect(failures(found)).toEqual([]);
    }
  });

  it("takes a design's own response, and leaves predicted runs out", () => {
    const full = experimentRuns({ design: "full" });
    const epoch = checkOwnMean(() => meanAnswer(full, steadyWithWait), all(full));
    expect(epoch.earned(3)).toBe(1); // the number of runs; the study compares whole trainings
    const training = checkOwnMean(
      () => meanAnswer(full, ({ epochs }) => epochs[3].steps.end.at(-1)! - epochs[0].steps.start[0]),
      all(full),
    );
    expect(failures(training)).toEqual([]);
    const unseen = checkOwnMean(() => meanAnswer(), all(experimentRuns({ design: "lesson-unseen" })));
    expect(unseen.share).toBe(0);
  });

  it("names a run that is wrong, and that there is none", () => {
    const { records, says } = withBroken(experimentRuns(), /-sync-8-2-r2/);
    const found = checkOwnMean(() => meanAnswer(), records);
    expect(found.share).toBe(0);
    expect(failures(found)[0]).toBe(says);
    expect(failures(checkOwnMean(() => meanAnswer(), []))[0]).toMatch(/lesson\/runs\/\*.json: not there/);
    const single = all(without(without(experimentRuns(), "r2"), "r3"));
    expect(failures(checkOwnMean(() => meanAnswer(), single)).join()).toMatch(/needs at least 2 values/);
  });
});

describe("of runs that were made after their prediction", () => {
  it("does not take the runs of another experiment", () => {
    const other = predictionRuns({ seed: 2, design: "quick" });
    const found = checkOwnPrediction(() => predictionAnswer(), [...all(other), ...all(predictionRuns())]);
    expect(failures(found)).toEqual([]);
    expect(checkOwnPrediction(() => predictionAnswer(), all(other)).share).toBeLessThan(1);
  });

  it("is refused for runs that were made before it", () => {
    const runs = predictionRuns();
    const late = new Map(
      [...runs].map(([file, run], at) => [file, at === 0 ? { ...run, endedAt: "2026-02-28T10:00:00.000Z" } : run]),
    );
    expect(failures(checkOwnPrediction(() => predictionAnswer(), all(late))).join("\n")).toMatch(
      /began before the model had its runs|and does not tell what it did/,
    );
  });

  it("names a run that is wrong, and that there is none", () => {
    const { records, says } = withBroken(predictionRuns(), /fit\/runs.*-8-2-r2/);
    const found = checkOwnPrediction(() => predictionAnswer(), records);
    expect(found.earned(3)).toBe(1); // what was measured does not follow from it
    expect(failures(found)[0]).toBe(says);
    expect(failures(checkOwnPrediction(() => predictionAnswer(), []))[0]).toMatch(
      /fit-unseen\/runs\/\*.json: not there/,
    );
    const alone = all(without(predictionRuns(), "fit/runs"));
    expect(failures(checkOwnPrediction(() => predictionAnswer(), alone)).join()).toMatch(/no run to fit/);
  });
});
