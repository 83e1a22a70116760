import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bandwidths } from "../../lib/verify/checks/all-reduce";
import { comparedLosses, differences, losses, lossesTf32, TOLERANCE } from "../../lib/verify/checks/losses";
import { exchangeOf } from "../../lib/verify/checks/links";
import { checkIds, checksFor, pilotIds } from "../../lib/verify/checks";
import { memory } from "../../lib/verify/checks/memory";
import { mixedPrecision } from "../../lib/verify/checks/mixed-precision";
import { placedOps, placement } from "../../lib/verify/checks/placement";
import { deviceCounts, onVirtualGpus, replicas } from "../../lib/verify/checks/replicas";
import { strategies } from "../../lib/verify/checks/strategies";
import { throughput } from "../../lib/verify/checks/throughput";
import { tableOf, withoutPersonalData } from "../../lib/verify/report";
import { workbookRoot } from "../../lib/system/workbook";
import type { ArgumentValues } from "../../lib/jobs/run-program";
import { madeUpRun } from "../measure/runs";
import { MadeUpMachine } from "./made-up-machine";

const GB = 1e9;

describe("where ops ran", () => {
  const line = (node: string, device: string) =>
    `2026-11-23 07:00:00.1: I tensorflow/core/executor.cc:1] Process node: 7 step 3 {{node ${node}}} = Conv2D[T=DT_FLOAT, ` +
    `_device="/device:GPU:9"](x, y) device: /job:localhost/replica:0/task:0/device:${device}`;
  const told = (...ops: [string, string][]) => ({ errors: ops.map(([node, device]) => line(node, device)).join("\n") });
  const both: [string, string][] = [["replica_0/a", "GPU:0"], ["replica_1/a", "GPU:1"]]; // prettier-ignore

  it("is read from what TensorFlow's executor tells", () => {
    expect(placedOps(line("replica_0/conv/x", "GPU:1"))).toEqual([
      { name: "replica_0/conv/x", type: "Conv2D", device: "GPU:1" },
    ]);
  });

  it("passes, and fails on a convolution elsewhere and on a device without ops", async () => {
    const find = (...ops: [string, string][]) => placement.run(new MadeUpMachine({}, () => told(...ops)));
    expect(await find(...both)).toMatchObject({ state: "pass", found: "ops: 1 on GPU:0, 1 on GPU:1" });
    expect(await find(...both, ["replica_1/b", "CPU:0"])).toMatchObject({
      state: "fail",
      found: "1 on GPU:0, 1 on GPU:1; 1 Conv2D on CPU:0 ran elsewhere",
    });
    expect(await find(...both, ["replica_1/b", "GPU:0"])).toMatchObject({ state: "fail" });
    expect(await find(both[0])).toMatchObject({ state: "fail", found: "TensorFlow reports no op on GPU:1" });
  });
});

describe("losses", () => {
  it("are compared as shares: the first, the second, and the mean from there", () => {
    const { first, second, mean } = differences([2.2, 4, 2], [2, 4, 4]);
    expect(first).toBeCloseTo(0.1);
    expect(second).toBe(0);
    expect(mean).toBeCloseTo(0.25);
    expect(differences([2, NaN], [2, 4])).toEqual({ first: 0, second: Infinity, mean: Infinity });
    expect(differences([2], [2])).toEqual({ first: 0, second: Infinity, mean: Infinity });
  });

  it.each<[losses: number[], state: string]>([
    [[2, 3, 4], "pass"],
    [[2.02, 3, 4], "fail"],
    [[2, 3.1, 4], "fail"],
    [[2, 3, 5], "fail"],
    [[2, 3, NaN], "fail"],
  ])("fail where any of these is too far off: %j", (list, state) => {
    expect(comparedLosses(list, [2, 3, 4], { first: 0.001, second: 0.01, mean: 0.05 }, "others").state).toBe(state);
  });

  it("have a tolerance for TensorFloat-32, and a smaller one without", async () => {
    const off = 1 + (TOLERANCE.float32.first + TOLERANCE.tf32.first) / 2;
    const machine = new MadeUpMachine({}, ({ device }) =>
      device === "gpu" ? { losses: [2.3 * off, 2.2, 2.1, 2] } : {},
    );
    expect((await losses.run(machine)).state).toBe("fail");
    expect((await lossesTf32.run(machine)).state).toBe("pass");
    expect((await lossesTf32.run(new MadeUpMachine({ device: "cpu" }, () => ({})))).state).toBe("not here");
  });

  it("that are no numbers fail a training", async () => {
    const on = (losses: number[]) => replicas(2).run(new MadeUpMachine({}, () => ({ losses })));
    expect(await on([2.3, 2.2])).toMatchObject({
      state: "pass",
      found: "2 steps, replicas alike, loss 2.300 to 2.200",
    });
    expect((await on([2.3, NaN])).state).toBe("fail");
    expect([1, 2, 4].map(deviceCounts)).toEqual([[1], [1, 2], [1, 2, 4]]);
  });
});

