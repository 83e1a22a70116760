import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type * as TypeScript from "@tslab/typescript-for-tslab";
import { Check } from "../../checks";
import { workbookRoot } from "../../system/workbook";

/** A test cell of the instructor's notebook, compiled. */
export interface TestCell {
  /** The points that it gives to an exercise whose trials all pass: what its last line, `X.score(points)`, says. */
  points: number;
  /**
   * Runs the cell, up to its check.
   * @param lookUp gives the value of each name that the cell uses and does not declare.
   */
  run(lookUp: (name: string) => unknown): Check;
}

/**
 * Compiles a test cell. It is the instructor's own source, so it runs in this process.
 * @throws one line when it does not end in `X.score(points)`, or its check is none.
 */
export function compileTestCell(gradeId: string, source: string): TestCell {
  const { check, points } = ending(gradeId, source);
  const { outputText } = compiler().transpileModule(`${source.slice(0, check.from)}return ${check.text};`, {
    compilerOptions: { target: compiler().ScriptTarget.ES2022, module: compiler().ModuleKind.ESNext },
  });
  // Names that are not the cell's own are looked up one by one: `with` leads them all to one place.
  const compiled = compileFunction(`with (scope) {\n${outputText}\n}`, ["scope"]) as (scope: object) => unknown;
  return {
    points,
    run(lookUp) {
      const scope = new Proxy(
        {},
        { has: () => true, get: (_, name) => (typeof name === "string" ? lookUp(name) : undefined) },
      );
      const found = compiled(scope);
      if (found instanceof Check) return found;
      throw new Error(`The test cell ${gradeId} scores what is no check: its last line is \`X.score(points)\`.`);
    },
  };
}

/** Takes the last line, `X.score(points)`, apart. */
function ending(gradeId: string, source: string): { check: { from: number; text: string }; points: number } {
  const { createSourceFile, isExpressionStatement, isCallExpression, isPropertyAccessExpression, isNumericLiteral } =
    compiler();
  const file = createSourceFile("cell.ts", source, compiler().ScriptTarget.Latest);
  const last = file.statements.at(-1);
  if (last && isExpressionStatement(last) && isCallExpression(last.expression)) {
    const { expression: callee, arguments: given } = last.expression;
    if (isPropertyAccessExpression(callee) && callee.name.text === "score" && isNumericLiteral(given[0])) {
      const check = { from: last.getStart(file), text: callee.expression.getText(file) };
      return { check, points: Number(given[0].text) };
    }
  }
  throw new Error(`The test cell ${gradeId} does not end in \`X.score(points)\`: let that be its last line.`);
}

let loaded: typeof TypeScript | undefined;

/** The compiler that notebooks' cells are compiled by. */
function compiler(): typeof TypeScript {
  const load = createRequire(join(workbookRoot, "package.json"));
  loaded ??= load("@tslab/typescript-for-tslab") as typeof TypeScript;
  return loaded;
}
