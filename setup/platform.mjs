// @ts-check
import { statfsSync } from "node:fs";
import { SetupError } from "./errors.mjs";
import { root } from "./paths.mjs";
import { ask } from "./run.mjs";

/** The oldest Node that works; tested with 20, 22 and 24. */
export const minimumNode = [20, 19];

/**
 * @param {{ platform?: string, arch?: string, node?: string }} [machine] default: this machine
 * @throws {SetupError} when the workbook cannot run on such a machine
 */
export function checkPlatform({ platform = process.platform, arch = process.arch, node = process.versions.node } = {}) {
  if (platform === "darwin" || platform === "win32") {
    const name = platform === "darwin" ? "macOS" : "Windows";
    throw new SetupError(
      `${name} is not supported: use ${platform === "win32" ? "WSL2 (Ubuntu) or " : ""}a container (docs/containers.md), or your site's JupyterHub.`,
    );
  }
  if (platform !== "linux" || !["x64", "arm64"].includes(arch)) {
    throw new SetupError(
      `${platform} on ${arch} is not supported: TensorFlow's libraries come for Linux on x86-64 and aarch64.`,
    );
  }
  const [major, minor] = node.split(".").map(Number);
  if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
    throw new SetupError(
      `Node ${node} is too old: install Node 20, 22 or 24, at least 20.19 (on a cluster often \`module load nodejs\`).`,
    );
  }
}

/**
 * The device TensorFlow is chosen for: `WORKBOOK_DEVICE`, or what nvidia-smi says.
 * @returns {"cpu" | "gpu"}
 */
export function wantedDevice() {
  const device = process.env.WORKBOOK_DEVICE;
  if (device === "cpu" || device === "gpu") return device;
  if (device) throw new SetupError(`WORKBOOK_DEVICE=${device} is not known: use cpu or gpu.`);
  return gpuName() ? "gpu" : "cpu";
}

/** @returns {string | undefined} the first NVIDIA GPU's name */
export function gpuName() {
  return ask("nvidia-smi", ["--query-gpu=name", "--format=csv,noheader"])?.split("\n")[0] || undefined;
}

/** @returns {string | undefined} the C++ compiler: `CXX`, or the first of g++, c++ and clang++ */
export function compiler() {
  const candidates = process.env.CXX ? [process.env.CXX] : ["g++", "c++", "clang++"];
  return candidates.find((name) => ask(name, ["--version"]) !== undefined);
}

/** @throws {SetupError} when no C++ compiler was found */
export function requireCompiler() {
  if (compiler()) return;
  throw new SetupError(
    process.env.CXX
      ? `CXX=${process.env.CXX} is not a C++ compiler that runs: correct or unset it.`
      : "No C++ compiler was found: install one (Debian, Ubuntu: sudo apt install g++; on a cluster often `module load gcc`).",
  );
}

/**
 * What set-up is about to take, in GB.
 * @typedef {{ disk: number, download?: number }} Space
 */

/** @returns {number} the disk that set-up needs, in GB; with a GPU, CUDA's libraries need most of it */
export const neededSpace = () => (wantedDevice() === "gpu" ? 12 : 4);

/** @returns {number} what is free on the disk at the workbook's root, in GB */
export function freeSpace() {
  const { bavail, bsize } = statfsSync(root);
  return (bavail * bsize) / 1e9;
}

/**
 * @param {Space} space
 * @param {number} [free]
 * @throws {SetupError} when the disk has less
 */
export function requireSpace({ disk, download }, free = freeSpace()) {
  if (free >= disk) return;
  const size = download === undefined ? "" : `, of which it downloads ${rounded(download)} GB`;
  throw new SetupError(
    `Set-up needs about ${rounded(disk)} GB${size}, and ${root} has ${free.toFixed(1)} GB free: make room there.`,
  );
}

/** @param {number} size */
const rounded = (size) => String(Math.round(size * 100) / 100);
