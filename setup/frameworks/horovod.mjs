// @ts-check
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { SetupError } from "../errors.mjs";
import { pip, pipSource } from "../pip.mjs";
import { requireCompiler } from "../platform.mjs";
import { minorVersion } from "../python.mjs";
import { ask, endingWithSetUp, run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { edits, patchHorovod } from "./horovod-patch.mjs";
import { folderOf, frameworks, pythonOf, sourcesOf } from "./places.mjs";

/** The last release of Horovod. There are no wheels of it: it is compiled against the frameworks that it serves. */
export const horovod = "horovod==0.28.1";

/** The name of its source's archive, and of the folder in it. */
const archive = "horovod-0.28.1";

/** Downloads Horovod's source. pip runs its setup.py to learn its name, with what the environment has. */
export const sourceFlags = ["--no-deps", "--no-build-isolation", "--no-binary=horovod"];

/**
 * The step that compiles Horovod for frameworks and installs it. The wheel is kept, so that it is compiled once for each set
 * of versions; an interrupted compilation continues with the files that were not compiled yet.
 * @param {import("./plan.mjs").Planned} planned
 * @param {import("../steps/step.mjs").Step} packages
 * @returns {import("../steps/step.mjs").Step}
 */
export function horovodStep({ name, horovod: served }, packages) {
  const [folder, python, stampName] = [folderOf(name), pythonOf(name), `frameworks-${name}-horovod`];
  const parts = () => [horovod, ...served, ...sourcesOf(name), name === "newest" ? JSON.stringify(edits) : ""];
  const currentHash = () => hashOf([...parts(), folder]);
  return {
    title: `${name}: Horovod for ${served.map((each) => titles[each]).join(", ")} (compiling takes minutes)`,
    after: [packages],
    done: () => isStamped(stampName, currentHash()) && existsSync(join(folder, "bin", "horovodrun")),
    check: () => name !== "study" && requireTools(), // the study's tools are Debian packages
    async run({ from }) {
      unstamp(stampName);
      const version = ask(python, ["-c", "import platform; print(platform.python_version())"]) ?? "";
      const key = `${name}-${hashOf([...parts(), minorVersion(version)]).slice(0, 8)}`;
      const wheels = join(frameworks, "wheels", key);
      if (!existsSync(wheels)) await compile({ name, horovod: served }, wheels, join(frameworks, "build", key), from);
      const [wheel] = readdirSync(wheels);
      await pip("Horovod", ["install", "--no-deps", "--no-index", "--force-reinstall", join(wheels, wheel)], {
        python,
      });
      for (const each of served) {
        // The import loads what was compiled. hvd.init() would do more, but fails where the host's name has no address.
        const program = `import horovod.${each} as hvd; assert hvd.gloo_built()`;
        const env = { ...process.env, TF_CPP_MIN_LOG_LEVEL: "3" }; // only errors
        await run(`Horovod for ${titles[each]}`, python, ["-c", program], { env });
      }
      stamp(stampName, currentHash());
    },
  };
}

const titles = { tensorflow: "TensorFlow", torch: "PyTorch", mxnet: "MXNet" };

/**
 * @param {import("./plan.mjs").Planned} planned
 * @param {string} wheels the folder to make, with one wheel in it
 * @param {string} build the folder in which it is compiled; removed at the end
 * @param {string} [from]
 */
async function compile({ name, horovod: served }, wheels, build, from) {
  const python = pythonOf(name);
  const source = join(build, archive);
  if (!existsSync(build)) {
    const partial = `${build}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    const flags = [...sourceFlags, ...pipSource(from), `--dest=${partial}`];
    await pip("Horovod's source", ["download", ...flags, horovod], { python });
    await run("Horovod's source", "tar", ["-xzf", join(partial, `${archive}.tar.gz`), "-C", partial]);
    if (name === "newest") patchHorovod(join(partial, archive));
    renameSync(partial, build);
  }
  const uses = Object.keys(titles).map((each) => {
    const use = served.some((one) => one === each) ? "WITH" : "WITHOUT";
    return [`HOROVOD_${use}_${each === "torch" ? "PYTORCH" : each.toUpperCase()}`, "1"];
  });
  const env = {
    ...process.env,
    ...Object.fromEntries(uses),
    ...{ HOROVOD_WITH_GLOO: "1", HOROVOD_WITHOUT_MPI: "1" },
    // Horovod alone would start eight compilers, which take up to 2 GB of memory each.
    MAKEFLAGS:
      process.env.MAKEFLAGS ?? `-j${Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2e9)))}`,
    ...(name === "study" ? {} : { HOROVOD_CMAKE: join(folderOf(name), "bin", "cmake") }), // from PyPI
  };
  const partial = `${wheels}.partial`;
  try {
    // The log gets the compilers' output by -v. When pip ends early, they end, because nobody reads what they print.
    const flags = ["-v", "--no-deps", "--no-build-isolation", `--wheel-dir=${partial}`];
    const [command, ...words] = [...endingWithSetUp(), python, "-m", "pip", "wheel", ...flags, source];
    await run("Compiling Horovod", command, words, { env });
  } catch (error) {
    rmSync(build, { recursive: true, force: true }); // it may contain what made it fail
    throw error;
  }
  renameSync(partial, wheels);
  rmSync(build, { recursive: true, force: true });
}

/** @throws {SetupError} when a tool that compiles Horovod is missing */
function requireTools() {
  requireCompiler();
  if (ask("make", ["--version"]) === undefined) {
    throw new SetupError("make was not found: install it (Debian, Ubuntu: sudo apt install make).");
  }
}
