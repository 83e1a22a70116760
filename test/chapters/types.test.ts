import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { lessonCells, text } from "./lesson";

/** A lesson's cells as one program. A cell may declare a name again, as in the kernel: so each one is in a block of the one before. */
function programOf(name: string): string {
  const imports: string[] = [];
  const blocks = lessonCells("solutions", name)
    .filter(({ cell_type: type }) => type === "code")
    .map((cell) => {
      const file = ts.createSourceFile("cell.mts", text(cell), ts.ScriptTarget.Latest);
      const isImport = (statement: ts.Statement): boolean => ts.isImportDeclaration(statement);
      imports.push(...file.statements.filter(isImport).map((statement) => statement.getText(file)));
      return file.statements
        .filter((statement) => !isImport(statement))
        .map((statement) => statement.getFullText(file));
    });
  return [...imports, ...blocks.map((statements) => `{\n${statements.join("")}\n`), "}\n".repeat(blocks.length)].join(
    "\n",
  );
}

/** What the compiler takes for the workbook's own files. */
function workbookOptions(): ts.CompilerOptions {
  const read = ts.readConfigFile(join(workbookRoot, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent({ ...read.config, include: [] }, ts.sys, workbookRoot).options;
}

it("the lessons' cells have the types that the workbook's functions take", () => {
  const lessons = readdirSync(join(workbookRoot, "solutions"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ipynb") && !file.includes("checkpoints"))
    .map((file) => file.slice(0, -".ipynb".length));
  expect(lessons.length).toBeGreaterThan(8);
  const programs = new Map(
    lessons.map((name) => [join(workbookRoot, "chapters", `${name}.cells.mts`), programOf(name)]),
  );
  const options = workbookOptions();
  // Without `outDir` the compiler takes the workbook's own package from dist/, as the kernel does, and checks the cells alone.
  const once = { outDir: undefined, noEmit: true, composite: false };
  const settings = { ...options, ...once, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile } = host;
  host.getCurrentDirectory = () => workbookRoot; // other tests of this process work in folders of their own
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  const program = ts.createProgram([...programs.keys()], settings, host);
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(file.text.lastIndexOf("\n", start) + 1).split("\n")[0];
    return `${file?.fileName}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(found).toEqual([]);
});

/** What programs and cells can import by name, by the built file of its room. */
function importable(): { checker: ts.TypeChecker; rooms: Map<string, ts.Symbol[]> } {
  const { exports } = JSON.parse(readFileSync(join(workbookRoot, "package.json"), "utf8")) as {
    exports: Record<string, string>;
  };
  const lessons = readdirSync(join(workbookRoot, "solutions"));
  const entries = Object.values(exports)
    .flatMap((entry) => (entry.includes("*") ? lessons.map((lesson) => entry.replace("*", lesson)) : [entry]))
    .map((entry) => join(workbookRoot, entry.replace(/\.js$/, ".d.ts")));
  const program = ts.createProgram(entries, { ...workbookOptions(), noEmit: true, composite: false });
  const checker = program.getTypeChecker();
  const unaliased = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const symbolsOf = (entry: string): ts.Symbol[] =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!).map(unaliased);
  return { checker, rooms: new Map(entries.map((entry) => [entry, symbolsOf(entry)])) };
}

it("every value that programs can import from lib/ and datasets/ is described", () => {
  const { checker, rooms } = importable();
  const own = join(workbookRoot, "dist");
  const values = [...rooms]
    .filter(([entry]) => !/dist\/(chapters|solutions|lib\/autograde)\//.test(entry))
    .flatMap(([entry, symbols]) =>
      symbols.filter(({ flags }) => flags & ts.SymbolFlags.Value).map((symbol) => ({ entry, symbol })),
    )
    .filter(({ symbol }) => symbol.declarations?.[0].getSourceFile().fileName.startsWith(own)); // not TensorFlow.js itself
  expect(values.length).toBeGreaterThan(100);
  const bare = values.filter(({ symbol }) => symbol.getDocumentationComment(checker).length === 0);
  expect(bare.map(({ entry, symbol }) => `${symbol.name} of ${entry}`)).toEqual([]);
});

// The kernel writes down the type of each cell's variables for later cells, and refuses a type that it cannot import by name.
it("every type that a function for cells returns can be imported by name", () => {
  const { checker, rooms } = importable();
  const own = join(workbookRoot, "dist");
  const exported = [...rooms.values()].flat();
  const named = new Set(exported);
  const hidden = new Map<string, string>();
  const seen = new Set<ts.Type>();
  // Graphs and their handles are held by objects that cells use, and never by a cell.
  const isInternal = (file: string) => /dist\/lib\/(autograde|tensorflow\/(capture\/|binding|c-api))/.test(file);
  /** Looks at a type, and at all types that a cell reaches from it by properties, elements and calls. */
  function look(type: ts.Type, from: string, depth = 0): void {
    if (seen.has(type) || depth > 8) return; // a generic type may have no end
    seen.add(type);
    for (const symbol of [type.aliasSymbol, type.symbol]) {
      const file = symbol?.declarations?.[0].getSourceFile().fileName ?? "";
      const isOwn = symbol !== undefined && !symbol.name.startsWith("__") && file.startsWith(own) && !isInternal(file);
      const isType = symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.TypeAlias)) !== 0;
      if (isOwn && isType && !(symbol.flags & ts.SymbolFlags.TypeParameter) && !named.has(symbol))
        hidden.set(symbol.name, `${symbol.name} of ${file.slice(own.length + 1)}, by ${from}`);
      if (type.aliasSymbol && symbol === type.aliasSymbol) break;
    }
    for (const part of [...(type.aliasTypeArguments ?? []), ...checker.getTypeArguments(type as ts.TypeReference)])
      look(part, from, depth + 1);
    if (type.isUnionOrIntersection()) for (const part of type.types) look(part, from, depth + 1);
    const declared = type.symbol?.declarations?.[0].getSourceFile().fileName ?? "";
    if (declared !== "" && !declared.startsWith(own)) return; // of a library, which has names for its types
    for (const property of type.getProperties()) look(checker.getTypeOfSymbol(property), from, depth + 1);
    for (const signature of type.getCallSignatures()) look(signature.getReturnType(), from, depth + 1);
  }
  for (const symbol of exported)
    if (symbol.flags & ts.SymbolFlags.Value) look(checker.getTypeOfSymbol(symbol), symbol.name);
  expect([...hidden.values()].sort()).toEqual([]);
});

// Shift-Tab shows it, cut after 160 characters: a library's type would take the place of the parameters' names.
it("every function for cells has a signature of the workbook's own types", () => {
  const { checker, rooms } = importable();
  const foreign = [...new Set([...rooms.values()].flat())].flatMap((symbol) => {
    if (!(symbol.flags & ts.SymbolFlags.Value)) return [];
    const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
    return signatures.map((each) => `${symbol.name}${checker.signatureToString(each)}`);
  });
  expect(foreign.length).toBeGreaterThan(300);
  // Where an interface would give a name, the compiler writes down a schema's type with all its members.
  expect(foreign.filter((each) => /\$|Zod|\{ (\w+\??: [^;]+; ){6}/.test(each))).toEqual([]);
});
