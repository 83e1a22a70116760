import { describe, expect, it } from "vitest";
import { contradiction } from "../../../lib/checks/measured";
import { jobContradiction, sameMeasurement } from "../../../lib/checks/measured/consistency";
import { exampleNodesRun, exampleRun } from "../../../lib/runs";
import type { RunRecord } from "../../../lib/runs";
import { memoryRuns } from "./lessons";
import { meshRun } from "./mesh-runs";
import { madeRun, type Made } from "./records";

const now = Date.UTC(2026, 5, 1);
const onNodes: Made = { strategy: "multi-worker", program: "04-many-nodes/train", model: "resnet50", replicas: 2 };

/** A sound record, changed. */
function changed(change: (run: RunRecord) => void, made?: Made): string | undefined {
  const run = madeRun(made);
  change(run);
  return contradiction(run, now);
}

describe("a record that a run wrote does not contradict itself", () => {
  it.each<[what: string, made: Made]>([
    ["on one device", {}],
    ["on a device a thousand times slower", { perImage: 5000 }],
    ["on a GPU", { device: "gpu", perImage: 0.3, batch: 256, images: 5120, imageSize: 128 }],
    ["on several devices", { strategy: "mirrored", program: "02-mirrored/train", replicas: 4, batch: 64, images: 320 }],
    ["on several nodes", { ...onNodes, batch: 8, images: 64, allReduce: 0.2 }],
    ["accumulating", { ...onNodes, batch: 8, images: 64, syncEvery: 4, allReduce: 0.2 }],
    ["with a single step", { batch: 64, images: 64, epochs: 1 }],
  ])("%s", (_, made) => {
    expect(contradiction(madeRun(made), now)).toBeUndefined();
  });

  it.each([...memoryRuns()])("of a language model, %s", (_, run) => {
    expect(contradiction(run, now)).toBeUndefined();
  });

  it.each([
    { data: 1, stage: 1, tensor: 1 },
    { data: 1, stage: 1, tensor: 4 },
    { data: 2, stage: 2, tensor: 2 },
  ])("on a mesh of %j", (mesh) => {
    expect(contradiction(meshRun(mesh), now)).toBeUndefined();
  });

  it("where its loss diverged, and where it was resumed", () => {
    const diverged = madeRun();
    diverged.epochs[2].steps.loss[3] = NaN;
    diverged.epochs[2].loss = NaN;
    expect(contradiction(diverged, now)).toBeUndefined();
    const resumed = changed((run) => {
      run.resumedFrom = [{ epoch: 3, step: 0 }];
      const { start, end } = run.epochs[2].steps;
      run.epochs[2].steps.start = start.map((time) => time + 1000);
      run.epochs[2].steps.end = end.map((time) => time + 1000);
      run.endedAt = new Date(Date.parse(run.endedAt!) + 1e6).toISOString();
      run.timeToFirstStepSeconds += 5000;
    });
    expect(resumed).toBeUndefined();
  });
});

