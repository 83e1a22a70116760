import { readdirSync } from "node:fs";
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

it("the lessons' cells have the types that the workbook's functions take", () => {
  const lessons = readdirSync(join(workbookRoot, "solutions"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ipynb") && !file.includes("checkpoints"))
    .map((file) => file.slice(0, -".ipynb".length));
  expect(lessons.length).toBeGreaterThan(8);
  const programs = new Map(
    lessons.map((name) => [join(workbookRoot, "chapters", `${name}.cells.mts`), programOf(name)]),
  );
  const read = ts.readConfigFile(join(workbookRoot, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...read.config, include: [] }, ts.sys, workbookRoot);
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
