import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

/** What check_site.py says of these files. */
function problemsOf(files: Record<string, string>, secrets: string[] = []): string[] {
  const folder = temporaryFolder("site");
  const site = join(folder, "site");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), text);
  }
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(secrets));
  const program = join(workbookRoot, "book", "check_site.py");
  const said = execFileSync(notebookPython(), [program, site, join(folder, "secrets.json")], { encoding: "utf8" });
  return said.split("\n").filter(Boolean);
}

describe("of a website, the check finds", () => {
  it("nothing where all is well", () => {
    const index = `<h1 id="top">A</h1><a href="b/c.html#d">b</a><a href="#top">t</a><a href="https://x.org">x</a>
      <script src="s.js?v=1"></script><script>var html = '<a href="nowhere.html">';</script>`;
    const page = `<p id="d"><a href="../index.html">back</a><img src="data:image/png;base64,AA"></p>`;
    expect(problemsOf({ "index.html": index, "b/c.html": page, "s.js": "1" })).toEqual([]);
  });

  it.each([
    ["a page that is not there", `<a href="no.html">`, "leads to no.html, which is not there"],
    ["a picture that is not there", `<img src="no.png">`, "leads to no.png, which is not there"],
    ["a file outside of it", `<a href="../secrets.json">`, "leads to ../secrets.json, which is not there"],
    ["an anchor that is not there", `<a href="#no">`, "leads to #no, and the page has no such place"],
    ["a script of another site", `<script src="https://cdn.org/x.js"></script>`, "fetches https://cdn.org/x.js"],
    ["a style of another site", `<link rel="stylesheet" href="//cdn.org/x.css">`, "fetches //cdn.org/x.css"],
  ])("%s", (_, html, problem) => {
    expect(problemsOf({ "index.html": html })).toEqual([`index.html ${problem}`]);
  });

  it("a font of another site", () => {
    const css = `@font-face { src: url("https://fonts.org/a.woff2") }`;
    expect(problemsOf({ "a.css": css })).toEqual(["a.css fetches something from another site"]);
  });

  it.each([
    ["in text", "index.html", "<p>return images / seconds;</p>"],
    ["highlighted", "index.html", "<span>return</span> <span>images</span> / <b>seconds</b>;"],
    ["in an output's script", "index.html", '<script>x("return images / seconds;")</script>'],
    ["in an attribute", "index.html", '<a title="return images / seconds;">'],
    ["in the search's index", "searchindex.js", '{"t":"return images / seconds;"}'],
    ["in a copy of the source", "_sources/a.ipynb", '"return images / seconds;"'],
  ])("an answer %s", (_, name, text) => {
    expect(problemsOf({ [name]: text }, ["returnimages/seconds;"])).toEqual([
      `${name} contains what only instructors may read: returnimages/seconds;`,
    ]);
  });
});
