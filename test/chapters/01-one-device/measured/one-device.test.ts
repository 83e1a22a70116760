import { describe, expect, it } from "vitest";
import { type Check, type OwnRecord } from "../../../../lib/checks";
import { checkOwnOneDevice } from "../../../../chapters/01-one-device/measured/one-device";
import type { RunRecord } from "../../../../lib/runs";
import { oneDeviceAnswer } from "../exercises/own-results";
import { handedIn, oneDeviceRuns, rate, type Handed } from "../../../checks/measured/lessons";
import { madeRun } from "../../../checks/measured/records";

function check(answer: () => object, runs: Handed = oneDeviceRuns()): Check {
  return checkOwnOneDevice(answer as () => ReturnType<typeof oneDeviceAnswer>, handedIn(runs)("results/*.json"));
}
const failures = ({ lines }: Check) => lines.filter((line) => !line.startsWith("✓"));
const full = { imageSize: 128, batch: 16, images: 160, epochs: 2, perImage: 40, minute: 5 };

describe("what was measured on one device", () => {
  it.each([0.5, 5, 5000])("is right on a machine that takes %s ms an image", (perImage) => {
    const runs = oneDeviceRuns({ perImage, seed: 3 });
    expect(failures(check(() => oneDeviceAnswer(runs), runs))).toEqual([]);
  });

  it.each([
    ["of the book's size", { batch: 256, images: 50_000, epochs: 2 }, { batch: 256, images: 50_000 }],
    ["of a quick size", { epochs: 2 }, {}],
  ])("takes jobs %s in the place of runs here, and either where there are both", (_, small, large) => {
    const onCluster: Handed = new Map([
      ["results/cluster-baseline.json", madeRun({ ...small, perImage: 1, minute: 20 })],
      ["results/cluster-full-size.json", madeRun({ ...full, ...large, perImage: 10, minute: 25 })],
    ]);
    const both: Handed = new Map([...oneDeviceRuns(), ...onCluster]);
    expect(failures(check(() => oneDeviceAnswer(onCluster), onCluster))).toEqual([]);
    expect(failures(check(() => oneDeviceAnswer(onCluster), both))).toEqual([]);
    expect(failures(check(() => oneDeviceAnswer(), both))).toEqual([]);
    const mixed = { ...oneDeviceAnswer(), timesAsLong: oneDeviceAnswer(onCluster).timesAsLong };
    expect(check(() => mixed, both).share).toBeLessThan(1);
  });

  it("refuses a job of another size than the lesson's", () => {
    const jobs: Handed = new Map([
      ["results/cluster-baseline.json", madeRun({ batch: 256, images: 50_000, epochs: 2, minute: 20 })],
      ["results/cluster-full-size.json", madeRun({ batch: 256, images: 50_000, epochs: 2, minute: 25 })],
    ]);
    expect(failures(check(() => oneDeviceAnswer(jobs), jobs))[0]).toMatch(/its image size is 32, and .* asks for 128/);
  });

  it("has a GPU's acceleration where there is a record of one", () => {
    const gpu = madeRun({ ...full, device: "gpu", batch: 256, images: 10_240, perImage: 0.4, minute: 10 });
    const runs: Handed = new Map([...oneDeviceRuns(), ["results/gpu.json", gpu]]);
    const gpuTimesAsFast = rate(gpu) / rate(runs.get("results/full-size.json")!);
    expect(check(() => ({ ...oneDeviceAnswer(), gpuTimesAsFast }), runs).share).toBe(1);
    expect(check(() => oneDeviceAnswer(), runs).share).toBe(4 / 5);
    const upsideDown = check(() => ({ ...oneDeviceAnswer(), gpuTimesAsFast: 1 / gpuTimesAsFast }), runs);
    expect(failures(upsideDown).join()).toMatch(/Upside down/);
  });

  it("gives nothing for what follows from a record that does not hold", () => {
    const runs = oneDeviceRuns();
    runs.get("results/full-size.json")!.epochs[1].steps.end[9] /= 2;
    const found = check(() => oneDeviceAnswer(runs), runs);
    expect(found.earned(3)).toBe(2.25);
    expect(failures(found)).toEqual([
      expect.stringMatching(/^✗ results\/full-size.json: step 10 of epoch 2 ends at/),
      expect.stringMatching(/it follows from results\/full-size.json, see above$/),
    ]);
  });

  it.each<[what: string, baseline: RunRecord, says: RegExp]>([
    ["with other arguments", madeRun({ batch: 16 }), /its batch size is 16, and the lesson's cell asks for 32/],
    ["with fewer epochs", madeRun({ epochs: 1 }), /epochs is 1, and the lesson's cell asks for at least 2/],
    ["by another program", madeRun({ program: "train" }), /its program is train, and/],
    ["of the other run", oneDeviceRuns().get("results/full-size.json")!, /its image size is 128/],
  ])("names a record %s", (_, baseline, says) => {
    const runs = new Map([...oneDeviceRuns(), ["results/baseline.json", baseline]] as const);
    expect(failures(check(() => oneDeviceAnswer(), runs)).join("\n")).toMatch(says);
  });

  it("names a record that is missing, a copy, or of a job that was not there", () => {
    const baseline = oneDeviceRuns().get("results/baseline.json")!;
    const onlyOne = new Map([["results/baseline.json", baseline]]);
    const missing = check(() => oneDeviceAnswer(), onlyOne);
    expect(missing.earned(3)).toBe(2.25);
    expect(failures(missing)[0]).toMatch(/^✗ results\/full-size.json: not there: run the cell that measures it/);
    const twice = check(() => oneDeviceAnswer(), onlyOne.set("results/full-size.json", baseline));
    expect(failures(twice)[0]).toMatch(/copy of results\/baseline.json/);
    const run = madeRun({ job: "12", hosts: ["node1"] });
    const began = Date.parse(run.startedAt) / 1000;
    const jobs: OwnRecord["job"][] = [
      "unknown",
      { state: "COMPLETED", startedAt: began, endedAt: began + 99, nodes: ["node1"] },
    ];
    const [unknown, found] = jobs.map((job) => {
      const [, fullSize] = handedIn(oneDeviceRuns())("results/*.json");
      return checkOwnOneDevice(() => oneDeviceAnswer(), [{ file: "results/baseline.json", run, job }, fullSize]);
    });
    expect(failures(unknown)[0]).toBe("✗ results/baseline.json: Slurm's accounting has no job 12");
    expect(unknown.earned(3)).toBe(0);
    expect(found.earned(3)).toBe(3);
    expect(found.lines[1]).toBe("✓ results/baseline.json: Slurm's accounting has its job 12, at that time");
  });

  it("asks the student's function once, and knows an exercise that nobody has begun", () => {
    let calls = 0;
    check(() => {
      calls++;
      return oneDeviceAnswer();
    });
    expect(calls).toBe(1);
    const unwritten = check(() => {
      throw new Error("not implemented");
    });
    expect([unwritten.share, unwritten.lines.length]).toEqual([0, 1]);
    const broken = check(() => {
      throw new Error("baseline is not defined");
    });
    expect(broken.share).toBe(0);
    expect(broken.lines[2]).toMatch(/it stopped with an error: baseline is not defined/);
    expect(check(() => undefined as unknown as object).lines[2]).toMatch(/is there a return/);
  });

  it("says something of any record, and never stops with an error", () => {
    const strange = madeRun();
    Object.assign(strange.configuration, { model: "x\n".repeat(1e4), strategy: "?".repeat(1e4), replicas: 1e15 });
    Object.assign(strange, { epochs: [] });
    const lines = failures(check(() => oneDeviceAnswer(), new Map([["results/baseline.json", strange]])));
    expect(lines.every((line) => line.length < 400 && !line.includes("\n"))).toBe(true);
  });
});
