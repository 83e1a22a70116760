import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { precisionOn } from "../../lib/training/precision";
import { temporaryFolder } from "../temporary";

/** A machine whose GPUs have these compute capabilities. */
function gpus(...capabilities: string[]): void {
  const folder = temporaryFolder("nvidia-smi");
  writeFileSync(join(folder, "nvidia-smi"), `#!/bin/sh\n${capabilities.map((each) => `echo ${each}`).join("\n")}\n`);
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("CUDA_VISIBLE_DEVICES", undefined);
}

const mixedOn = (device: "cpu" | "gpu", joins: boolean) => precisionOn({ device, joins }, "mixed");

it("mixed is bfloat16, which needs no loss scale; on GPUs where they have it and TensorFlow joins nothing in float16", () => {
  gpus("9.0", "8.0");
  expect([mixedOn("gpu", false), mixedOn("cpu", true)]).toEqual(["mixed_bfloat16", "mixed_bfloat16"]);
  expect(mixedOn("gpu", true)).toBe("mixed_float16");
  gpus("9.0", "7.5");
  expect(mixedOn("gpu", false)).toBe("mixed_float16");
  gpus("[N/A]");
  expect(mixedOn("gpu", false)).toBe("mixed_float16");
  gpus();
  expect(mixedOn("gpu", false)).toBe("mixed_float16");
});

it("every device has both formats, and float32 where nothing is said", () => {
  expect(precisionOn({ device: "cpu", joins: true }, "mixed_float16")).toBe("mixed_float16");
  expect(precisionOn({ device: "gpu", joins: true }, "mixed_bfloat16")).toBe("mixed_bfloat16");
  for (const device of ["cpu", "gpu"] as const) expect(precisionOn({ device, joins: true })).toBe("float32");
});
