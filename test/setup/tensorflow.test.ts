import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { installation } from "../../lib/tensorflow/installation";
import { compiler } from "../../setup/platform.mjs";
import { searchedAtRunTime } from "../../setup/steps/addon.mjs";
import { fromDirectory } from "../../setup/tensorflow/existing.mjs";
import { parseCudaRequirements } from "../../setup/tensorflow/wheel.mjs";
import { temporaryFolder } from "../temporary";

test.each(["x, y", "a#b", "100%", "it's -rpath"])(
  "a library finds those that it needs in a folder named %s",
  (name) => {
    const folder = join(temporaryFolder("linked"), name);
    mkdirSync(folder);
    const files = {
      "needed.cc": 'extern "C" int needed() { return 0; }',
      "main.cc": 'extern "C" int needed(); int main() { return needed(); }',
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const compile = (...words: string[]) => execFileSync(compiler() ?? "g++", words, { cwd: folder });
    compile("-shared", "-fPIC", "-o", "libneeded.so", "needed.cc");
    compile("main.cc", "-L", folder, "-l:libneeded.so", ...searchedAtRunTime(folder), "-o", "main");
    execFileSync(join(folder, "main"));
  },
);

describe("TENSORFLOW_DIR", () => {
  const folder = () => temporaryFolder("tensorflow");
  const { home } = installation();

  test("may be TensorFlow's own folder or the one above it", () => {
    expect(fromDirectory(home, "cpu")).toMatchObject({ home, version: "2.20.0", device: "cpu", from: home });
    expect(fromDirectory(dirname(home), "cpu").home).toBe(home);
  });

  test("may be an installation with lib/ and include/", () => {
    const prefix = folder();
    mkdirSync(join(prefix, "lib"));
    for (const name of ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"]) {
      symlinkSync(join(home, name), join(prefix, "lib", name));
    }
    symlinkSync(join(home, "include"), join(prefix, "include"));
    expect(fromDirectory(prefix, "cpu")).toMatchObject({ home: join(prefix, "lib"), include: join(prefix, "include") });
  });

  test("that is wrong is named, with the remedy", () => {
    expect(() => fromDirectory("/nowhere", "cpu")).toThrow(/^TENSORFLOW_DIR=\/nowhere is not a folder\. Set it to/);
    const empty = folder();
    expect(() => fromDirectory(empty, "cpu")).toThrow(/has no libtensorflow_cc\.so\.2/);
    for (const name of ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"]) writeFileSync(join(empty, name), "");
    expect(() => fromDirectory(empty, "cpu")).toThrow(/has no headers/);
    symlinkSync(join(home, "include"), join(empty, "include"));
    expect(() => fromDirectory(empty, "cpu")).toThrow(/cannot be loaded on this machine/);
  });
});

test("what the wheel needs for GPUs is read from it, in the versions that it was built with, without NCCL, which it contains", () => {
  const metadata = [
    "Requires-Dist: numpy>=1.26.0",
    'Requires-Dist: nvidia-cublas-cu12<13.0,>=12.5.3.2; extra == "and-cuda"',
    'Requires-Dist: nvidia-cudnn-cu12<10.0,>=9.3.0.75; extra == "and-cuda"',
    'Requires-Dist: nvidia-nccl-cu12<3.0,>=2.25.1; extra == "and-cuda"',
  ].join("\n");
  expect(parseCudaRequirements(metadata)).toEqual(["nvidia-cublas-cu12==12.5.3.2", "nvidia-cudnn-cu12==9.3.0.75"]);
});
