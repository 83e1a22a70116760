// @ts-check
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SetupError } from "../errors.mjs";
import { workbookDir } from "../paths.mjs";
import { pip, pipSource, venvPython } from "../pip.mjs";
import { run } from "../run.mjs";
import { tensorflowVersion } from "./installation.mjs";

/**
 * Extracts TensorFlow's libraries and headers from its wheel; for GPUs also NVIDIA's wheels, beside it, where its libraries
 * look for them.
 * @param {"cpu" | "gpu"} device
 * @param {string} [from] a folder made by `./workbook setup --download`
 * @returns {Promise<import("./installation.mjs").Installation>}
 */
export async function fromWheel(device, from) {
  const downloads = join(workbookDir, "download");
  const unpacked = join(workbookDir, "libtensorflow");
  const partial = `${unpacked}.partial`;
  rmSync(partial, { recursive: true, force: true });
  await downloadWheels(device, downloads, { from });
  await unpack(downloads, partial);
  rmSync(unpacked, { recursive: true, force: true });
  renameSync(partial, unpacked);
  rmSync(downloads, { recursive: true, force: true });
  const home = join(unpacked, "tensorflow");
  return { home, include: join(home, "include"), version: tensorflowVersion, device, from: wheelName(device) };
}

/**
 * Downloads the wheels for a device. A complete file is not downloaded again, because pip compares hashes.
 * @param {"cpu" | "gpu"} device
 * @param {string} folder
 * @param {{ from?: string, python?: string, log?: string }} [options]
 */
export async function downloadWheels(device, folder, { from, python = venvPython, log } = {}) {
  mkdirSync(folder, { recursive: true });
  const download = (/** @type {string} */ requirement) =>
    pip(
      requirement,
      // The workbook uses only the C++ libraries, which are the same in the wheels of all Python versions.
      [
        "download",
        "--no-deps",
        "--only-binary=:all:",
        "--python-version=3.12",
        ...pipSource(from),
        `--dest=${folder}`,
        requirement,
      ],
      { python, log },
    );
  await download(`${wheelName(device)}==${tensorflowVersion}`);
  if (device === "cpu") return;
  for (const requirement of await cudaRequirements(folder, python)) await download(requirement);
}

/** @param {"cpu" | "gpu"} device */
function wheelName(device) {
  if (process.arch === "x64") return device === "gpu" ? "tensorflow" : "tensorflow-cpu";
  if (device === "gpu") {
    throw new SetupError(
      "TensorFlow's wheels for aarch64 have no GPU support: set TENSORFLOW_DIR to an installation that has, or WORKBOOK_DEVICE=cpu.",
    );
  }
  return "tensorflow";
}

/**
 * The wheel's own requirements under the extra `and-cuda`, each in one version.
 * @param {string} folder
 * @param {string} python
 */
async function cudaRequirements(folder, python) {
  const wheel = readdirSync(folder).find((name) => name.startsWith(`tensorflow-${tensorflowVersion}-`));
  if (!wheel) throw new SetupError(`TensorFlow's wheel is not in ${folder}: run set-up again.`);
  const program = [
    "import sys, zipfile",
    "wheel = zipfile.ZipFile(sys.argv[1])",
    "print(wheel.read(next(n for n in wheel.namelist() if n.endswith('.dist-info/METADATA'))).decode())",
  ].join("\n");
  const metadata = await run("TensorFlow's wheel", python, ["-c", program, join(folder, wheel)]);
  return parseCudaRequirements(metadata);
}

/**
 * The oldest versions that TensorFlow takes are those that it was built and tested with; newer ones would come untried. NCCL is
 * left out: TensorFlow contains its own (2.20 has NCCL 2.25.1), and another one beside it would take its place.
 * @param {string} metadata a wheel's METADATA
 * @returns {string[]} for example `nvidia-cublas-cu12==12.5.3.2`
 */
export function parseCudaRequirements(metadata) {
  const requirements = metadata.matchAll(
    /^Requires-Dist: (nvidia-[\w-]+)[^;]*>=([\d.]+)[^;]*;.*extra == ["']and-cuda["']/gm,
  );
  return [...requirements]
    .map(([, name, oldest]) => `${name}==${oldest}`)
    .filter((requirement) => !requirement.startsWith("nvidia-nccl-"));
}

/**
 * @param {string} downloads a folder of wheels
 * @param {string} folder
 */
async function unpack(downloads, folder) {
  const script = join(dirname(fileURLToPath(import.meta.url)), "unpack_wheel.py");
  for (const wheel of readdirSync(downloads).filter((name) => name.endsWith(".whl"))) {
    await run("Unpacking TensorFlow", venvPython, [script, join(downloads, wheel), folder]);
  }
}
