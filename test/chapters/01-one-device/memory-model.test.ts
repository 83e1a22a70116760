import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fitMemory, memoryPoints } from "../../../chapters/01-one-device/memory-model";
import { machineMemory, memoryLimit, peakMemory } from "../../../lib/system/memory";
import { workbookRoot } from "../../../lib/system/workbook";
import { execa } from "execa";
import { beforeEach, describe, expect, it } from "vitest";
import { madeUpRun } from "../../measure/runs";
import { temporaryFolder } from "../../temporary";

describe("The memory model", () => {
  it("fits a line to measured peaks, and finds the largest batch", () => {
    const fit = fitMemory([8, 16, 32].map((batchSize) => ({ batchSize, bytes: 1000 + 50 * batchSize })));
    expect(fit.fixedBytes).toBeCloseTo(1000);
    expect(fit.bytesPerImage).toBeCloseTo(50);
    expect(fit.rSquared).toBeCloseTo(1);
    expect(fit.bytesAt(64)).toBeCloseTo(4200);
    expect(fit.largestBatch(4225)).toBe(64);
    expect(fit.largestBatch(900)).toBe(0);
  });

  it("refuses a line through too little", () => {
    expect(() =>
      fitMemory([
        { batchSize: 8, bytes: 1 },
        { batchSize: 8, bytes: 2 },
      ]),
    ).toThrow(/at 1 batch size\(s\)/);
    expect(() =>
      fitMemory([
        { batchSize: 8, bytes: 2 },
        { batchSize: 16, bytes: 1 },
      ]),
    ).toThrow(/does not grow with the batch/);
  });

  it("takes its points from runs that completed: the GPU's memory where there is one", () => {
    const [cpu, gpu, failed] = [16, 32, 64].map((size) => madeUpRun({ stepSeconds: [1], images: [size] }));
    gpu.configuration.device = "gpu";
    gpu.gpu = { utilisation: [1, 2], memoryBytes: [70, 90], at: [0, 1] };
    failed.outcome = "out-of-memory";
    expect(memoryPoints([cpu, gpu, failed])).toEqual([
      { batchSize: 16, bytes: 1000 },
      { batchSize: 32, bytes: 90 },
    ]);
    // Tensors of a CPU run, where they are counted, are not all that its process holds.
    expect(memoryPoints([{ ...cpu, devicePeakBytes: [300] }])).toEqual([{ batchSize: 16, bytes: 1000 }]);
  });

  it("fits what GPUs needed, and not the steps in which TensorFlow takes their memory", () => {
    const needed = (batchSize: number) => 1e9 + 20e6 * batchSize;
    const runs = [128, 256, 512, 1024].map((batchSize) => {
      const run = madeUpRun({ stepSeconds: [1], images: [2 * batchSize], replicas: 2 });
      run.configuration.device = "gpu";
      const taken = 2 ** Math.ceil(Math.log2(needed(batchSize)));
      run.gpu = { utilisation: [90], memoryBytes: [taken], at: [0] };
      return { ...run, devicePeakBytes: [needed(batchSize), needed(batchSize) - 5e6] };
    });
    const fit = fitMemory(memoryPoints(runs));
    expect(fit.bytesPerImage).toBeCloseTo(20e6);
    expect(fit.fixedBytes).toBeCloseTo(1e9, -1);
    // Older records have the steps alone, which tell of another network.
    const older = fitMemory(memoryPoints(runs.map((run) => ({ ...run, devicePeakBytes: undefined }))));
    expect(older.bytesPerImage).toBeGreaterThan(1.1 * fit.bytesPerImage);
  });
});

describe("The memory there is", () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder("memory");
    write("proc/meminfo", "MemTotal:       16000 kB\nMemFree:  1 kB\n");
  });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  const task = "slurm/job_7/step_0/task_0";
  const inVersion1 = "9:name=systemd:/\n4:cpu,memory:/docker/abc"; // whose path is not to be seen from inside
  it.each<[what: string, bytes: number, cgroup: string, limits: Record<string, string>]>([
    ["the machine's without a group", 16_000 * 1024, "", {}],
    ["the machine's without a limit", 16_000 * 1024, "0::/user", { "user/memory.max": "max" }],
    [
      "the job's where Slurm limits the job and not the task (version 2)",
      8_388_608,
      `0::/${task}`,
      { [`${task}/memory.max`]: "max", "slurm/job_7/memory.max": "8388608" },
    ],
    ["the group's in version 1", 4_194_304, inVersion1, { "memory/memory.limit_in_bytes": "4194304" }],
    ["the machine's there", 16_000 * 1024, inVersion1, { "memory/memory.limit_in_bytes": "9223372036854771712" }],
  ])("is %s", (_, bytes, cgroup, limits) => {
    if (cgroup !== "") write("proc/self/cgroup", `${cgroup}\n`);
    for (const [file, limit] of Object.entries(limits)) write(`sys/fs/cgroup/${file}`, `${limit}\n`);
    expect([memoryLimit(root), machineMemory(root)]).toEqual([bytes, 16_000 * 1024]);
  });

  it("held at most is the kernel's high-water mark", async () => {
    write("proc/self/status", "VmPeak:\t  9000 kB\nVmHWM:\t  1234 kB\n");
    expect(peakMemory(root)).toBe(1234 * 1024);
    // In a process of its own, whose memory nothing else takes or frees.
    const program = `
      const { peakMemory } = require("./lib/system/memory.ts");
      const before = peakMemory();
      const held = Buffer.alloc(2 ** 27, 1);
      console.log(JSON.stringify([before, peakMemory() - before]));`;
    const built = ["--require", "./test/strategy/built.cjs", "--eval", program];
    const { stdout } = await execa(process.execPath, built, { cwd: workbookRoot });
    const [before, more] = JSON.parse(stdout) as [number, number];
    expect(before).toBeGreaterThan(10e6);
    expect(more).toBeGreaterThan(2 ** 26);
  });
});
