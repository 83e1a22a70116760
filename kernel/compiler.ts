/**
 * tslab's TypeScript (a patched 5.0.4), set up for this workbook. tslab hard-codes its compiler's options, so the compiler is
 * replaced, before tslab loads it, by one that changes them.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TypeScript from "@tslab/typescript-for-tslab";
import type { ConvertResult, Converter } from "tslab/dist/converter";
import type { Assistance } from "./assistance";
import type { CellLines } from "./cell-lines";
import { expandShorthand } from "./shorthand";
import { withoutValues, type Unmade } from "./unmade";

/** Functions of tslab's own modules, which its index does not export. */
interface TslabModules {
  createConverter: typeof import("tslab/dist/converter").createConverter;
  isCompleteCode: typeof import("tslab/dist/converter").isCompleteCode;
  createExecutor: typeof import("tslab/dist/executor").createExecutor;
  jupyter: typeof import("tslab/dist/jupyter");
  compiler: typeof TypeScript;
  /** The program of the last check. @throws before the first one. */
  currentProgram: () => TypeScript.Program;
}

/**
 * Loads tslab with a compiler that is strict, finds the installation's packages by name, and does not watch files.
 * @param root the installation, from which a cell's imports are resolved, wherever its notebook is.
 * @param cellLines learns where a cell's lines are in its JavaScript.
 */
export function loadTslab(root: string, cellLines: CellLines): TslabModules {
  const load = createRequire(join(root, "package.json"));
  const path = load.resolve("@tslab/typescript-for-tslab");
  const compiler = load(path) as typeof TypeScript;
  let program: TypeScript.Program | undefined;
  const changed = Object.create(compiler, {
    __esModule: { value: true },
    sys: { value: systemAt(root, compiler.sys) },
    transpileModule: { value: cellLines.transpiling(compiler.transpileModule) },
    createWatchCompilerHost: { value: strictHost(compiler, (made) => (program = made)) },
  }) as typeof TypeScript;
  const loaded = load.cache[path];
  if (loaded) loaded.exports = changed; // the compiler's own exports are read-only
  const converter = load("tslab/dist/converter") as typeof import("tslab/dist/converter");
  const executor = load("tslab/dist/executor") as typeof import("tslab/dist/executor");
  return {
    createConverter: converter.createConverter,
    isCompleteCode: converter.isCompleteCode,
    createExecutor: executor.createExecutor,
    jupyter: load("tslab/dist/jupyter") as typeof import("tslab/dist/jupyter"),
    compiler,
    currentProgram: () => {
      if (!program) throw new Error("no converter has been created");
      return program;
    },
  };
}

/** The compiler's view of the file system: its current folder is `root`, and nothing is watched, since an installation does not change. */
function systemAt(root: string, system: TypeScript.System): TypeScript.System {
  const unwatched = () => ({ close: () => undefined });
  const changed: Partial<TypeScript.System> = {
    getCurrentDirectory: () => root,
    watchFile: unwatched,
    watchDirectory: unwatched,
  };
  return Object.assign(Object.create(system) as TypeScript.System, changed);
}

const plotlyTypes = ["./.workbook/plotly/types/lib/index.d.ts"];

function strictHost(compiler: typeof TypeScript, made: (program: TypeScript.Program) => void) {
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
        inlineSourceMap: true,
        lib: ["lib.es2023.d.ts"],
        moduleResolution: compiler.ModuleResolutionKind.Bundler, // in TypeScript 5.0 the one that reads a package's "exports"
        types: ["node"],
        // Of plotly.js's declarations, 1.2 MB, set-up keeps what is no comment. danfojs names them by another package.
        paths: { "plotly.js-dist": plotlyTypes, "plotly.js-dist-min": plotlyTypes },
      },
      system,
      plainBuilder(compiler, made),
      ...rest,
    );
}

/**
 * Makes programs that keep no record of references between files. TypeScript's usual builder determines anew for each cell
 * which of a thousand files refer to which, and that takes half of a cell's time.
 */
function plainBuilder(
  compiler: typeof TypeScript,
  made: (program: TypeScript.Program) => void,
): TypeScript.CreateProgram<TypeScript.BuilderProgram> {
  const remembering = rememberingHost(compiler);
  return (roots, options, host, old, ...rest) => {
    const names = old && host && namesOnly(compiler, host, old);
    if (names) return names;
    const builder = compiler.createAbstractBuilder(roots, options, host && remembering(host), old, ...rest);
    made(builder.getProgram());
    builder.getProgram().getTypeChecker(); // tslab reads a cell's names, which exist only after this
    // tslab asks for the files that a cell depends on: the program has only this cell, those before it, and their imports.
    const getAllDependencies = () =>
      builder
        .getProgram()
        .getSourceFiles()
        .map(({ fileName }) => fileName);
    return Object.assign(builder, { getAllDependencies });
  };
}

