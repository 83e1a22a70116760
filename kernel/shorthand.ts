import type * as TypeScript from "@tslab/typescript-for-tslab";

/**
 * Replaces `{ name }` by `{ name: name }`, which means the same. tslab rewrites the names of earlier cells' variables, but
 * overlooks them in shorthand properties.
 */
export function expandShorthand(compiler: typeof TypeScript, source: string): string {
  if (!source.includes("{")) return source;
  const file = compiler.createSourceFile("cell.ts", source, compiler.ScriptTarget.Latest);
  const names: TypeScript.Identifier[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (compiler.isShorthandPropertyAssignment(node)) names.push(node.name);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  // From the end, so that earlier positions stay valid.
  return names.reduceRight((text, name) => `${text.slice(0, name.end)}: ${name.text}${text.slice(name.end)}`, source);
}
