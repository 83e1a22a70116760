import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { queryGpus, readGpuRows } from "../../lib/system/nvidia-smi";
import { temporaryFolder } from "../temporary";

/** A folder whose nvidia-smi is the only one on the search path. */
function pretend(script: string): string {
  const folder = temporaryFolder("nvidia-smi");
  writeFileSync(join(folder, "nvidia-smi"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  vi.stubEnv("PATH", folder);
  return folder;
}

it("gives a row for each GPU, by the fields that were asked for", async () => {
  const folder = pretend('echo "$@" > "${0%/*}/flags"; echo "NVIDIA X, 81559"; echo "NVIDIA Y, [N/A]"');
  expect(await queryGpus({ fields: ["name", "memory.total"], gpus: "0,1" })).toEqual([
    { name: "NVIDIA X", "memory.total": "81559" },
    { name: "NVIDIA Y", "memory.total": "[N/A]" },
  ]);
  const flags = () => readFileSync(join(folder, "flags"), "utf8").trim();
  expect(flags()).toBe("--query-gpu=name,memory.total --format=csv,noheader,nounits --id=0,1");
  await queryGpus({ fields: ["name"], gpus: "", units: true });
  expect(flags()).toBe("--query-gpu=name --format=csv,noheader");
});

it("gives none where there is no GPU, no answer, or no nvidia-smi", async () => {
  pretend("echo 'No devices were found'; exit 6");
  expect(await queryGpus({ fields: ["index"] })).toEqual([]);
  pretend("exec /bin/sleep 20");
  expect(await queryGpus({ fields: ["index"] }, 100)).toEqual([]);
  vi.stubEnv("PATH", "/nowhere");
  expect(await queryGpus({ fields: ["index"] })).toEqual([]);
});

it("leaves out lines that are not of the answer, and takes quotes for what they are", () => {
  const text = 'Unable to determine the device handle\n\n1, 2, A "GPU"\n3, 4\n';
  expect(readGpuRows(["index", "memory.used", "name"], text)).toEqual([
    { index: "1", "memory.used": "2", name: 'A "GPU"' },
  ]);
  expect(readGpuRows(["index"], "")).toEqual([]);
});
