// @ts-check
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

// What TensorFlow 2.20 loads for GPUs when it starts, and for a profile (tsl's dso_loader.cc).
const loaded = [
  ...["libcudart.so.12", "libcublas.so.12", "libcublasLt.so.12", "libcufft.so.11", "libcusolver.so.11"],
  ...["libcusparse.so.12", "libcudnn.so.9", "libcupti.so.12"],
];

/**
 * The CUDA libraries that would be loaded in place of those in NVIDIA's wheels, with which TensorFlow was built: the folders of
 * LD_LIBRARY_PATH, which a cluster's module `cuda` sets, come before the wheels'.
 * @param {string} home TensorFlow's folder
 * @param {string} [searchPath] LD_LIBRARY_PATH
 * @returns {string[]} their paths; none where TensorFlow has no wheels beside it, so that others must be found
 */
export function foreignCuda(home, searchPath = process.env.LD_LIBRARY_PATH ?? "") {
  const wheels = join(dirname(home), "nvidia");
  if (!existsSync(wheels)) return [];
  const folders = searchPath.split(":").filter((folder) => folder !== "" && !folder.startsWith(wheels));
  return loaded.flatMap((name) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? []);
}