describe("one GPU is divided into two", () => {
  const asked: Record<string, unknown>[] = [];
  const on = (losses: (values: Record<string, unknown>) => number[]) =>
    onVirtualGpus.run(
      new MadeUpMachine({ devices: ["GPU:0"] }, (values) => {
        asked.push(values);
        return { losses: losses(values) };
      }),
    );

  it("to train copies, ZeRO, tensors and stages", async () => {
    const { state, found } = await on(() => [4, 3]);
    expect([state, found]).toEqual(["pass", "copies alike; ZeRO stage 3, tensor, stages: losses of one GPU"]);
    expect(asked.map(({ strategy, zero, mesh, virtualGpus }) => ({ strategy, zero, mesh, virtualGpus }))).toEqual([
      { strategy: "mirrored", virtualGpus: 2 },
      {}, // the GPT on the whole GPU
      { zero: 3, virtualGpus: 2 },
      { mesh: "tensor=2", virtualGpus: 2 },
      { mesh: "stage=2", virtualGpus: 2 },
    ]);
  });

  it("and a loss that is not that of one GPU fails", async () => {
    const wrong = await on(({ mesh }) => [mesh === "tensor=2" ? 4.1 : 4, 3]);
    expect(wrong).toMatchObject({ state: "fail", found: "tensor: the first loss is 2.5e-2 off that of one GPU" });
  });

  it("only where there is one", () => {
    const divides = (device: "cpu" | "gpu", devices: string[]) =>
      checksFor({ device, devices }, { nodes: 2, waitMinutes: 1 }).includes(onVirtualGpus);
    expect(divides("gpu", ["GPU:0"])).toBe(true);
    expect(divides("gpu", ["GPU:0", "GPU:1"])).toBe(false);
    expect(divides("cpu", ["CPU:0"])).toBe(false);
  });
});

it("the bandwidth of an all-reduce is that of nccl-tests", () => {
  // doc/PERFORMANCE.md: algbw = size / time, busbw = algbw x 2 (n - 1) / n
  expect(bandwidths(GB, 0.01, 8)).toEqual({ algorithm: 100 * GB, bus: 175 * GB });
  expect(bandwidths(GB, 0.01, 2)).toEqual({ algorithm: 100 * GB, bus: 100 * GB });
});

it("mixed precision that changes nothing on a GPU fails, one that is no faster says so", async () => {
  const mixed = (part: object) => new MadeUpMachine({}, ({ precision }) => (precision === undefined ? {} : part));
  expect(await mixedPrecision.run(mixed({ stepSeconds: 0.05 }))).toMatchObject({ state: "fail" });
  const near = [2.301, 2.2, 2.1, 2];
  const faster = await mixedPrecision.run(mixed({ stepSeconds: 0.05, losses: near }));
  expect(faster.state).toBe("pass");
  expect(faster.remedy).toBeUndefined();
  expect(faster.found).toMatch(/^2\.00 x as fast/);
  const slower = await mixedPrecision.run(mixed({ losses: near }));
  expect(slower).toMatchObject({ state: "pass", remedy: expect.stringMatching(/no faster/) as string });
  expect((await mixedPrecision.run(mixed({ losses: [2.4, 2.2, 2.1, 2] }))).state).toBe("fail");
});

it("memory that was estimated too low or too high fails", async () => {
  const run = madeUpRun({ stepSeconds: [1], images: [256] });
  run.configuration.device = "gpu";
  const model = { fixedBytes: 2 * GB, bytesPerImage: 18e9 / 256, limitBytes: 80 * GB }; // 20 GB
  const peak = (bytes?: number) =>
    memory.run(
      new MadeUpMachine({}, () => ({
        memory: model,
        run: { ...run, ...(bytes !== undefined && { devicePeakBytes: [bytes] }) },
      })),
    );
  expect(await peak(18 * GB)).toMatchObject({ state: "pass", found: "19.0 GB, estimated 20.0 GB" }); // and CUDA's own
  expect((await peak(22 * GB)).state).toBe("fail");
  expect((await peak(8 * GB)).state).toBe("fail");
  expect((await peak()).state).toBe("fail");
});

it("a published throughput stands only beside a run of its network, images and batch", async () => {
  const on = (changes: object, stepSeconds: number, gpu = "NVIDIA H100") => {
    const run = madeUpRun({ stepSeconds: [1], images: [256] });
    Object.assign(run.configuration, { device: "gpu", imageSize: 128, ...changes });
    const gpus = [{ name: gpu, bytes: 80e9 }];
    return throughput.run(new MadeUpMachine({ gpus }, () => ({ run, stepSeconds })));
  };
  // 196 steps of 73 ms: 50,000 images in 14.3 s
  expect((await on({}, 0.06)).found).toMatch(/4\.27e\+3 images\/s .*; published: 3\.49e\+3 on H100 64 GB/);
  expect((await on({}, 0.06)).state).toBe("pass");
  expect((await on({}, 0.09)).state).toBe("fail");
  expect((await on({}, 0.2, "NVIDIA A10")).state).toBe("pass"); // another GPU may be slower
  expect((await on({ imageSize: 64 }, 0.06)).state).toBe("not here");
  expect((await on({ localBatchSize: 128 }, 0.06)).state).toBe("not here");
});