/** What TypeScript keeps for itself. */
interface Internals {
  bindSourceFile(file: TypeScript.SourceFile, options: TypeScript.CompilerOptions): void;
}

const CELL = /\/__tslab__\.ts$/;

/**
 * tslab makes two programs for a cell: one to read the names that the cell declares, and one that checks and compiles it with
 * these names exported. Names need no program.
 * @returns in place of the first one, the program before it, with the cell's names; undefined in place of the second one, and
 * for a cell without names.
 */
function namesOnly(
  compiler: typeof TypeScript,
  host: TypeScript.CompilerHost,
  old: TypeScript.BuilderProgram,
): TypeScript.BuilderProgram | undefined {
  const before = old.getSourceFiles().find(({ fileName }) => CELL.test(fileName));
  const text = before && host.readFile(before.fileName);
  if (!before || text === undefined) return undefined;
  const file = compiler.createSourceFile(before.fileName, text, compiler.ScriptTarget.ES2022);
  (compiler as unknown as Internals).bindSourceFile(file, old.getCompilerOptions());
  const names = [...(file.locals?.keys() ?? [])];
  if (names.length === 0 || text.endsWith(`\nexport {${names.join(", ")}}`)) return undefined;
  const getSourceFile = (name: string) => (CELL.test(name) ? file : old.getSourceFile(name));
  return Object.create(old, { getSourceFile: { value: getSourceFile } }) as TypeScript.BuilderProgram;
}

/**
 * Lets each cell count as importing what the cells before it have imported. Without their imports, TypeScript takes it for a
 * change of the program's structure, and walks through a thousand files again.
 * @returns a function that makes such a host of TypeScript's host.
 */
function rememberingHost(compiler: typeof TypeScript): (host: TypeScript.CompilerHost) => TypeScript.CompilerHost {
  const known = new Map<string, TypeScript.StringLiteral>();
  const seen = new WeakSet<TypeScript.SourceFile>();
  const remember = (file: TypeScript.SourceFile | undefined) => {
    if (!file || seen.has(file) || !/\/__(tslab__|prev__\.d)\.ts$/.test(file.fileName)) return file;
    seen.add(file);
    let imports: TypeScript.StringLiteral[] | undefined;
    // TypeScript collects a file's imports when it first needs them, and compares them with those of the cell before.
    return Object.defineProperty(file, "imports", {
      get: () => imports,
      set: (own: readonly TypeScript.StringLiteral[]) => {
        for (const { text } of own) if (!known.has(text)) known.set(text, compiler.factory.createStringLiteral(text));
        imports = [...known.values()];
      },
    });
  };
  return (host) => {
    const { getSourceFile, getSourceFileByPath } = host;
    const ofCells: Partial<TypeScript.CompilerHost> = {
      getSourceFile: (...about) => remember(getSourceFile.apply(host, about)),
      getSourceFileByPath: getSourceFileByPath && ((...about) => remember(getSourceFileByPath.apply(host, about))),
    };
    return Object.assign(Object.create(host) as TypeScript.CompilerHost, ofCells);
  };
}

/**
 * Handles what tslab overlooks in a cell: variables in shorthand properties, and a top-level `await` in a loop or before
 * brackets, which needs an async cell. Questions about a cell go to the language service, which knows more than tslab passes on.
 * @param unmade what failed cells should have made, which no cell may find as it was before.
 * @param named gives a cell's JavaScript the name that stacks have.
 */
export function mendConverter(
  converter: Converter,
  compiler: typeof TypeScript,
  { inspect, complete }: Assistance,
  unmade: Unmade,
  named: (output: string, source: string) => string,
): Converter {
  return {
    ...converter,
    inspect,
    complete,
    convert(declarations: string, source: string): ConvertResult {
      const known = withoutValues(compiler, declarations, unmade);
      const result = converter.convert(known, expandShorthand(compiler, source));
      if (/\bawait\b/.test(source)) result.hasToplevelAwait = true;
      return { ...result, output: result.output && named(result.output, source) };
    },
  };
}
