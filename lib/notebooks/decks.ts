import { join } from "node:path";
import { findChromium } from "../plots/static";
import { exportSlides, printSlides } from "./export";
import type { Cell, Notebook } from "./notebook";
import { counted } from "../system/words";

/** A set of slides of a notebook: what is handed in for one task. */
interface Deck {
  /** The text after `deck:` in its cells' tags, or the notebook's name for slides without such a tag. */
  name: string;
  /** The cells of its slides. */
  cells: Cell[];
  slides: number;
}

const TAG = /^deck:(.*)$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/**
 * The decks of a notebook, in the order of their first slides. The tag `deck:NAME` on a cell that begins a slide puts the
 * whole slide into that deck: the cell and the cells after it that continue the slide.
 * @param rest The name of the deck for slides without a tag.
 * @throws one line when no cell begins a slide, or a tag's name cannot be a file's name.
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

/** How to write decks. */
interface DeckOptions {
  folder: string;
  /** The notebook's name, which is also the deck of slides without a tag. */
  name: string;
  /** Receives a line for each thing done. */
  log: (line: string) => void;
  /** Also writes PDF, where Chromium is installed. Default true. */
  pdf?: boolean;
}

/**
 * Writes every deck of an executed notebook as `DECK.slides.html`, which needs no network, and as `DECK.slides.pdf`, a page
 * a slide. The log names slides whose content does not fit.
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