it("the table has a sign for each row, and the remedies", () => {
  const rows = [
    { check: "one", state: "pass", found: "it ran", seconds: 1 },
    { check: "another", state: "fail", found: "it did not", remedy: "mend it", seconds: 1 },
    { check: "a third", state: "not here", found: "no GPU", seconds: 0 },
  ] as const;
  expect(tableOf(rows).split("\n")).toEqual([
    "   check    found       remedy",
    "─  ───────  ──────────  ───────",
    "✓  one      it ran",
    "✗  another  it did not  mend it",
    "-  a third  no GPU",
  ]);
});

it("every strategy must have the losses of one device", async () => {
  const on = (losses: (values: ArgumentValues) => number[]) =>
    strategies.run(
      new MadeUpMachine({ device: "cpu", devices: ["CPU:0", "CPU:1"] }, (values) => ({ losses: losses(values) })),
    );
  const right = await on(() => [4.2, 4.1]);
  expect(right).toMatchObject({
    state: "pass",
    found: expect.stringMatching(/^losses of one device: copies \(ring\), ZeRO stage 1,/) as string,
  });
  const wrong = await on(({ zero, sequence }) => [zero === 2 ? 4.3 : sequence ? NaN : 4.2, 4.1]);
  expect(wrong).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/: ZeRO stage 2, tensor and sequence$/) as string,
  });
  expect((await on(({ mesh }) => [4.2, mesh === "tensor=2" ? 4.11 : 4.1])).found).toMatch(
    /: tensor, tensor and sequence$/,
  );
  const fails = await on(({ mesh }) => {
    if (mesh === "stage=2") throw new Error("NCCL: unhandled system error");
    return [4.2, 4.1];
  });
  expect(fails.found).toMatch(/: stages \(1f1b\), stages \(gpipe\)$/);
  expect(fails.numbers?.["stages (gpipe): failed"]).toBe("NCCL: unhandled system error");
  expect(await strategies.run(new MadeUpMachine({ devices: ["GPU:0"] }, () => ({})))).toMatchObject({
    state: "not here",
  });
});

it("an exchange between nodes is what a step with one takes longer than one without", () => {
  const run = madeUpRun({ stepSeconds: [1], images: Array<number>(16).fill(8) });
  const { start, end } = run.epochs[0].steps;
  start.forEach((from, step) => (end[step] = from + (step % 4 === 3 ? 3 : 1)));
  end[0] = start[0] + 20; // the start-up
  expect(exchangeOf({ ...run, sentBytes: { all: [1e8, 1e8] } })).toEqual({ seconds: 2, bytes: 1e8 });
  expect(exchangeOf(run)).toBeUndefined();
});

it("a pilot's checks are made only where they are asked for", () => {
  expect(pilotIds).toEqual(["strategies", "links", "benchmark"]);
  const all = checksFor({ device: "cpu", devices: ["CPU:0", "CPU:1"] }, { nodes: 2, waitMinutes: 1 });
  expect([...new Set(["devices", ...all.map(({ id }) => id)])]).toEqual([...checkIds]);
});

it("the file for a report has no secrets, nobody's name or home, and no machine's name", () => {
  const environment = {
    ...{ USER: "alice", LOGNAME: "alice", SLURM_JOB_ACCOUNT: "project-77", JUPYTERHUB_API_TOKEN: "0f3c9a77e1b2" },
    ...{ WORKBOOK_MEETING: "meeting-word-1", EMPTY_TOKEN: "", PATH: "/usr/bin" },
  };
  const home = "/home/alice";
  const text =
    "alice of project-77 read /home/alice/runs/x.json and /home/bob/y.json with 0f3c9a77e1b2 and meeting-word-1 on gpu07, " +
    "gpu07.site.example and gpu08. In /usr/bin; alice2 stays.";
  expect(withoutPersonalData(text, { environment, home, hosts: ["gpu07.site.example", "gpu08"] })).toBe(
    "USER of USER read HOME/runs/x.json and HOME/y.json with SECRET and SECRET on HOST, HOST and HOST. In /usr/bin; alice2 stays.",
  );
});

it("the file of a pilot that root has run names no user either, and no secret that JSON writes in another way", () => {
  const environment = { API_KEY: 'one"two\\three' };
  const text = JSON.stringify(`${environment.API_KEY} in /home/bob/y.json and /root/z.json`);
  expect(withoutPersonalData(text, { environment, home: "/root" })).toBe('"SECRET in HOME/y.json and HOME/z.json"');
});

it("the file for a report names no folder, host or user", () => {
  const text = `${join(workbookRoot, "x")} ${join(homedir(), "y")} on ${hostname()} (${process.cwd()})`;
  const cleaned = withoutPersonalData(text);
  expect(cleaned).toMatch(/^WORKBOOK\/x HOME\/y on HOST \((?:WORKBOOK|FOLDER)\)$/);
});
