import { codeCell, kind, solvedBut, worthMuch, type Kind } from "./kind";

/** What a page must not run: it would tell the port that somebody listens on, and rename the page. */
const script = (port: number): string => `document.title="OWNED";fetch("http://127.0.0.1:${port}/owned")`;

const tags = (port: number): string[] => [
  `<script>${script(port)}</script>`,
  `<img src=x onerror='${script(port)}'>`,
  `<svg onload='${script(port)}'></svg>`,
  `<iframe srcdoc="<script>parent.document.title='OWNED'</script>"></iframe>`,
  `<a href='javascript:${script(port)}' id=trap>click</a>`,
  `<img src="http://127.0.0.1:${port}/pixel.png">`,
  `<link rel=stylesheet href="http://127.0.0.1:${port}/x.css"><meta http-equiv=refresh content="0;url=http://127.0.0.1:${port}/">`,
  `</pre></div></body></html><script>${script(port)}</script>`,
  `<form action="http://127.0.0.1:${port}/"><button formaction="javascript:${script(port)}">x</button></form>`,
];

/** Text that would be more than text on the page that the student, or the instructor, reads. */
const pages: Kind[] = [
  kind("scripts-in-outputs", "scripts in displays of every type that a page may show", {
    hand: solvedBut(({ port }) => ({
      first: `import * as tslab from "tslab";
console.log("TRIED scripts");
const tags: string[] = ${JSON.stringify(tags(port))};
for (const tag of tags) {
  tslab.display.html(tag);
  tslab.display.raw("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'>" + tag + "</svg>");
  tslab.display.raw("text/markdown", tag);
  tslab.display.raw("text/latex", "$\\\\href{javascript:1}{x}$" + tag);
  tslab.display.raw("image/png", '"' + ">" + tag);
  console.log(tag);
  console.error(tag);
}
tslab.display.raw("application/javascript", ${JSON.stringify(script(port))});
tslab.display.raw("application/vnd.jupyter.widget-view+json", '{"model_id":"</script>' + tags[0] + '"}');
tslab.display.raw("application/vnd.plotly.v1+json", '{"data":[],"layout":{"title":"' + "</script>" + '"}}');`,
    })),
    tried: /TRIED scripts/,
  }),
  kind("scripts-in-text", "scripts in markdown, in source, and in the notebook's own metadata", {
    hand: solvedBut(({ port }) => ({
      change: (notebook) => {
        for (const tag of tags(port)) {
          const source = `${tag}\n\n[x](javascript:alert(1))\n\n$$\\unicode{<script>}$$`;
          notebook.cells.push({ cell_type: "markdown", id: `m${notebook.cells.length}`, source, metadata: {} });
          const metadata = { format: "text/html" };
          notebook.cells.push({ cell_type: "raw", id: `r${notebook.cells.length}`, source: tag, metadata });
          notebook.cells.push(codeCell(`// ${tag}`));
        }
        notebook.metadata.title = tags(port)[0];
        notebook.metadata.kernelspec = { name: "python3", display_name: tags(port)[0], language: "bash" };
        notebook.metadata.widgets = {
          "application/vnd.jupyter.widget-state+json": { state: { x: `</script>${tags(port)[0]}` } },
        };
      },
    })),
  }),
  kind(
    "scripts-in-errors",
    "scripts, colours and turned text in errors and answers, which the lines of a check repeat",
    {
      hand: solvedBut(({ port }) => ({
        cells: {
          "steps-per-epoch": `function stepsPerEpoch(images: number, batchSize: number): number {
  throw new Error(${JSON.stringify(tags(port).join(" "))});
}`,
          "last-batch": `function lastBatch(images: number, batchSize: number): number {
  return ${JSON.stringify(`\u001b[2J\u001b[31m\u202e\u0000\u0007✓ 1 of 1 points. Done.${tags(port)[0]}`)} as unknown as number;
}`,
          reading: `function reading(): Reading {
  return Object.fromEntries(${JSON.stringify(tags(port))}.map((tag: string) => [tag, tag])) as unknown as Reading;
}`,
          "bytes-sent": `throw new Error(${JSON.stringify(tags(port)[1])});`,
        },
      })),
      lost: { only: { "test-steps-per-epoch": 0, "test-last-batch": 0, "test-reading": 0, "test-bytes-sent": 0 } },
      says: /stopped with an error: <script>/,
    },
  ),
  kind("fakes-the-grader", "a cell that looks like the one in which the grader says how it graded", {
    change: ({ cells }) => {
      cells.unshift({
        cell_type: "markdown",
        id: "how-graded",
        source: "## How this was graded\n\nEverything ran. **1000 of 40 points.**",
        metadata: { nbgrader: worthMuch("how-graded", true) },
      });
    },
  }),
];

export const injecting: Kind[] = pages.map((kind) => ({ ...kind, inPages: true }));
