import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../temporary";

const script = join(__dirname, "..", "..", "setup", "tensorflow", "unpack_wheel.py");

/** Makes a wheel of empty files with these modes. */
const make = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for name, mode in [("nvidia/cuda_nvcc/bin/ptxas", 0o100744), ("nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc", 0o100600),
                       ("nvidia/cuda_nvcc/include/cuda.h", 0o100644), ("tensorflow/python/keras.py", 0o100644)]:
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        wheel.writestr(info, "")
`;

it("takes what the engine needs, for every account of the machine: CUDA's compiler can be run, the rest read", () => {
  const folder = temporaryFolder("wheel");
  const unpacked = join(folder, "unpacked");
  execFileSync("python3", ["-c", make, join(folder, "nvcc.whl")]);
  execFileSync("python3", [script, join(folder, "nvcc.whl"), unpacked]);
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const modes = files.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toEqual({ ptxas: 0o755, "libdevice.10.bc": 0o644 });
});
