import { describe, expect, it } from "vitest";
import { inertText, textToShow } from "../../../lib/autograde/shown";
import { hostileTexts } from "./hostile-texts";
import { png } from "./picture-files";

/** What a browser makes of the source's entities. */
const read = (source: string): string =>
  source.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
const shown = (markdown: string): string => read(textToShow(markdown).source);

describe("what a student wrote", () => {
  it("keeps Markdown's form", () => {
    expect(shown("# T\n\nOne *two* **three** `f(x)`\nfour\n\n- a\n- b\n\n3. c")).toBe(
      "<h1>T</h1>\n\n<p>One <em>two</em> <strong>three</strong> <code>f(x)</code> four</p>\n\n" +
        '<ul> <li>a</li> <li>b</li> </ul>\n\n<ol start="3"> <li>c</li> </ol>',
    );
    expect(shown("|a|b|\n|-|-:|\n|1|2|")).toMatch(/^<table> <thead>.*<td>1<\/td> <td>2<\/td>.*<\/table>$/);
    expect(shown("> ```ts\n> let x;\n>\n> let y;\n> ```")).toBe(
      "<blockquote> <pre><code>let x;<br><br>let y;<br></code></pre></blockquote>",
    );
  });

  it("shows formulas as they were typed, and prices as prices", () => {
    expect(shown("$T_1 / (n T_n)$ and $$a_b\n_c$$")).toBe(
      "<p><code>$T_1 / (n T_n)$</code> and <code>$$a_b _c$$</code></p>",
    );
    expect(shown("5 $ and *6* $, $5 and $6")).toBe("<p>5 $ and <em>6</em> $, $5 and $6</p>");
  });

  it("leads to known places outside, and nowhere else", () => {
    expect(shown("[paper](https://arxiv.org/abs/1706.02677) <https://en.wikipedia.org/wiki/A_B>")).toBe(
      '<p><a href="https://arxiv.org/abs/1706.02677">paper</a> ' +
        '<a href="https://en.wikipedia.org/wiki/A_B">https://en.wikipedia.org/wiki/A_B</a></p>',
    );
    for (const address of [
      "/user/iris/formgrader/?path=x",
      "../../x",
      "//arxiv.org/x",
      "http://arxiv.org/x",
      "https://arxiv.org.evil.example/",
      "https://evil.example/arxiv.org",
      "https://arxiv.org@evil.example/",
      "https://user:@arxiv.org/",
      "https://arxiv.org:8443/",
      "https:\\\\evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://arxiv.org/x",
    ]) {
      expect(shown(`[x](<${address}>)`), address).not.toContain("<a ");
      expect(shown(`[x][1]\n\n[1]: <${address}>`), address).not.toContain("<a ");
    }
    expect(shown("[mine](/user/mallory/x)")).toBe("<p>mine (/user/mallory/x)</p>");
    expect(shown("<https://evil.example/>")).toBe("<p>https://evil.example/</p>");
  });

  it("has the images that were pasted, and a line in the place of others", () => {
    const images = { "a b.png": { "image/png": png(1, 1) }, __proto__x: { "image/png": png(1, 1) } };
    expect(textToShow("See ![x](<attachment:a b.png>)!\n\n![](attachment:constructor)", images)).toEqual({
      source:
        "<p>See &#40;image 1&#41;&#33;</p>\n\n![image 1](attachment:image-1)\n\n" +
        inertText(
          "(not shown: the image attachment:constructor; only PNG and JPEG pictures of up to 16 megapixels are, and 100 megapixels in a notebook, if they are pasted, 2 MB in a cell)",
        )
          .replace(/^/, "<p>")
          .replace(/$/, "</p>"),
      attachments: { "image-1": { "image/png": png(1, 1) } },
    });
    expect(shown("![pasted](attachment:image.gif)")).toContain("(not shown: the image attachment:image.gif;");
    expect(shown("![.](http://evil.example/pixel.png)")).toContain(
      "(not shown: the image http://evil.example/pixel.png;",
    );
  });

  it("has a pasted image once, however often it is named", () => {
    const images = { a: { "image/png": png(1, 1) }, b: { "image/png": png(2, 1) } };
    const { source, attachments } = textToShow(`${"![](attachment:a) ".repeat(200)}\n\n![](attachment:b)`, images);
    expect(Object.keys(attachments ?? {})).toEqual(["image-1", "image-2"]);
    expect(source.match(/!\[image \d\]/g)).toHaveLength(2);
    expect(source.match(/&#40;image 1&#41;/g)).toHaveLength(200);
  });

  it("does not go on for ever", () => {
    const { source } = textToShow("x".repeat(200_000));
    expect(source.length).toBeLessThan(51_000);
    expect(read(source)).toContain("(The rest, 150000 characters, is not shown.)");
  });
});

describe("whatever a student writes", () => {
  // Tags, and attributes with their values, as `textToShow` makes them. A reader's programs see no other sign that means anything.
  const harmless = new RegExp(
    [
      String.raw`^(?:[\p{L}\p{N} ,\n]|&#\d+;`,
      String.raw`</?(?:blockquote|br|code|em|h[1-6]|hr|li|ol|p|pre|s|strong|table|tbody|td|th|thead|tr|ul)>`,
      String.raw`<ol start="\d+">|<a href="https://[\w.]+/[^"<>]*">|</a>|\n\n!\[image \d+\]\(attachment:image-\d+\))*$`,
    ].join("|"),
    "u",
  );

  it.each(hostileTexts)("is harmless: %s", (_, markdown) => {
    const images = { "p.png": { "image/png": png(1, 1) } };
    const { source } = textToShow(markdown, images);
    expect(source).toMatch(harmless);
    // No line of it is empty, in which Markdown would find the end of HTML, also once a program has spelled it out.
    for (const block of source.split("\n\n")) expect(read(block)).not.toMatch(/[\n\r]/);
    expect(read(source).replace(/<code>.*?<\/code>/gs, "")).not.toMatch(/\\[A-Za-z]/);
  });

  it("is harmless where it is made of all of these at random", () => {
    const parts = hostileTexts.flatMap(([, text]) => text.split(/(?<=\W)/));
    let seed = 1;
    const random = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
    for (let round = 0; round < 2000; round++) {
      const markdown = Array.from({ length: 1 + random(30) }, () => parts[random(parts.length)]).join("");
      expect(textToShow(markdown, { "p.png": { "image/png": png(1, 1) } }).source, markdown).toMatch(harmless);
    }
  });
});

it("plain text is plain in whatever it stands", () => {
  expect(inertText("a <b> [c](d) $x$ \\y `z`\n")).toMatch(/^(?:[a-z ]|&#\d+;)*$/);
});

it("is shown in time, however it is nested", () => {
  const began = process.cpuUsage().user;
  for (const each of ["[", "![", "*", "> ", "- ", "`", "$", "<", "[a](", "**a", "|", "\\", "&", "~~"]) {
    textToShow(each.repeat(50_000 / each.length));
  }
  expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(20);
});
