import { describe, expect, it } from "vitest";
import { checkOwnMean, checkOwnNetworks, checkOwnNodes, checkOwnScaling, type Check } from "../../../lib/checks";
import { meanAnswer, networksAnswer, nodesAnswer, scalingAnswer } from "../exercises/own-results";
import {
  experimentRuns,
  handedIn,
  mirroredRuns,
  networksRuns,
  nodesRuns,
  steady,
  steadyWithWait,
  type Handed,
} from "./lessons";
import { madeRun } from "./records";

const failures = ({ lines }: Check) => lines.filter((line) => !line.startsWith("✓"));
const all = (runs: Handed) =>
  handedIn(runs)("results/*.json", "results/experiments/*/runs/*.json").filter(({ run }) => run);
const without = (runs: Handed, part: string) => new Map([...runs].filter(([file]) => !file.includes(part)));
const slow = { perImage: 900, seed: 5 };

describe("on several devices", () => {
  it("is right on a slow machine", () => {
    expect(failures(checkOwnScaling(() => scalingAnswer(mirroredRuns(slow)), all(mirroredRuns(slow))))).toEqual([]);
    expect(failures(checkOwnNetworks(() => networksAnswer(networksRuns(slow)), all(networksRuns(slow))))).toEqual([]);
  });

  it.each([2, 4])("takes the newest runs: on %i GPUs, where there were older ones on the CPU", (most) => {
    const counts = [1, 2, 4].filter((count) => count <= most);
    const sizes = [...counts.map((count) => [count, 256 * count]), ...counts.map((count) => [count, 256 * most])];
    const gpus: Handed = new Map(
      sizes.map(([replicas, batch], minute) => [
        `results/${replicas}-devices-batch-${batch}.json`,
        madeRun({
          ...{
            program: "02-mirrored/train",
            strategy: "mirrored",
            device: "gpu",
            replicas,
            batch,
            minute: 10 + minute,
          },
          ...{ images: 5120, imageSize: 128, perImage: 0.4 / replicas },
        }),
      ]),
    );
    const records = [...all(mirroredRuns()), ...all(gpus)];
    expect(failures(checkOwnScaling(() => scalingAnswer(gpus, steady, most, 256), records))).toEqual([]);
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

describe("on several nodes", () => {
  it("is right on a slow machine, and on three nodes where there were two before", () => {
    expect(failures(checkOwnNodes(() => nodesAnswer(nodesRuns(slow)), all(nodesRuns(slow))))).toEqual([]);
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
  it("is right on a slow machine, and in any of several experiments", () => {
    expect(failures(checkOwnMean(() => meanAnswer(experimentRuns(slow)), all(experimentRuns(slow))))).toEqual([]);
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
    const records = all(experimentRuns());
    const at = records.findIndex(({ file }) => file.includes("-sync-8-2-r2"));
    const broken = [...records.slice(0, at), { file: records[at].file, wrong: "no record" }, ...records.slice(at + 1)];
    const found = checkOwnMean(() => meanAnswer(), broken);
    expect(found.share).toBe(0);
    expect(failures(found)[0]).toBe(`✗ ${records[at].file}: no record`);
    expect(failures(checkOwnMean(() => meanAnswer(), []))[0]).toMatch(/lesson\/runs\/\*.json: not there/);
    const single = all(without(without(experimentRuns(), "r2"), "r3"));
    expect(failures(checkOwnMean(() => meanAnswer(), single)).join()).toMatch(/needs at least 2 values/);
  });
});
