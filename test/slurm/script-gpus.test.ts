import { expect, it } from "vitest";
import { scriptGpus, scriptOptions } from "../../lib/slurm/script-options";

it.each([
  ["--gres=gpu:2", 2],
  ["--gres=gpu:h100:4", 4],
  ["--gres=gpu", 1],
  ["--gres=shard:3,gpu:1", 1],
  ["--gpus-per-node=a100:2", 2],
  ["-G 8", 8],
  ["--nodes=1", undefined],
])("the GPUs of %s", (option, gpus) => {
  expect(scriptGpus(scriptOptions(`#!/bin/bash\n#SBATCH ${option}\n`))).toBe(gpus);
});
