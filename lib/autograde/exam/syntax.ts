import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TypeScript from "@tslab/typescript-for-tslab";
import { workbookRoot } from "../../system/workbook";

let loaded: typeof TypeScript | undefined;

/** The compiler of the notebooks' kernel. */
export function compiler(): typeof TypeScript {
  const load = createRequire(join(workbookRoot, "package.json"));
  loaded ??= load("@tslab/typescript-for-tslab") as typeof TypeScript;
  return loaded;
}

/** Whether code is a program by itself, as far as its syntax says. */
export function isWhole(source: string): boolean {
  try {
    const { diagnostics = [] } = compiler().transpileModule(source, { reportDiagnostics: true });
    return diagnostics.length === 0;
  } catch {
    return false; // nested too deeply to be read
  }
}

/** The names that code declares for the cells after it, as far as its syntax can be read. */
export function declaredIn(source: string): string[] {
  const ts = compiler();
  const names: string[] = [];
  const bind = (name: TypeScript.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name);
  };
  try {
    for (const statement of ts.createSourceFile("cell.ts", source, ts.ScriptTarget.Latest).statements) {
      if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) bind(name);
      if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
        bind(statement.name);
    }
  } catch {
    return []; // nested too deeply to be read
  }
  return names;
}
