/**
 * tslab's TypeScript (a patched 5.0.4), set up for this workbook. tslab hard-codes its compiler's options, so they are
 * changed on the way into the compiler, before tslab loads it.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TypeScript from "@tslab/typescript-for-tslab";
import type { ConvertResult, Converter } from "tslab/dist/converter";
import { expandShorthand } from "./shorthand";

/** tslab's own modules, which it does not export by name. */
interface TslabModules {
  createConverter: typeof import("tslab/dist/converter").createConverter;
  isCompleteCode: typeof import("tslab/dist/converter").isCompleteCode;
  createExecutor: typeof import("tslab/dist/executor").createExecutor;
  printQuickInfo: typeof import("tslab/dist/inspect").printQuickInfo;
  jupyter: typeof import("tslab/dist/jupyter");
  compiler: typeof TypeScript;
}

/**
 * Loads tslab with a compiler that is strict, knows the installation's packages by name, and does not watch files.
 * @param root the installation: a cell's imports are found from there, wherever its notebook lies.
 */
export function loadTslab(root: string): TslabModules {
  const load = createRequire(join(root, "package.json"));
  const path = load.resolve("@tslab/typescript-for-tslab");
  const compiler = load(path) as typeof TypeScript;
  const changed = Object.create(compiler, {
    __esModule: { value: true },
    sys: { value: systemAt(root, compiler.sys) },
    createWatchCompilerHost: { value: strictHost(compiler) },
  }) as typeof TypeScript;
  const loaded = load.cache[path];
  if (loaded) loaded.exports = changed; // the compiler's own exports are read-only
  const converter = load("tslab/dist/converter") as typeof import("tslab/dist/converter");
  const executor = load("tslab/dist/executor") as typeof import("tslab/dist/executor");
  const inspect = load("tslab/dist/inspect") as typeof import("tslab/dist/inspect");
  return {
    createConverter: converter.createConverter,
    isCompleteCode: converter.isCompleteCode,
    createExecutor: executor.createExecutor,
    printQuickInfo: inspect.printQuickInfo,
    jupyter: load("tslab/dist/jupyter") as typeof import("tslab/dist/jupyter"),
    compiler,
  };
}

/** The file system as the compiler sees it: standing in `root`, and not watched (a shared installation does not change). */
function systemAt(root: string, system: TypeScript.System): TypeScript.System {
  const unwatched = () => ({ close: () => undefined });
  const changed: Partial<TypeScript.System> = {
    getCurrentDirectory: () => root,
    watchFile: unwatched,
    watchDirectory: unwatched,
  };
  return Object.assign(Object.create(system) as TypeScript.System, changed);
}

function strictHost(compiler: typeof TypeScript) {
  const create = compiler.createWatchCompilerHost as (
    files: string[],
    options: TypeScript.CompilerOptions,
    system: TypeScript.System,
    createProgram: unknown,
    ...rest: unknown[]
  ) => unknown;
  return (
    files: string[],
    options: TypeScript.CompilerOptions,
    system: TypeScript.System,
    _createProgram: unknown,
    ...rest: unknown[]
  ) =>
    create(
      files,
      {
        ...options,
        strict: true,
        lib: ["lib.es2023.d.ts"],
        moduleResolution: compiler.ModuleResolutionKind.Bundler, // the one of 5.0 that reads a package's "exports"
        types: ["node"],
      },
      system,
      plainBuilder(compiler),
      ...rest,
    );
}

/**
 * Makes programs that note nothing about their files: TypeScript's usual way finds out anew for each cell which of a
 * thousand files refer to which, half of a cell's time.
 */
function plainBuilder(compiler: typeof TypeScript): TypeScript.CreateProgram<TypeScript.BuilderProgram> {
  return (...given) => {
    const builder = compiler.createAbstractBuilder(...given);
    builder.getProgram().getTypeChecker(); // tslab reads a cell's names, which are there once it is made
    // What a cell depends on, for tslab: nothing is in the program but this cell, those before it, and what they import.
    const getAllDependencies = () =>
      builder
        .getProgram()
        .getSourceFiles()
        .map(({ fileName }) => fileName);
    return Object.assign(builder, { getAllDependencies });
  };
}

/** What tslab overlooks in a cell: variables in shorthand properties, and that an outer `for await` needs an async cell. */
export function mendConverter(converter: Converter, compiler: typeof TypeScript): Converter {
  return {
    ...converter,
    convert(declarations: string, source: string): ConvertResult {
      const result = converter.convert(declarations, expandShorthand(compiler, source));
      if (/\bfor\s+await\b/.test(source)) result.hasToplevelAwait = true;
      return result;
    },
  };
}
