import { compileFunction } from "node:vm";
import { Check } from "../../checks";
import { compiler } from "./syntax";

/** A compiled test cell of the instructor's notebook. */
export interface TestCell {
  /** The points in its last line, `X.score(points)`. */
  points: number;
  /**
   * Runs the cell without its last line's `score`.
   * @returns the check.
   * @param lookUp gives the value of each name that the cell uses and does not declare.
   */
  run(lookUp: (name: string) => unknown): Check;
}

/**
 * Compiles a test cell. It is the instructor's own source, so it may run in this process.
 * @param checkClass the class of its checks: an earlier release has its own.
 * @throws one line when it does not end in `X.score(points)`, or X is no check.
 */
export function compileTestCell(gradeId: string, source: string, checkClass = Check): TestCell {
  const { check, points } = ending(gradeId, source);
  const { outputText } = compiler().transpileModule(`${source.slice(0, check.from)}return ${check.text};`, {
    compilerOptions: { target: compiler().ScriptTarget.ES2022, module: compiler().ModuleKind.ESNext },
  });
  // `with` makes the proxy look up every name that the cell does not declare.
  const compiled = compileFunction(`with (scope) {\n${outputText}\n}`, ["scope"]) as (scope: object) => unknown;
  return {
    points,
    run(lookUp) {
      const scope = new Proxy(
        {},
        { has: () => true, get: (_, name) => (typeof name === "string" ? lookUp(name) : undefined) },
      );
      const checked = compiled(scope);
      if (checked instanceof checkClass) return checked;
      throw new Error(`The test cell ${gradeId} scores what is no check: its last line is \`X.score(points)\`.`);
    },
  };
}

/** Parses the last line, `X.score(points)`. */
function ending(gradeId: string, source: string): { check: { from: number; text: string }; points: number } {
  const { createSourceFile, isExpressionStatement, isCallExpression, isPropertyAccessExpression, isNumericLiteral } =
    compiler();
  const file = createSourceFile("cell.ts", source, compiler().ScriptTarget.Latest);
  const last = file.statements.at(-1);
  if (last && isExpressionStatement(last) && isCallExpression(last.expression)) {
    const { expression: callee, arguments: args } = last.expression;
    if (isPropertyAccessExpression(callee) && callee.name.text === "score" && isNumericLiteral(args[0])) {
      const check = { from: last.getStart(file), text: callee.expression.getText(file) };
      return { check, points: Number(args[0].text) };
    }
  }
  throw new Error(`The test cell ${gradeId} does not end in \`X.score(points)\`: let that be its last line.`);
}
