import { join } from "node:path";
import { findChromium } from "../plots/static";
import { exportSlides, printSlides } from "./export";
import type { Cell, Notebook } from "./notebook";
import { counted } from "../system/words";

/** A set of slides of a notebook: what is handed in for one task. */
export interface Deck {
  /** What its cells' tags say after `deck:`, or the notebook's own name for slides without such a tag. */
  name: string;
  /** The slides and their parts; every other cell of the notebook is left out. */
  cells: Cell[];
  slides: number;
}

const TAG = /^deck:(.*)$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/**
 * The decks of a notebook, in the order of their first slides. The tag `deck:NAME` on a cell that begins a slide puts
 * the whole slide into that deck: the cell and those after it that continue it.
 * @param rest name of the deck of the slides that have no tag.
 * @throws one line when no cell begins a slide, or a tag's name could not be a file's.
 */
export function decksOf({ cells }: Notebook, rest: string): Deck[] {
  const decks = new Map<string, Deck>();
  let current: Deck | undefined;
  for (const cell of cells) {
    const type = cell.metadata.slideshow?.slide_type ?? "-";
    if (type === "-" || type === "skip") continue;
    if (type === "slide" || type === "subslide") {
      const name = deckName(cell) ?? rest;
      current = decks.get(name) ?? { name, cells: [], slides: 0 };
      current.slides++;
      decks.set(name, current);
    }
    current?.cells.push(cell);
  }
  if (decks.size > 0) return [...decks.values()];
  throw new Error("The notebook has no slides: give the cells that begin one the slide type `slide`.");
}

function deckName({ metadata }: Cell): string | undefined {
  const name = metadata.tags?.map((tag) => TAG.exec(tag)?.[1]).find((named) => named !== undefined);
  if (name === undefined || NAME.test(name)) return name;
  throw new Error(
    `A slide's tag is "deck:${name}": name the deck in letters, digits, dots and hyphens (deck:task-10.5).`,
  );
}

/** Where to put decks. */
export interface DeckOptions {
  folder: string;
  /** The notebook's name, which slides without a tag take for their deck. */
  name: string;
  /** Receives a line as something is done. */
  log: (line: string) => void;
  /** Also as PDF, which a browser prints. Default true. */
  pdf?: boolean;
}

/**
 * Writes every deck of an executed notebook as `DECK.slides.html`, which needs no network, and on request, where Chromium is
 * installed, as `DECK.slides.pdf`, a page a slide. A slide with more on it than fits is named in the log.
 * @returns the files.
 * @throws as `decksOf`.
 */
export async function writeDecks(
  notebook: Notebook,
  { folder, name, log, pdf = true }: DeckOptions,
): Promise<string[]> {
  const written: string[] = [];
  for (const deck of decksOf(notebook, name)) {
    const html = join(folder, `${deck.name}.slides.html`);
    await exportSlides({ ...notebook, cells: deck.cells }, html);
    written.push(html);
    log(`  wrote ${html}, ${counted(deck.slides, "slide")}`);
    if (!pdf) continue;
    if (findChromium() === undefined) {
      log("  no PDF of the slides: it needs Chromium (apt-get install chromium)");
      continue;
    }
    const printed = join(folder, `${deck.name}.slides.pdf`);
    for (const slide of await printSlides(html, printed)) {
      log(`  slide ${slide} of ${deck.name} holds more than fits: shorten its text`);
    }
    written.push(printed);
    log(`  wrote ${printed}`);
  }
  return written;
}
