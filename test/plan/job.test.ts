import { describe, expect, it } from "vitest";
import { jobOf } from "../../lib/jobs/request";
import { readCluster } from "../../lib/plan/cluster";
import { forecastJob } from "../../lib/plan/job/forecast";
import { sharedMachine, slowdownOf } from "../../lib/plan/shared-cores";
import { workOfJob, type JobWork } from "../../lib/plan/job/work";
import { exampleNodesRun } from "../../lib/runs/example-nodes-run";
import type { RunRecord } from "../../lib/runs/record";

const cluster = readCluster("two-cores");

/** A run with 8 steps an epoch, on nodes that share a machine of two cores. */
function run(nodes: number, { compute = 1, allReduce = 0.2, more = {} } = {}): RunRecord {
  const made = exampleNodesRun({
    nodes,
    compute: nodes > 2 ? (compute * nodes) / 2 : compute,
    allReduce: nodes > 1 ? allReduce : 0,
  });
  Object.assign(made.configuration, { imageSize: 32, device: "cpu", precision: "float32", ...more });
  Object.assign(made.where, { cores: 1, coresInAll: 2, machines: 1 });
  // Its start-up takes 16 s on a core of its own, and twice as long on half a core.
  if (nodes > 2) made.endedAt = new Date(Date.parse(made.endedAt ?? "") + 16_000 * (nodes / 2 - 1)).toISOString();
  return made;
}

const work: JobWork = {
  ...{ model: "resnet50", imageSize: 32, device: "cpu", precision: "float32", localBatch: 8, nodes: 2 },
  ...{ devicesPerNode: 1, coresPerNode: 1, epochs: 2, images: 128, testImages: 0, syncEvery: 1, compression: "none" },
};
const took = ({ startedAt, endedAt = "" }: RunRecord) => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;

describe("workOfJob", () => {
  it("reads what a lesson's job trains from its arguments", async () => {
    const job = await jobOf({
      task: "many-nodes",
      preset: "local",
      nodes: 3,
      arguments: ["--epochs", "4", "--model", "efficientnetb0"],
    });
    expect(workOfJob(job)).toEqual({
      ...{ model: "efficientnetb0", imageSize: 64, device: "cpu", precision: "float32", localBatch: 32, nodes: 3 },
      ...{
        devicesPerNode: 1,
        coresPerNode: 4,
        epochs: 4,
        images: 5000,
        testImages: 1000,
        syncEvery: 1,
        compression: "none",
      },
    });
  });

  it("knows the whole data set, a step limit, GPUs, and a batch of all devices", async () => {
    const job = await jobOf({ task: "mirrored", gpusPerNode: 4, arguments: ["--steps-per-epoch", "2"] });
    expect(workOfJob(job)).toMatchObject({
      ...{
        model: "resnet50v2",
        device: "gpu",
        devicesPerNode: 4,
        localBatch: 2048,
        images: 2 * 4 * 2048,
        testImages: 0,
      },
    });
    expect(workOfJob(await jobOf({ task: "gpu" }))).toMatchObject({ images: 50_000, testImages: 10_000 });
  });

  it("knows a processor that is asked for, its threads, and 16 bits by a framework's word", async () => {
    const onCpu = await jobOf({ task: "mirrored", gpusPerNode: 2, arguments: ["--device", "cpu"] });
    expect(workOfJob(onCpu)?.device).toBe("cpu");
    const frameworks = ["--framework", "ours", "--compression", "16-bit", "--threads", "1"];
    const work = workOfJob(await jobOf({ task: "frameworks", preset: "local", arguments: frameworks }));
    expect(work).toMatchObject({ compression: "bfloat16", coresPerNode: 1 });
  });

  it("knows nothing of texts, other frameworks, and data of unknown size", async () => {
    expect(workOfJob(await jobOf({ task: "memory" }))).toBeUndefined();
    const other = { task: "frameworks", preset: "quick", arguments: ["--framework", "pytorch-ddp"] } as const;
    expect(workOfJob(await jobOf(other))).toBeUndefined();
    expect(workOfJob(await jobOf({ ...other, arguments: [] }))).toMatchObject({ model: "resnet44", localBatch: 16 });
    const job = await jobOf({ task: "many-nodes" });
    expect(workOfJob({ ...job, dataset: "synthetic" })).toBeUndefined();
  });
});

describe("slowdownOf", () => {
  it("shares a machine's cores among its nodes, and a node's among its devices", () => {
    const shared = { cores: 2 };
    expect(slowdownOf({ ...work, nodes: 1 }, shared)).toBe(1);
    expect(slowdownOf({ ...work, nodes: 1, coresPerNode: 2 }, shared)).toBe(0.5);
    expect(slowdownOf({ ...work, nodes: 4 }, shared)).toBe(2);
    expect(slowdownOf({ ...work, nodes: 4 })).toBe(1);
    expect(slowdownOf({ ...work, nodes: 1, coresPerNode: 20 })).toBe(0.05);
    expect(slowdownOf({ ...work, devicesPerNode: 2 }, shared)).toBe(2);
    expect(slowdownOf({ ...work, nodes: 4, device: "gpu" }, shared)).toBe(1);
  });

  it("knows from past runs whether nodes share a machine", () => {
    expect(sharedMachine([run(1), run(2)])).toEqual({ cores: 2 });
    expect(sharedMachine([run(1)])).toBeUndefined();
    expect(sharedMachine([])).toBeUndefined();
  });
});

