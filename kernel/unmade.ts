import type * as TypeScript from "@tslab/typescript-for-tslab";

// tslab keeps what an earlier run of a cell has made when the cell fails. A check would then judge a function that its cell no longer has.

type Compiler = typeof TypeScript;

/** The values that failed cells should have made or imported, and the number of each one's cell. */
export type Unmade = ReadonlyMap<string, number>;

/** The names of the values that a cell makes: its variables, functions, classes and enums. */
export function valuesOf(compiler: Compiler, source: string): string[] {
  return parsed(compiler, source).statements.flatMap((statement) => namesIn(compiler, statement));
}

/** The names that a cell imports. */
export function importsOf(compiler: Compiler, source: string): string[] {
  return parsed(compiler, source).statements.flatMap((statement) => {
    const clause = compiler.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    const named = bindings && (compiler.isNamedImports(bindings) ? bindings.elements : [bindings]);
    return [...(clause?.name ? [clause.name.text] : []), ...(named ?? []).map(({ name }) => name.text)];
  });
}

/** What tslab knows of earlier cells, without these values. */
export function withoutValues(compiler: Compiler, declarations: string, names: Unmade): string {
  if (names.size === 0) return declarations;
  const file = parsed(compiler, declarations);
  const kept = file.statements.map((statement) => {
    const made = namesIn(compiler, statement);
    if (!made.some((name) => names.has(name))) return statement.getText(file);
    if (!compiler.isVariableStatement(statement)) return "";
    const variables = statement.declarationList.declarations.filter(({ name }) => !names.has(name.getText(file)));
    const keyword = statement.declarationList.flags & compiler.NodeFlags.Const ? "const" : "let";
    return variables.map((variable) => `declare ${keyword} ${variable.getText(file)};`).join("\n");
  });
  return kept.join("\n");
}

const parsed = (compiler: Compiler, text: string): TypeScript.SourceFile =>
  compiler.createSourceFile("cell.ts", text, compiler.ScriptTarget.Latest, true);

function namesIn(compiler: Compiler, statement: TypeScript.Statement): string[] {
  if (compiler.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => bound(compiler, name));
  }
  const isNamed =
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function bound(compiler: Compiler, name: TypeScript.BindingName): string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((each) => (compiler.isBindingElement(each) ? bound(compiler, each.name) : []));
}
