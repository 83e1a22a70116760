import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { sectionHeading, withoutFurther } from "../../lib/notebooks/work";
import { workbookRoot } from "../../lib/system/workbook";
import { lessonCells, text, type LessonCell } from "./lesson";

const lessons = readdirSync(join(workbookRoot, "notebooks"))
  .filter((name) => /^\d\d-/.test(name))
  .map((lesson) => `${lesson}/${lesson.slice(3)}`);
const isCode = ({ cell_type: type }: LessonCell): boolean => type === "code";
const parse = (cell: LessonCell) => ts.createSourceFile("cell.mts", text(cell), ts.ScriptTarget.Latest, true);

/** A call of what catches the errors of the function that it is given. */
function catches(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^(whenWritten|check[A-Z]\w*)$/.test(node.expression.getText());
}

/** The names that a statement declares for later cells. */
function declared(statement: ts.Statement): string[] {
  const names: string[] = [];
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) return void names.push(name.text);
    for (const element of name.elements) if (!ts.isOmittedExpression(element)) add(element.name);
  };
  if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) add(name);
  if (ts.isFunctionDeclaration(statement) && statement.name) add(statement.name);
  return names;
}

/** The names that a node declares for itself, inside of it. */
function own(node: ts.Node, names = new Set<string>()): Set<string> {
  const isDeclared = ts.isBindingElement(node) || ts.isParameter(node) || ts.isVariableDeclaration(node);
  if (isDeclared && ts.isIdentifier(node.name)) names.add(node.name.text);
  ts.forEachChild(node, (child) => void own(child, names));
  return names;
}

/** The first of these names that a node uses where nothing catches its errors. */
function usedBare(node: ts.Node, names: ReadonlySet<string>): string | undefined {
  if (catches(node) || ts.isImportDeclaration(node)) return undefined;
  const { parent } = node;
  const isLabel =
    parent && (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
  if (ts.isIdentifier(node) && names.has(node.text) && !isLabel) return node.text;
  return ts.forEachChild(node, (child) => usedBare(child, names));
}

/** Whether a statement only says how something is computed, later. */
function isDeferred(statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return true;
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.every(
    ({ initializer }) => initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
  );
}

/** Where a lesson's cells use what a student writes, or what rests on it, and would stop with its errors. */
function unguarded(name: string): string[] {
  const students = new Set<string>();
  const found: string[] = [];
  for (const cell of lessonCells("notebooks", name).filter(isCode)) {
    for (const statement of parse(cell).statements) {
      if (cell.metadata.nbgrader?.solution && ts.isFunctionDeclaration(statement)) {
        for (const each of declared(statement)) students.add(each);
        continue;
      }
      const inside = own(statement);
      const used = usedBare(statement, new Set([...students].filter((each) => !inside.has(each))));
      if (used === undefined) continue;
      for (const each of declared(statement)) students.add(each);
      if (!isDeferred(statement)) found.push(`${cell.id}: ${used}`);
    }
  }
  return found;
}

it.each(lessons)("%s uses what students write only where an error of it does not stop the lesson", (name) => {
  expect(unguarded(name)).toEqual([]);
});

/** What the guesses of a cell are compared with, where it is nothing but numbers. */
function spelledAnswers(cell: LessonCell): string[] {
  const found: string[] = [];
  const isNamed = (node: ts.Node): boolean => ts.isIdentifier(node) || (ts.forEachChild(node, isNamed) ?? false);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "compareGuess" && !isNamed(node.arguments[2]))
      found.push(`${cell.id}: ${node.arguments[2].getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(parse(cell));
  return found;
}

// The cell stands below the guess, in sight of everybody who makes it.
it.each(lessons)("%s computes what it compares a guess with", (name) => {
  const cells = lessonCells("notebooks", name).filter(isCode);
  expect(cells.flatMap((cell) => spelledAnswers(cell))).toEqual([]);
});

/** The names that a statement imports. */
function imported(statement: ts.Statement): string[] {
  const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
}

/** Names that a cell takes from cells before it. */
function usedNames(cell: LessonCell): Set<string> {
  const names = new Set<string>();
  for (const statement of parse(cell).statements) {
    const inside = own(statement);
    const visit = (node: ts.Node): void => {
      const { parent } = node;
      const isLabel =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      if (ts.isIdentifier(node) && !isLabel && !inside.has(node.text)) names.add(node.text);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(statement, visit);
  }
  return names;
}

it.each(lessons)("%s needs nothing on its core path that only a skipped section makes", (name) => {
  const cells = lessonCells("solutions", name);
  const core = withoutFurther(cells, (cell) =>
    isCode(cell) ? "" : sectionHeading(text(cell), cell.metadata.slideshow?.slide_type === "slide"),
  );
  const made = (some: LessonCell[]) =>
    some
      .filter(isCode)
      .flatMap((cell) => parse(cell).statements.flatMap((each) => [...declared(each), ...imported(each)]));
  const onCore = new Set(made(core));
  const skipped = new Set(made(cells.filter((cell) => !core.includes(cell))).filter((each) => !onCore.has(each)));
  const needed = core.filter(isCode).flatMap((cell) => [...usedNames(cell)].filter((each) => skipped.has(each)));
  expect(needed).toEqual([]);
});
