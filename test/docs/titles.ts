import ts from "typescript";

/** What the tests of a source are called, and the texts among the cases of those that have several. */
export function titlesIn(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) titles.push(...textsIn(node.arguments[0]));
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile("a.test.ts", source, ts.ScriptTarget.Latest));
  return titles;
}

/** Whether it is `it`, `describe.each(cases)`, `it.skipIf(reason)`, or the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}

function textsIn(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return [node.text];
  const texts: string[] = [];
  node.forEachChild((child) => void texts.push(...textsIn(child)));
  return texts;
}
