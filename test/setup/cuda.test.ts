import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foreignCuda } from "../../setup/tensorflow/cuda.mjs";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("cuda");
const made = (path: string, ...files: string[]): string => {
  mkdirSync(join(folder, path), { recursive: true });
  for (const file of files) writeFileSync(join(folder, path, file), "");
  return join(folder, path);
};

test("CUDA libraries in LD_LIBRARY_PATH win over the wheels' beside TensorFlow, so they are named", () => {
  const home = made("lib/tensorflow");
  const module = made("opt/cuda/lib64", "libcudart.so.12", "libcublas.so.12");
  const older = made("opt/cuda-11/lib64", "libcudart.so.11.0");
  const second = made("opt/cudnn/lib", "libcudnn.so.9", "libcudart.so.12");
  const searchPath = ["", older, module, second].join(":");
  expect(foreignCuda(home, searchPath)).toEqual([]); // TensorFlow of the user's own: it must find CUDA there
  const own = made("lib/nvidia/cudnn/lib", "libcudnn.so.9");
  expect(foreignCuda(home, searchPath)).toEqual([
    join(module, "libcudart.so.12"),
    join(module, "libcublas.so.12"),
    join(second, "libcudnn.so.9"),
  ]);
  expect(foreignCuda(home, `${own}:${older}`)).toEqual([]);
  expect(foreignCuda(home, "")).toEqual([]);
});