describe("forecastJob", () => {
  it("forecasts a job like past ones as these were", async () => {
    const forecast = await forecastJob(work, [run(1), run(2), run(2)], cluster);
    // Epoch 1 of an example takes 5 s more, which counts as start-up.
    expect(Math.abs((forecast?.seconds ?? NaN) / took(run(2)) - 1)).toBeLessThan(0.1);
    expect(forecast?.from).toBe("3 runs of this network");
    expect(forecast?.low).toBeLessThan(took(run(2)));
    expect(forecast?.high).toBeGreaterThan(took(run(2)));
  });

  it("counts the pause between two epochs once", async () => {
    const [paused, second] = [run(1), run(1).epochs[1]];
    const later = (times: number[]) => times.map((time) => time + 30);
    const steps = { ...second.steps, start: later(second.steps.start), end: later(second.steps.end) };
    paused.epochs[1] = { ...second, steps };
    paused.endedAt = new Date(Date.parse(paused.endedAt ?? "") + 30_000).toISOString();
    const forecast = await forecastJob({ ...work, nodes: 1, images: 64 }, [paused, paused, paused], cluster);
    expect(Math.abs((forecast?.seconds ?? NaN) / took(paused) - 1)).toBeLessThan(0.05);
  });

  it("carries to more nodes, which share the cores, and to more epochs", async () => {
    const past = [run(1), run(2), run(2)];
    const four = await forecastJob({ ...work, nodes: 4, images: 256 }, past, cluster);
    expect(four?.high).toBeGreaterThan(took(run(4)));
    expect(four?.low).toBeLessThan(took(run(4)));
    expect(Math.abs((four?.seconds ?? NaN) / took(run(4)) - 1)).toBeLessThan(0.2);
    const [short, long] = await Promise.all([2, 12].map((epochs) => forecastJob({ ...work, epochs }, past, cluster)));
    expect((long?.seconds ?? NaN) - (short?.seconds ?? NaN)).toBeCloseTo(10 * (8 * 1.2 + 0.5), -1);
  });

  it("rests on other networks, or on the cluster's file, where nothing else is known, and is less sure then", async () => {
    const others = [run(1, { more: { model: "efficientnetb0" } }), run(2, { more: { model: "efficientnetb0" } })];
    const [same, other, none] = await Promise.all(
      [[run(1), run(2)], others, []].map((runs) => forecastJob(work, runs, cluster)),
    );
    expect(other?.from).toBe("1 run of other networks");
    expect(none?.from).toBe("what two nodes of one core should reach");
    const width = (forecast: typeof same) => (forecast?.high ?? NaN) / (forecast?.low ?? NaN);
    expect(width(other)).toBeGreaterThan(width(same));
    expect(none?.seconds).toBeGreaterThan(10);
  });

  it("accumulates: fewer all-reduces take less time", async () => {
    const past = [run(1), run(2), run(2), run(1)];
    const [sync, accumulate] = await Promise.all(
      [1, 4].map((syncEvery) => forecastJob({ ...work, syncEvery }, past, cluster)),
    );
    expect(accumulate?.seconds).toBeLessThan(sync?.seconds ?? NaN);
  });

  it("learns from runs that accumulate, whose all-reduces come at every fourth batch", async () => {
    const accumulating = exampleNodesRun({ nodes: 2, syncEvery: 4, compute: 1, allReduce: 0.4 });
    Object.assign(accumulating.configuration, { imageSize: 32, device: "cpu", precision: "float32" });
    Object.assign(accumulating.where, { cores: 1, coresInAll: 2, machines: 1 });
    const forecast = await forecastJob({ ...work, syncEvery: 4 }, [run(1), accumulating], cluster);
    expect(forecast?.from).toBe("2 runs of this network");
    expect(Math.abs((forecast?.seconds ?? NaN) / took(accumulating) - 1)).toBeLessThan(0.1);
  });

  it("leaves out runs that were resumed, divided, or trained by others", async () => {
    const others = [
      { ...run(2), resumedFrom: [{ epoch: 1, step: 3 }] },
      run(2, { more: { sharding: { mesh: { data: 2 } } } }),
      run(2, { more: { framework: "pytorch-ddp" } }),
    ];
    expect((await forecastJob(work, others, cluster))?.from).toBe("what two nodes of one core should reach");
  });

  it("counts the crowding of past runs' cores once", async () => {
    const forecast = await forecastJob({ ...work, nodes: 4, images: 256 }, [run(4), run(4)], cluster);
    expect(Math.abs((forecast?.seconds ?? NaN) / took(run(4)) - 1)).toBeLessThan(0.1);
  });

  it("is never below 0, and always within its interval, whatever past runs took to start", async () => {
    const strange = run(1);
    strange.endedAt = strange.startedAt;
    const forecast = await forecastJob({ ...work, images: 8 }, [strange, run(1)], cluster);
    expect(forecast?.low).toBeGreaterThan(0);
    expect(forecast?.low).toBeLessThan(forecast?.seconds ?? NaN);
    expect(forecast?.high).toBeGreaterThan(forecast?.seconds ?? NaN);
  });

  it("has none for devices or networks that nothing is known of", async () => {
    expect(await forecastJob({ ...work, device: "gpu" }, [run(1)], cluster)).toBeUndefined();
    expect(await forecastJob({ ...work, model: "unheard" }, [run(1)], cluster)).toBeUndefined();
  });
});
