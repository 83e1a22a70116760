import { mkdtemp, readFile, rm, symlink, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type TypeScript from "typescript";
import { workbookRoot } from "../system/workbook";

/** A user's own program, compiled. */
interface CompiledProgram {
  /** The JavaScript file, which finds `parallel-training` although it lies elsewhere. */
  file: string;
  /** Deletes what was compiled. */
  dispose: () => Promise<void>;
}

/**
 * Compiles a user's own program in TypeScript, such as a changed copy of a chapter's, to a folder beside it. Node and TypeScript
 * look for packages in all folders above a program, and everybody can write to those of temporary files.
 * @param file ends in `.mts` or `.ts`, in a folder that can be written.
 * @throws up to three lines with the compiler's errors: the line of the program and what is wrong.
 */
export async function compileProgram(file: string): Promise<CompiledProgram> {
  const { default: ts } = await import("typescript");
  const folder = await mkdtemp(join(dirname(resolve(file)), ".compiled-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const name = basename(file).replace(/\.m?ts$/, "");
    const source = join(folder, `${name}.mts`);
    await writeFile(source, await readFile(file));
    // A package without a name: else a package.json above could call itself parallel-training.
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await mkdir(join(folder, "node_modules"));
    await symlink(workbookRoot, join(folder, "node_modules", "parallel-training"));
    const program = ts.createProgram([source], optionsOf(ts));
    const errors = ts.getPreEmitDiagnostics(program).filter(({ file: of }) => of?.fileName === source);
    if (errors.length > 0)
      throw new Error(
        errors
          .slice(0, 3)
          .map((error) => inWords(ts, error))
          .join("\n"),
      );
    program.emit();
    return { file: join(folder, `${name}.mjs`), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function optionsOf(ts: typeof TypeScript): TypeScript.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    skipLibCheck: true,
    typeRoots: [join(workbookRoot, "node_modules", "@types")],
    types: ["node"],
  };
}

function inWords(ts: typeof TypeScript, { file, start, messageText }: TypeScript.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, " ");
  if (!file || start === undefined) return message;
  return `Line ${file.getLineAndCharacterOfPosition(start).line + 1} of the program: ${message}`;
}