describe("a record that was changed by hand contradicts itself", () => {
  it("a mesh of other devices than it names", () => {
    const run = memoryRuns().get("results/zero-3.json")!;
    run.configuration.sharding = { mesh: { data: 8 }, zero: 3 };
    expect(contradiction(run, now)).toMatch(/on a mesh of 8 devices, but 4 devices in each/);
  });

  it("a divided model without its mesh", () => {
    const run = memoryRuns().get("results/zero-3.json")!;
    delete run.configuration.sharding;
    expect(contradiction(run, now)).toBe('there is no strategy "zero-3"');
  });

  it.each<[what: string, change: (run: RunRecord) => void, says: RegExp, made?: Made]>([
    [
      "loaders that bring images faster than they wait for them",
      (run) => {
        Object.assign(run.configuration, { data: "host", secondsPerImage: 0.05, prefetch: 2, loaders: 1 });
      },
      /waits 0\.05 s for each image, which takes 1 loader at least/,
    ],
    [
      "resumed from nowhere, after a first step of a million seconds",
      (run) => {
        Object.assign(run, { resumedFrom: [], timeToFirstStepSeconds: 1e6 });
      },
      /both cannot be/,
    ],
    [
      "resumed from a step that it does not have",
      (run) => {
        Object.assign(run, { resumedFrom: [{ epoch: 99, step: 5000 }], timeToFirstStepSeconds: 1e6 });
      },
      /both cannot be/,
    ],
    [
      "two hundred thousand devices",
      (run) => {
        run.devicePeakBytes = Array.from({ length: 200_000 }, () => 1);
      },
      /one of its devices never held more than 1 bytes/,
    ],
    ["an epoch made faster", faster(1, 0.5), /its last|step 1 of epoch 2 .* but|ends at/],
    ["the last epoch made slower", slower, /had ended before that|nothing is told/],
    ["the first epoch made faster", faster(0, 0.1), /first step took until|both cannot be/],
    ["a step that ends before it starts", ({ epochs }) => void (epochs[1].steps.end[3] -= 5), /step 4 of epoch 2 ends/],
    ["a step inside the one before", ({ epochs }) => void (epochs[1].steps.start[3] -= 0.1), /but step 3 .* ended at/],
    ["an evaluation before the epoch", ({ epochs }) => void (epochs[0].validation!.seconds = 60), /evaluation after/],
    ["another start", (run) => void (run.startedAt = "2026-02-01T10:00:00.000Z"), /its id is 20260131T100000-/],
    ["a start to come", (run) => Object.assign(run, later), /yet to come/],
    ["an end before its last step", (run) => void (run.endedAt = run.startedAt), /the run had ended before that/],
    ["no end", (run) => void delete run.endedAt, /no time at which it ended/],
    ["the last epoch squeezed together", squeezed(2), /went on for .* after its last step/, { perImage: 30 }],
    ["another epoch squeezed together", squeezed(1), /nothing is told of the time between/, { perImage: 30 }],
    ["times by hand", whole, /whole milliseconds/],
    ["steps that all take as long", evenly, /exactly as long/],
    ["no capture", (run) => void (run.captureSeconds = 0), /building its graphs took 0 s/],
    ["an epoch taken out", ({ epochs }) => void epochs.splice(1, 1), /holds the epochs 1, 3/],
    ["an epoch twice", ({ epochs }) => void epochs.splice(1, 1, epochs[0]), /holds the epochs 1, 1, 3|but/],
    ["all epochs taken out", (run) => void (run.epochs = []), /holds none|no steps/],
    [
      "more images in a step",
      ({ epochs }) => void (epochs[1].steps.images[2] = 64),
      /64 images, but 656 .* give it 32/,
    ],
    ["more right than shown", ({ epochs }) => void (epochs[1].steps.correct[2] = 33), /33 of 32 images are right/],
    ["another batch size", (run) => void (run.configuration.globalBatchSize = 64), /give it 64/],
    ["another local batch", (run) => void (run.configuration.localBatchSize = 8), /is 32 each, and it says 8/],
    ["more replicas", (run) => void (run.configuration.replicas = 4), /one device, but with 4 replicas/],
    ["two devices of which one is none", twoDevices, /2 replicas, but 1 devices/],
    ["a GPU that is a CPU", (run) => void (run.configuration.device = "gpu"), /its device is gpu, but/],
    ["more nodes", (run) => void (run.configuration.workers = 3), /3 processes .* names 2 hosts/, onNodes],
    ["a host less", (run) => void run.where.hosts.pop(), /names 1 hosts/, onNodes],
    ["another strategy", (run) => void (run.configuration.strategy = "fast"), /no strategy "fast"/],
    ["a better loss", ({ epochs }) => void (epochs[2].loss = 0.1), /mean loss of 0.1, but/],
    ["a better accuracy", ({ epochs }) => void (epochs[2].accuracy = 0.99), /mean accuracy of 0.99, but/],
    ["another network", (run) => void (run.configuration.model = "resnet152v2"), /has 58352138 parameters/],
    ["hardly any memory", (run) => void (run.peakMemoryBytes = 1e6), /weights alone/],
    ["a device with hardly any memory", (run) => void (run.devicePeakBytes = [9e8, 1e6]), /devices never held more/],
    ["a throughput that no CPU has", () => undefined, /nothing makes/, { perImage: 0.0001 }],
  ])("%s", (_, change, says, made) => {
    expect(changed(change, made)).toMatch(says);
  });

  it.each<[what: string, change: (run: RunRecord) => void, says: RegExp]>([
    ["more devices than its mesh has", (run) => void run.where.devices.push("CPU:8"), /2 replicas on a mesh of 8 devices, but 9/],
    ["more replicas than its mesh has room for", (run) => void (run.configuration.replicas = 3), /3 replicas on a mesh of 8/],
    ["a strategy without a mesh", (run) => void (run.configuration.strategy = "mirrored"), /no strategy "mirrored"/],
    ["a mesh that is gone", (run) => void delete run.configuration.sharding, /no strategy "pipeline"/],
    ["a host too many", (run) => void run.where.hosts.push("elsewhere"), /1 processes .* names 2 hosts/],
  ])("on a mesh: %s", (_, change, says) => {
    const run = meshRun({ data: 2, stage: 2, tensor: 2 });
    change(run);
    expect(contradiction(run, now)).toMatch(says);
  }); // prettier-ignore

  it("as does an example's, which checks are tried on", () => {
    expect(contradiction(exampleRun({ epochSeconds: [5, 3], batches: [8, 8] }), now)).toMatch(/its id is example/);
    expect(contradiction(exampleNodesRun({ nodes: 2 }), now)).toMatch(/its id/);
  });

  it("says it of the same measurement under two names", () => {
    const [one, other] = [madeRun(), madeRun({ minute: 5 })];
    expect(sameMeasurement(one, other)).toBeUndefined();
    expect(sameMeasurement(one, structuredClone(one))).toMatch(/it is the run 2026/);
    expect(sameMeasurement(one, { ...structuredClone(one), id: other.id })).toMatch(/to the last digit/);
  });
});

