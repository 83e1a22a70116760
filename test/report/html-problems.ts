/** Elements that have no end. */
const empty = new Set(["meta", "link", "br", "img", "hr", "input"]);

/**
 * What is wrong with a page, as far as its tags tell: elements that do not close in their order, ids given twice, links to
 * no id, levels of headings left out, text that is not escaped.
 */
export function problemsOf(html: string): string[] {
  const text = html
    .replace(/<script[^>]*>[\s\S]*?<\/script>/g, "<script></script>")
    .replace(/<style>[\s\S]*?<\/style>/g, "");
  const open: string[] = [];
  const problems: string[] = [];
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  for (const [, end, name] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>/g)) {
    if (empty.has(name)) continue;
    if (end === "") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else problems.push(`</${name}> where ${open.at(-1) ?? "nothing"} is open`);
  }
  if (open.length > 0) problems.push(`not closed: ${open.join(", ")}`);
  problems.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`));
  for (const [, id] of text.matchAll(/href="#([^"]*)"/g)) {
    if (!ids.includes(id)) problems.push(`no #${id}`);
  }
  if (levels[0] !== 1) problems.push("no h1 first");
  levels.forEach((level, at) => {
    if (at > 0 && level > levels[at - 1] + 1) problems.push(`h${level} after h${levels[at - 1]}`);
  });
  const bare = text.replace(/<!doctype html>|<\/?[a-z][^<>]*>/g, "").match(/[<>]|&(?!#\d+;)/);
  if (bare) problems.push(`not escaped: ${bare[0]}`);
  return problems;
}
