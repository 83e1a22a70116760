import { expect, it } from "vitest";
import { publishedMeshes } from "../../../chapters/09-model-parallel/llama-405b";

it("the published meshes for Llama 3.1 405B use all GPUs of their runs", async () => {
  const all = await publishedMeshes();
  for (const { gpus, tensor, stage, context, data } of all) expect(tensor * stage * context * data).toBe(gpus);
  expect(all.map(({ run, gpus }) => `${run}, ${gpus}`)).toEqual([
    "Llama 3, 8192",
    "Llama 3, 16384",
    "MLPerf v5.1, 512",
    "MLPerf v5.1, 2560",
  ]);
  expect(all[1]).toEqual({
    ...{ run: "Llama 3", gpu: "H100", gpus: 16_384, gpusPerNode: 8, tensor: 8, stage: 16, context: 1, data: 128 },
    ...{ chunks: undefined, microbatches: undefined, secondsPerStep: undefined, teraflopsPerGpu: 400 },
  });
  expect(all[3]).toMatchObject({ chunks: 8, microbatches: 24, secondsPerStep: 3.19, teraflopsPerGpu: undefined });
});

it("in all of them the axis tensor fills a node", async () => {
  for (const { tensor, gpusPerNode } of await publishedMeshes()) expect(tensor).toBe(gpusPerNode);
});
