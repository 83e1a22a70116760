import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readNotebook, writeDecks, type Cell } from "../../lib/notebooks";
import { decksOf } from "../../lib/notebooks/decks";
import { figureBundle } from "../../lib/plots/display";
import { epochTimeFigure } from "../../chapters/01-one-device/figures/epoch-time";
import { findChromium } from "../../lib/plots/static";
import { workbookRoot } from "../../lib/system/workbook";
import { all } from "../extent";
import { pdfPages } from "./pdf-pages";
import { temporaryFolder } from "../temporary";
import { markdown, notebookWith } from "./cells";

const folder = temporaryFolder("decks");
let made = 0;

function cell(source: string, type?: string, tags?: string[]): Cell {
  const slideshow = type === undefined ? {} : { slideshow: { slide_type: type } };
  return markdown(source, `cell-${++made}`, { ...slideshow, ...(tags && { tags }) });
}

function figures(count: number): Cell {
  const outputs = Array.from({ length: count }, () => {
    const { data } = figureBundle(epochTimeFigure([{ run: "here", seconds: [3, 2] }]));
    return { output_type: "display_data" as const, data, metadata: {} };
  });
  return { ...cell("show(figure)", "fragment"), cell_type: "code", outputs, execution_count: 1 };
}

describe("the decks of a notebook", () => {
  it("are its slides by their tag; a slide takes the cells that continue it along", () => {
    const cells = [
      cell("unseen"),
      cell("## One", "slide", ["deck:task-10.6"]),
      cell("one", "fragment"),
      cell("unseen"),
      cell("## A", "slide", ["deck:task-10.7", "other"]),
      cell("a", "fragment"),
      cell("unseen", "skip"),
      cell("## B", "subslide", ["deck:task-10.7"]),
      cell("## Rest", "slide"),
    ];
    const decks = decksOf(notebookWith(cells), "lesson");
    expect(decks.map(({ name, slides }) => [name, slides])).toEqual([
      ["task-10.6", 1],
      ["task-10.7", 2],
      ["lesson", 1],
    ]);
    expect(decks[1].cells.map(({ source }) => source)).toEqual(["## A", "a", "## B"]);
  });

  it("are refused without a slide, and with a name that is no file's", () => {
    expect(() => decksOf(notebookWith([cell("text"), cell("lost", "fragment")]), "x")).toThrow("slide type `slide`");
    expect(() => decksOf(notebookWith([cell("## A", "slide", ["deck:../a"])]), "x")).toThrow('"deck:../a"');
  });
});

// Each waits for Python and a browser.
describe.concurrent("an exported deck", () => {
  const few = "- one\n- two";
  const full = "- a line of a conclusion that is far too long for one slide\n".repeat(30);

  it("is one file without the network or code, and a PDF with a page a slide", async () => {
    const cells = [
      cell("## First", "slide", ["deck:task-1"]),
      figures(4),
      cell(few, "fragment"),
      cell("## Second", "slide", ["deck:task-1"]),
      figures(2),
      cell(few, "fragment"),
      cell("## Third", "slide"),
      figures(1),
    ];
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const files = await writeDecks(notebookWith(cells), { folder, name: "rest", log });
    const page = readFileSync(join(folder, "task-1.slides.html"), "utf8");
    expect(page.match(/<section/g)).toHaveLength(4); // two slides, each a section in a section
    expect(page).not.toContain("show(figure)");
    expect(page.match(/<(script|link|img)[^>]*(src|href)="?https?:/g)).toBeNull();
    if (findChromium() === undefined) return;
    expect(files).toHaveLength(4);
    expect(pdfPages(join(folder, "task-1.slides.pdf"))).toBe(2);
    expect(pdfPages(join(folder, "rest.slides.pdf"))).toBe(1);
    expect(lines.join("\n")).not.toContain("more than fits");
  });

  it.skipIf(findChromium() === undefined)("names a slide with more on it than fits", async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const cells = [cell("## Fits", "slide"), cell(few, "fragment"), cell("## Full", "slide"), cell(full, "fragment")];
    await writeDecks(notebookWith(cells), { folder, name: "full", log });
    expect(lines).toContain("  slide 2 of full holds more than fits: shorten its text");
  });

  // Each lesson's tests in test/chapters make sure of its slides. The lesson with two decks is exported; WORKBOOK_TEST=all exports every one.
  const asked = [
    { lesson: "02-mirrored/mirrored", slides: { "task-10.5": 1 } },
    { lesson: "03-deeper-model/deeper-model", slides: { "task-10.6": 1, "task-10.7": 3 } },
    { lesson: "04-many-nodes/many-nodes", slides: { "many-nodes": 2 } },
    { lesson: "05-experiments/experiments", slides: { experiments: 2 } },
    { lesson: "06-prediction/prediction", slides: { prediction: 2 } },
    { lesson: "07-frameworks/frameworks", slides: { frameworks: 2 } },
    { lesson: "08-memory/memory", slides: { memory: 2 } },
    { lesson: "09-model-parallel/model-parallel", slides: { "model-parallel": 2 } },
    { lesson: "10-thousand-nodes/thousand-nodes", slides: { "thousand-nodes": 2 } },
  ];
  const file = (lesson: string) => join(workbookRoot, "solutions", `${lesson}.ipynb`);
  const some = asked.filter(
    ({ lesson, slides }) => (all || Object.keys(slides).length > 1) && existsSync(file(lesson)),
  );
  it.each(some)("of $lesson has as many slides and pages as its task asks for", async ({ lesson, slides }) => {
    const log = () => undefined;
    await writeDecks(await readNotebook(file(lesson)), { folder: join(folder, lesson), name: "rest", log });
    const decks = readdirSync(join(folder, lesson)).filter((name) => name.endsWith(".html"));
    expect(decks.sort()).toEqual(Object.keys(slides).map((name) => `${name}.slides.html`));
    for (const [name, count] of Object.entries(slides)) {
      const stem = join(folder, lesson, `${name}.slides`);
      expect(readFileSync(`${stem}.html`, "utf8").match(/<section/g)).toHaveLength(2 * count);
      if (findChromium() !== undefined) expect(pdfPages(`${stem}.pdf`)).toBe(count);
    }
  });
});
