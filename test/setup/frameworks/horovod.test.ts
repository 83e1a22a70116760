import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { edits, patchHorovod } from "../../../setup/frameworks/horovod-patch.mjs";
import { temporaryFolder } from "../../temporary";

const root = resolve(import.meta.dirname, "../../..");

describe("the step that compiles Horovod", () => {
  let clone: string;
  const at = (...path: string[]) => join(clone, ...path);
  const frameworks = (...path: string[]) => at(".workbook", "frameworks", ...path);

  // A Python that plays pip: it writes down what it was asked, and compiles as the file `compiler` says.
  const python = `#!/bin/sh
cd "$(dirname "$0")/../../../.."
case "$*" in
  *platform.python_version*) echo 3.11.2; exit ;;
  *"import horovod."*) echo import >> calls; exit ;;
esac
echo "$3" >> calls
for word; do case $word in --dest=*) dest=\${word#*=};; --wheel-dir=*) wheels=\${word#*=};; esac; last=$word; done
case $3 in
  download) mkdir -p made/horovod-0.28.1; tar -czf "$dest/horovod-0.28.1.tar.gz" -C made horovod-0.28.1 ;;
  wheel) echo compiled >> "$last/objects"; cp "$last/objects" seen; . ./compiler; mkdir -p "$wheels"; touch "$wheels/horovod.whl" ;;
  install) touch "$(dirname "$0")/horovodrun" ;;
esac
`;

  beforeEach(() => {
    clone = temporaryFolder("horovod");
    cpSync(join(root, "setup"), at("setup"), { recursive: true });
    cpSync(join(root, "kernel"), at("kernel"), { recursive: true });
    mkdirSync(frameworks("mxnet", "bin"), { recursive: true });
    writeFileSync(frameworks("mxnet", "bin", "python"), python, { mode: 0o755 });
    mkdirSync(at("bin"));
    writeFileSync(at("bin", "make"), "#!/bin/sh\n", { mode: 0o755 }); // the pip above calls none, but the step looks for it
    compiler("");
  });

  const compiler = (script: string) => writeFileSync(at("compiler"), script);
  const calls = () => {
    const lines = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8").trim().split("\n") : [];
    rmSync(at("calls"), { force: true });
    return lines;
  };
  /** Runs the step unless it is done, as set-up does, and returns how that ended. */
  function step(env: NodeJS.ProcessEnv = {}) {
    const program = `
      import { horovodStep } from "./setup/frameworks/horovod.mjs";
      const step = horovodStep({ name: "mxnet", horovod: ["mxnet"] }, undefined);
      if (!step.done()) {
        try { step.check(); await step.run({}); } catch (error) { console.log(error.message); process.exit(1); }
      }`;
    const words = ["--input-type=module", "-e", program];
    const options = {
      cwd: clone,
      encoding: "utf8",
      env: { ...process.env, PATH: `${at("bin")}:${process.env.PATH ?? ""}`, ...env },
    } as const;
    const { status, signal, stdout } = spawnSync(process.execPath, words, options);
    return { ended: signal ?? status, stdout };
  }

  test("makes it once, and keeps the wheel for another environment of the same versions", () => {
    expect(step().ended).toBe(0);
    expect(calls()).toEqual(["download", "wheel", "install", "import"]);
    expect(existsSync(frameworks("build", readdirSync(frameworks("wheels"))[0]))).toBe(false);
    step();
    expect(calls()).toEqual([]);
    rmSync(frameworks("mxnet", "bin", "horovodrun"));
    step();
    expect(calls()).toEqual(["install", "import"]);
  });

  test("compiles anew for other versions", () => {
    step();
    calls();
    writeFileSync(at("setup", "frameworks", "mxnet.txt"), "mxnet==2.0\n");
    expect(step().ended).toBe(0);
    expect(calls()).toContain("wheel");
    expect(readdirSync(frameworks("wheels"))).toHaveLength(2);
  });

  test("continues after it was killed, with what had been compiled", () => {
    compiler("kill -9 $PPID; sleep 1");
    expect(step().ended).toBe("SIGKILL");
    compiler("");
    expect(step().ended).toBe(0);
    expect(calls()).toEqual(["download", "wheel", "wheel", "install", "import"]);
    expect(readFileSync(at("seen"), "utf8")).toBe("compiled\ncompiled\n");
  });

  test("says the compiler's own error in one line, and begins anew after it", () => {
    compiler(
      'echo "a.cc:3:10: fatal error: b.h: No such file" >&2; echo "error: subprocess-exited-with-error"; exit 1',
    );
    const { ended, stdout } = step();
    expect(ended).toBe(1);
    expect(stdout).toMatch(
      /^Compiling Horovod failed: a\.cc:3:10: fatal error: b\.h: No such file \(all of its output: /,
    );
    compiler("");
    step();
    expect(readFileSync(at("seen"), "utf8")).toBe("compiled\n");
  });

  test("says which tool is missing before it begins", () => {
    expect(step({ CXX: "no-such-compiler" }).stdout).toBe(
      "CXX=no-such-compiler is not a C++ compiler that runs: correct or unset it.\n",
    );
    expect(calls()).toEqual([]);
  });
});

describe("the edits of Horovod's source", () => {
  const source = (lines: (before: string) => string) => {
    const folder = temporaryFolder("source");
    for (const { file, before } of edits) {
      mkdirSync(join(folder, file, ".."), { recursive: true });
      writeFileSync(join(folder, file), `project(horovod CXX)\n    ${lines(before)}\n`);
    }
    return folder;
  };

  test("ask for C++17, and leave XLA's calls out", () => {
    const folder = source((before) => before);
    patchHorovod(folder);
    const text = edits.map(({ file }) => readFileSync(join(folder, file), "utf8")).join("");
    expect(text.match(/set\(CMAKE_CXX_STANDARD 17\)/g)).toHaveLength(2);
    expect(text).not.toMatch(/CMAKE_CXX_STANDARD 14|xla_mpi_ops/);
    expect(text.match(/project\(horovod CXX\)/g)).toHaveLength(3);
  });

  test("refuse another source", () => {
    expect(() => patchHorovod(source(() => "set(CMAKE_CXX_STANDARD 20)"))).toThrow(
      "Horovod's CMakeLists.txt has no line `set(CMAKE_CXX_STANDARD 14)`: set-up's edits are for Horovod 0.28.1.",
    );
  });
});
