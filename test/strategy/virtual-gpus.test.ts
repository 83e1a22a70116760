import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { divideGpu } from "../../lib/strategy";
import { communicationOf } from "../../lib/strategy/communication";
import { machineWith } from "../../lib/training/where";
import { temporaryFolder } from "../temporary";

it("without a GPU one line says what else can be done", async () => {
  vi.stubEnv("PATH", "/nowhere");
  await expect(divideGpu(2)).rejects.toThrow(
    /^There is no GPU here to divide into 2: leave --virtual-gpus out\. Without a GPU, --devices 2 divides the processor\.$/,
  );
  expect(communicationOf(["GPU:0", "GPU:1"], {}).collectives).toBe("nccl");
});

it("parts of a GPU have its memory in equal shares and exchange by a ring, and the record has the one GPU", async () => {
  const folder = temporaryFolder("nvidia-smi");
  const script =
    '#!/bin/sh\ncase "$1" in *driver*) echo "X, 80000, 580.1"; echo "Y, 1, 2";; *) echo "X, 80000";; esac\n';
  writeFileSync(join(folder, "nvidia-smi"), script);
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  vi.stubEnv("PATH", folder);
  const gpus = () => machineWith([], ["GPU:0", "GPU:1"]).gpus;
  expect(gpus()).toHaveLength(2);
  expect(await divideGpu(2)).toBe(
    "X is divided into 2 virtual GPUs of 37.7 GB each. They share its cores, so nothing gets faster.",
  );
  expect(gpus()).toEqual([{ name: "X", memoryBytes: 80_000 * 2 ** 20, driver: "580.1" }]);
  expect(communicationOf(["GPU:0", "GPU:1"], {}).collectives).toBe("ring");
  expect(() => communicationOf(["GPU:0", "GPU:1"], { collectives: "nccl" })).toThrow(
    'NCCL does not connect the parts of one GPU: choose the collectives "ring", or leave it out.',
  );
});