describe("a run's job", () => {
  const run = madeRun({ ...onNodes, hosts: ["node1", "node2"], job: "12" });
  const from = Date.parse(run.startedAt) / 1000;
  const job = { state: "COMPLETED", startedAt: from - 3, endedAt: from + 600, nodes: ["node1", "node2"] };

  it("was there, on as many nodes, at that time", () => {
    expect(jobContradiction(run, job)).toBeUndefined();
    expect(jobContradiction(run, { ...job, state: "RUNNING", endedAt: undefined })).toBeUndefined();
    expect(jobContradiction(run, { ...job, nodes: ["node1", "node2", "node3"] })).toBeUndefined();
  });

  it("was not", () => {
    expect(jobContradiction(run, "unknown")).toBe("Slurm's accounting has no job 12");
    expect(jobContradiction(run, { ...job, nodes: ["node1"] })).toBe("job 12 had 1 node, and the run 2 nodes");
    expect(jobContradiction(run, { ...job, startedAt: from + 60 })).toMatch(/job 12 ran from .* and the run from/);
    expect(jobContradiction(run, { ...job, endedAt: from + 1 })).toMatch(/to 2026-01-31 10:00:01, and the run/);
    expect(jobContradiction(run, { ...job, startedAt: undefined, endedAt: undefined })).toMatch(/never began/);
  });

  it("may have gone on where another job was ended", () => {
    const resumed: RunRecord = { ...run, resumedFrom: [{ epoch: 2, step: 0 }] };
    expect(jobContradiction(resumed, { ...job, startedAt: from + 1 })).toBeUndefined();
  });

  it("has one host for several processes of a node", () => {
    const here = { ...run, where: { ...run.where, hosts: ["127.0.0.1", "127.0.0.1"] } };
    expect(jobContradiction(here, { ...job, nodes: ["node1"] })).toBeUndefined();
  });
});

const later = {
  startedAt: "2027-01-31T10:00:00.000Z",
  id: "20270131T100000-100000",
  endedAt: "2027-01-31T11:00:00.000Z",
};

function faster(epoch: number, factor: number) {
  return ({ epochs }: RunRecord): void => {
    const { steps } = epochs[epoch];
    for (const list of [steps.start, steps.end]) list.forEach((time, at) => (list[at] = time * factor));
  };
}

function squeezed(epoch: number) {
  return ({ epochs }: RunRecord): void => {
    const { steps } = epochs[epoch];
    const from = steps.start[0];
    for (const list of [steps.start, steps.end]) list.forEach((time, at) => (list[at] = from + (time - from) / 3));
    steps.wait.fill(0);
  };
}

function slower({ epochs }: RunRecord): void {
  const { steps } = epochs[2];
  for (const list of [steps.start, steps.end]) list.forEach((time, at) => (list[at] = time * 3));
}

function whole(run: RunRecord): void {
  const round = (time: number) => Math.round(1000 * time) / 1000;
  for (const { steps } of run.epochs) {
    Object.assign(steps, { start: steps.start.map(round), end: steps.end.map(round), wait: steps.wait.map(() => 0) });
  }
}

function evenly(run: RunRecord): void {
  let clock = 0.123456;
  for (const { steps, validation } of run.epochs) {
    steps.wait.fill(0);
    steps.start = steps.start.map((_, at) => clock + at * 0.100001);
    steps.end = steps.start.map((time) => time + 0.100001);
    clock = steps.end[steps.end.length - 1] + validation!.seconds;
  }
  const endedAt = new Date(Date.parse(run.startedAt) + 1000 * clock).toISOString();
  Object.assign(run, { endedAt, timeToFirstStepSeconds: run.epochs[0].steps.end[0], captureSeconds: 0.05 });
}

function twoDevices(run: RunRecord): void {
  Object.assign(run.configuration, { replicas: 2, strategy: "mirrored", localBatchSize: 16 });
}
