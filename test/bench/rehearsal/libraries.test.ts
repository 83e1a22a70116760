import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cudaLibraries } from "../../../bench/rehearsal/libraries";
import { temporaryFolder } from "../../temporary";

it("a folder without TensorFlow, and a TensorFlow for CPUs, are refused with the remedy", async () => {
  const folder = temporaryFolder("libraries");
  await expect(cudaLibraries(folder)).rejects.toThrow("has no libtensorflow_framework.so.2: name the folder");
  writeFileSync(join(folder, "libtensorflow_framework.so.2"), "");
  mkdirSync(join(folder, "python", "platform"), { recursive: true });
  writeFileSync(join(folder, "python", "platform", "build_info.py"), "build_info = dict([('is_cuda_build', False)])");
  await expect(cudaLibraries(folder)).rejects.toThrow(
    "is built for CPUs: in a copy of the workbook run `WORKBOOK_DEVICE=gpu",
  );
});
