import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { queryGpus, queryGpusNow, readGpuRows, usableGpuCount, visibleGpus } from "../../lib/system/nvidia-smi";
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
  await queryGpus({ fields: ["name"], units: true });
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

it.each([
  ["2,3", ["2", "3"]],
  [" 1, 1,0", ["1", "0"]],
  ["-1", []],
  ["", []],
  ["NoDevFiles", []],
  ["0,-1,1", ["0"]],
  ["GPU-8932f937", ["GPU-8932f937"]],
  ["MIG-feb88891-0321-5fef-9c87-d4af3b54259e", ["MIG-feb88891-0321-5fef-9c87-d4af3b54259e"]],
  [undefined, undefined],
])("of CUDA_VISIBLE_DEVICES=%s, the process may use %j, and asks about no others", async (gpus, visible) => {
  expect(visibleGpus(gpus)).toEqual(visible);
  pretend('for flag; do :; done; case $flag in --id=*) IFS=,; echo "asked" $flag;; *) echo all;; esac');
  const asked = [{ name: visible === undefined ? "all" : `asked --id=${visible.join(" ")}` }];
  expect(await queryGpus({ fields: ["name"], gpus })).toEqual(visible?.length === 0 ? [] : asked);
  expect(queryGpusNow({ fields: ["name"], gpus })).toEqual(visible?.length === 0 ? [] : asked);
});

it.each([
  ["2,3", 2],
  ["-1", 0],
  ["", 0],
  ["MIG-feb88891-0321-5fef-9c87-d4af3b54259e", 1],
  ["MIG-1,MIG-2", 1],
  ["0,-1,1", 1],
  [undefined, 8],
])("with CUDA_VISIBLE_DEVICES=%s of a node with 8 GPUs, %i may be used", async (visible, count) => {
  pretend(
    "ids=0,1,2,3,4,5,6,7; for flag; do case $flag in --id=MIG*) exit 6;; --id=*) ids=${flag#--id=};; esac; done; IFS=,; printf '%s\\n' $ids",
  );
  vi.stubEnv("CUDA_VISIBLE_DEVICES", visible);
  expect(await usableGpuCount()).toBe(count);
});

it("leaves out lines that are not of the answer, and takes quotes for what they are", () => {
  const text = 'Unable to determine the device handle\n\n1, 2, A "GPU"\n3, 4\n';
  expect(readGpuRows(["index", "memory.used", "name"], text)).toEqual([
    { index: "1", "memory.used": "2", name: 'A "GPU"' },
  ]);
  expect(readGpuRows(["index"], "")).toEqual([]);
});
