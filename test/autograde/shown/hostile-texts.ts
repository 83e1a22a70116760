/** Written answers that attack whoever reads them: what each tries, and its Markdown. */
export const hostileTexts: readonly (readonly [attack: string, markdown: string])[] = [
  ["an image that asks Formgrader", "See ![.](../../?path=course/submitted/mallory/01-one-device)"],
  ["an image that logs the reader out", "![.](/hub/logout)"],
  [
    "an image that tells somebody who reads",
    "![.](http://evil.example/pixel.png) ![.](https://evil.example/pixel.png)",
  ],
  ["an image by reference", "![.][1]\n\n[1]: http://evil.example/pixel.png 'x'"],
  ["an image in a link in a table", "|a|\n|-|\n|[![.](http://evil.example/1.png)](/hub/logout)|"],
  ["an image that is no attachment", "![.](attachment:../../x.png) ![.](attachment:__proto__) ![.](ATTACHMENT:p.png)"],
  [
    "an image whose description breaks out",
    '![" onerror="x](attachment:p.png) ![![.](http://evil.example)](attachment:p.png)',
  ],
  ["a link to the reader's own pages", "[fig](..%2f..%2fsubmitted%2fmallory%2ffig.html) [x](/user/mallory/x) [y](?a)"],
  [
    "a link with a script",
    "[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](<\tja\tvascript:alert(1)>) [x](vbscript:x)",
  ],
  [
    "a link with a script, spelled out",
    "[x](java&#115;cript:alert(1)) [x](javascript&colon;x) [x](jAvascript\\:alert(1))",
  ],
  ["a link with data", "[x](data:text/html;base64,PHNjcmlwdD4=) ![x](data:image/svg+xml,<svg/onload=x>)"],
  [
    "a link that breaks out of its attribute",
    '[x](https://arxiv.org/"onmouseover="alert(1)) <https://arxiv.org/"x="y>',
  ],
  ["a link by reference, later", "[x][a] [a]\n\n[a]: javascript:alert(1)\n[A]: /hub/logout"],
  ["a link that looks like another's", "<https://arxiv.org@evil.example/> [x](https://arxiv.org.evil.example/)"],
  ["tags", '<script>document.title="taken"</script><img src=x onerror="document.title=1"><iframe src=/hub/logout>'],
  [
    "styles",
    "<style>*{display:none}</style><p style='position:fixed;inset:0'>x</p><link rel=stylesheet href=//evil.example>",
  ],
  [
    "a form",
    '<form action="/hub/logout"><button autofocus onfocus=x>Full credit</button></form><meta http-equiv=refresh content=0>',
  ],
  [
    "tags, in pieces",
    "<scr<b>ipt>x</scr</b>ipt> <a\nhref='javascript:x'\n>x</a> <svg/onload=x> <!-- --> <![CDATA[x]]> <?x?>",
  ],
  [
    "tags, spelled out",
    "&lt;script&gt;x&lt;/script&gt; &#60;img src=x onerror=y&#62; &amp;lt;script&amp;gt; &#x3c;b&#x3E;",
  ],
  [
    "a tag after the end of a block",
    "> ```\n> a\n>\n> [x](/hub/logout) <img src=x>\n> ```\n\n- ```\n  <img src=x>\n\n  ![.](/x)\n  ```",
  ],
  [
    "a tag in code",
    '`<img src=x onerror=y>` ```\n<script>\n``` ~~~"><img src=x>\n</code></pre><script>x</script>\n~~~',
  ],
  ["a fence's name", '```"><img src=x onerror=y>\nx\n```\n\n```mermaid\nclick A href "javascript:x"\n```'],
  ["TeX's link", "$\\href{javascript:alert(1)}{x}$ $$\\href{/hub/logout}{x}$$ \\(\\href{x}{y}\\) \\[\\href{x}{y}\\]"],
  [
    "TeX's tokens",
    '$\\mmlToken{mi}[href="ja\tvascript:alert(1)" style="position:fixed;inset:0"]{x}$ $\\bbox[border:1px]{z}$',
  ],
  [
    "TeX's definitions",
    "$\\renewcommand{\\x}{\\href{y}{z}}\\def\\a{\\style{x}{y}}\\gdef\\z{1}\\let\\b\\href\\require{html}$",
  ],
  ["TeX's environments", "\\begin{align}\\href{javascript:x}{y}\\end{align}\n\n\\\\begin{x}\\\\href{a}{b}\\\\end{x}"],
  [
    "TeX in a heading, a table, a link's text",
    "# $\\cssId{x}{y}$\n\n|$\\class{a}{b}$|\n|-|\n|$\\unicode{65}$|\n\n[$\\style{a}{b}$](https://arxiv.org/)",
  ],
  [
    "TeX behind Markdown's own signs",
    "\\\\href{a}{b} \\$\\href{a}{b}\\$ \\*href*{x} $a\\\\href{b}{c}$ `$`\\href{a}{b}`$`",
  ],
  [
    "MathML",
    '<math><mtext href="javascript:x">y</mtext></math> <math><maction actiontype="statusline#http://evil.example">x</maction></math>',
  ],
  ["letters that read backwards or not at all", "\u202e\u2066x\u2069 \u0000 \u0001 \ufeff \u2028 \u2029 \u0085 \ud800"],
  ["lines that end otherwise", "a\r\rb\r\n\r\n<img src=x>\u000b\u000c[x](/x)\u2028![.](/y)"],
  ["footnotes, checkboxes, definitions", "[^1]: <img src=x>\n\n- [ ] [x](/y)\n\nTerm\n: <b>x</b>\n\n*[x]: <i>"],
  ["a heading that underlines a tag", "<img src=x>\n===\n\n[x](/y)\n---"],
];
