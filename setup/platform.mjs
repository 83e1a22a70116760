// @ts-check
import { statfsSync } from "node:fs";
import { SetupError } from "./errors.mjs";
import { root } from "./paths.mjs";
import { ask } from "./run.mjs";

/** The oldest Node that works; tested with 20, 22 and 24. */
export const minimumNode = [20, 9];

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
      `Node ${node} is too old: install Node 20, 22 or 24 (on a cluster often \`module load nodejs\`).`,
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

/**
 * The disk at the workbook's root, in GB. With a GPU, CUDA's libraries need most of it.
 * @returns {{ free: number, needed: number }}
 */
export function space() {
  const { bavail, bsize } = statfsSync(root);
  return { free: (bavail * bsize) / 1e9, needed: wantedDevice() === "gpu" ? 12 : 4 };
}
