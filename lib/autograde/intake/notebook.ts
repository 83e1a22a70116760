import { firstRelease, releaseSchema } from "../../system/releases";
import { limits } from "./limits";
import { isObject, wellFormed } from "./words";

/** The parts of a submitted cell that grading uses. */
export interface HandedInCell {
  type: "code" | "markdown" | "raw";
  source: string;
  /** Nbgrader's name of the cell, as the submission claims it. */
  gradeId?: string;
  /** The notebook format's id. */
  id?: string;
  /** Images pasted into a text cell: name, MIME type, base64. */
  images?: Record<string, Record<string, string>>;
  /** The notebook format's metadata of a cell that begins or continues a slide. */
  slide?: { slideshow: { slide_type: string } };
}

export interface ReadNotebook {
  cells: HandedInCell[];
  /** The release of the workbook that it says it was handed out from: a claim, which decides nothing. */
  release: string;
  /** Lines that say what was left out or mended. */
  notes: string[];
}

/**
 * Reads a notebook of format 3 or 4, which may hold anything. Entries that are no cells are left out.
 * @throws what is wrong, worded to follow the notebook's name: `is no notebook: ...`.
 */
export function readCells(text: string): ReadNotebook {
  const notebook = parsed(text);
  const cells = cellsIn(notebook);
  const reading = new Reading();
  const read = cells.slice(0, limits.cells).flatMap((cell) => reading.cell(cell));
  if (cells.length > limits.cells) reading.note(`Only the first ${limits.cells} of ${cells.length} cells are graded.`);
  return { cells: read, release: releaseIn(notebook), notes: reading.notes() };
}

/** The release in a notebook's metadata; the first one where they have none, or anything else. */
function releaseIn(notebook: unknown): string {
  const metadata = isObject(notebook) && isObject(notebook.metadata) ? notebook.metadata.workbook : undefined;
  return releaseSchema.safeParse(isObject(metadata) ? metadata.release : undefined).data ?? firstRelease;
}

function parsed(text: string): unknown {
  if (text.trim() === "") throw new Error("is no notebook: it is empty");
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
  } catch {
    throw new Error("is no notebook: its text is not valid JSON (was it cut off, or edited by hand?)");
  }
}

function cellsIn(notebook: unknown): unknown[] {
  if (!isObject(notebook)) throw new Error("is no notebook: its JSON is no object");
  if (Array.isArray(notebook.cells)) return notebook.cells;
  if (Array.isArray(notebook.worksheets)) {
    // Format 3, used until 2015, has its cells in worksheets.
    return notebook.worksheets.flatMap((sheet: unknown): unknown[] =>
      isObject(sheet) && Array.isArray(sheet.cells) ? sheet.cells : [],
    );
  }
  throw new Error("is no notebook: it has no list of cells");
}

class Reading {
  private characters = 0;
  private noCells = 0;
  private readonly lines = new Set<string>();

  note(line: string): void {
    this.lines.add(line);
  }

  notes(): string[] {
    const subject =
      this.noCells === 1 ? "One entry is no cell and was" : `${this.noCells} entries are no cells and were`;
    return [...(this.noCells > 0 ? [`${subject} left out of the notebook.`] : []), ...this.lines];
  }

  cell(cell: unknown): HandedInCell[] {
    const type = isObject(cell) ? typeOf(cell) : undefined;
    const text = isObject(cell) ? textOf(cell.source ?? cell.input ?? "") : undefined;
    if (!isObject(cell) || type === undefined || text === undefined) {
      this.noCells += 1;
      return [];
    }
    const read: HandedInCell = { type, source: this.limited(type, wellFormed(text)) };
    const nbgrader = isObject(cell.metadata) ? cell.metadata.nbgrader : undefined;
    if (isObject(nbgrader) && typeof nbgrader.grade_id === "string") read.gradeId = nbgrader.grade_id;
    if (typeof cell.id === "string") read.id = cell.id;
    const images = type === "markdown" ? imagesOf(cell.attachments) : undefined;
    if (images) read.images = images;
    const slide = isObject(cell.metadata) && slideIn(cell.metadata);
    if (slide) read.slide = slide;
    return [read];
  }

  private limited(type: string, source: string): string {
    const most = Math.min(limits.cellCharacters, limits.characters - this.characters);
    if (source.length <= most) {
      this.characters += source.length;
      return source;
    }
    this.note(
      `A cell of ${source.length} characters was left out: ${limits.cellCharacters} is the most for a cell, ` +
        `${limits.characters} for a notebook.`,
    );
    return type === "code" ? "// This cell was too long to be graded." : "*This cell was too long to be graded.*";
  }
}

function typeOf({ cell_type: type }: Record<string, unknown>): HandedInCell["type"] | undefined {
  if (type === "code" || type === "markdown" || type === "raw") return type;
  return type === "heading" ? "markdown" : undefined; // format 3
}

function textOf(source: unknown): string | undefined {
  if (typeof source === "string") return source;
  if (!Array.isArray(source)) return undefined;
  return source.every((line): line is string => typeof line === "string") ? source.join("") : undefined;
}

const slideTypes = new Set<unknown>(["slide", "subslide", "fragment"]);

function slideIn({ slideshow }: Record<string, unknown>): HandedInCell["slide"] {
  const type = isObject(slideshow) ? slideshow.slide_type : undefined;
  return slideTypes.has(type) ? { slideshow: { slide_type: String(type) } } : undefined;
}

function imagesOf(attachments: unknown): HandedInCell["images"] {
  if (!isObject(attachments)) return undefined;
  let characters = 0;
  const kept: Record<string, Record<string, string>> = {};
  for (const [name, formats] of Object.entries(attachments)) {
    if (!/^[\w.-]{1,100}$/.test(name) || name === "__proto__" || !isObject(formats)) continue;
    for (const type of ["image/png", "image/jpeg"]) {
      const data = formats[type];
      if (typeof data !== "string" || !/^[A-Za-z0-9+/=\s]*$/.test(data)) continue;
      characters += data.length;
      if (characters <= (limits.imageBytes * 4) / 3) kept[name] = { [type]: data };
    }
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}
