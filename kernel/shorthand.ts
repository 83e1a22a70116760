import type * as TypeScript from "@tslab/typescript-for-tslab";

/**
 * Writes properties so that tslab, which rewrites the names of earlier cells' variables, finds those and no others. It
 * overlooks them in `{ name }`, which becomes `{ name: name }`. It takes the property in a pattern `const { name: mine } = ...`
 * for such a variable, so the property becomes `"name"`. Both mean the same as before.
 */
export function expandShorthand(compiler: typeof TypeScript, source: string): string {
  if (!source.includes("{")) return source;
  const file = compiler.createSourceFile("cell.ts", source, compiler.ScriptTarget.Latest, true);
  const changes: { from: number; to: number; text: string }[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (compiler.isShorthandPropertyAssignment(node)) {
      changes.push({ from: node.name.end, to: node.name.end, text: `: ${node.name.text}` });
    }
    if (compiler.isBindingElement(node) && node.propertyName && compiler.isIdentifier(node.propertyName)) {
      const { propertyName } = node;
      changes.push({
        from: propertyName.getStart(file),
        to: propertyName.end,
        text: JSON.stringify(propertyName.text),
      });
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  // From the end, so that earlier positions stay valid.
  return changes
    .sort((one, other) => one.from - other.from)
    .reduceRight((text, { from, to, text: inserted }) => text.slice(0, from) + inserted + text.slice(to), source);
}
