import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleGpu, samplesOf } from "../../lib/training/gpu-sampler";
import { until } from "../cluster/on-cluster";
import { temporaryFolder } from "../temporary";

const startedAt = new Date(2025, 10, 21, 11, 30, 10);

describe("Lines of nvidia-smi", () => {
  it("become one sample a moment: the mean utilisation, the fullest memory", () => {
    const lines = [
      "2025/11/21 11:30:10.500, 0, 80, 1000",
      "2025/11/21 11:30:10.501, 1, 40, 3000",
      "2025/11/21 11:30:11.000, 0, 90, 1001",
      "2025/11/21 11:30:11.001, 1, 50, 3001",
    ];
    expect(samplesOf(lines, startedAt)).toEqual({
      utilisation: [60, 70],
      memoryBytes: [3000 * 2 ** 20, 3001 * 2 ** 20],
      at: [0.5, 1],
    });
  });

  it("that say nothing are left out", () => {
    expect(
      samplesOf(["2025/11/21 11:30:10.500, 0, [N/A], [N/A]", "No devices were found", ""], startedAt),
    ).toBeUndefined();
  });
});

describe("Sampling", () => {
  let folder: string;
  const path = process.env.PATH;
  beforeEach(() => void (folder = temporaryFolder("gpu")));
  afterEach(() => {
    process.env.PATH = path;
  });
  const pretend = (script: string) => {
    writeFileSync(join(folder, "nvidia-smi"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "nvidia-smi"), 0o755);
    process.env.PATH = `${folder}:${path}`;
  };

  it("goes on until it is stopped", async () => {
    const row = `echo "$(date '+%Y/%m/%d %H:%M:%S.000'), 0, 87, 2048"`;
    pretend(`${row}; touch ${folder}/shown; while true; do sleep 0.05; ${row}; done`);
    const sampler = sampleGpu({ startedAt: new Date(), interval: 50, gpus: "2" });
    await until(() => existsSync(join(folder, "shown")));
    await setTimeout(300); // to read it
    const samples = await sampler.stop();
    expect(samples?.utilisation[0]).toBe(87);
    expect(samples?.memoryBytes[0]).toBe(2 ** 31);
    expect(samples?.at).toHaveLength(samples?.utilisation.length ?? -1);
  });

  it.each([
    [undefined, 2, "--id=0,1"],
    ["4,5,6", 2, "--id=4,5"],
    ["4,5,6", undefined, "--id=4,5,6"],
  ])("looks of the GPUs %s at the %s that are used", async (gpus, used, expected) => {
    pretend(`echo "$@" > ${folder}/written && mv ${folder}/written ${folder}/flags; sleep 5`);
    const sampler = sampleGpu({ startedAt: new Date(), gpus, used });
    await until(() => existsSync(join(folder, "flags")));
    await sampler.stop();
    expect(readFileSync(join(folder, "flags"), "utf8")).toContain(expected);
  });

  it("gives nothing where there is no GPU, or no nvidia-smi", async () => {
    pretend("echo 'No devices were found'; exit 6");
    const without = sampleGpu({ startedAt: new Date() });
    await setTimeout(200);
    expect(await without.stop()).toBeUndefined();
    process.env.PATH = folder;
    rmSync(join(folder, "nvidia-smi"));
    expect(await sampleGpu({ startedAt: new Date() }).stop()).toBeUndefined();
  });
});
