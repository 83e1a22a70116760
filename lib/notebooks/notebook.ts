import { parsed } from "../system/checked-json";
import { readText, refused } from "../system/read-text";

/** Of a lesson that was executed, ten times what its figures take. */
const MOST_BYTES = 256e6;

/** A notebook: the parts of Jupyter's format that the workbook reads. */
export interface Notebook {
  cells: Cell[];
  metadata: Record<string, unknown>;
  nbformat: number;
  nbformat_minor: number;
}

/** One cell. */
export interface Cell {
  cell_type: "code" | "markdown" | "raw";
  id?: string;
  source: string | string[];
  metadata: { slideshow?: { slide_type?: string }; tags?: string[] } & Record<string, unknown>;
  outputs?: Output[];
  execution_count?: number | null;
  /** In a text cell: pasted images as base64, by name and MIME type. */
  attachments?: Record<string, Record<string, string>>;
}

/** One output of a code cell. */
export interface Output {
  output_type: "stream" | "display_data" | "execute_result" | "error";
  /** In a stream: `stdout` or `stderr`. */
  name?: string;
  text?: string | string[];
  data?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  execution_count?: number | null;
  ename?: string;
  evalue?: string;
  traceback?: string[];
}

/** A cell that failed. */
export interface FailedCell {
  /** Its number among the code cells, from 1. */
  number: number;
  source: string;
  name: string;
  message: string;
  /** The traceback, without colours. */
  trace: string[];
}

/** {@link notebookIn}, whose error is a rejection. */
export const readNotebook = async (file: string): Promise<Notebook> => notebookIn(file);

/** Reads a notebook. @throws when the file is no notebook. */
export function notebookIn(file: string): Notebook {
  const refuse = (problem: string): Error => new Error(`${file} is no notebook: ${problem}.`);
  const notebook = parsed(readText(file, refuse, MOST_BYTES), refuse) as Partial<Notebook> | null;
  if (!Array.isArray(notebook?.cells)) throw refused(refuse, "it has no cells");
  return notebook as Notebook;
}

/** A cell's text, which the format stores as one string or as lines. */
export function sourceOf(cell: Cell): string {
  return typeof cell.source === "string" ? cell.source : cell.source.join("");
}

/** The cells of an executed notebook that failed, without those tagged `raises-exception`, which should fail. */
export function failedCells(notebook: Notebook): FailedCell[] {
  return notebook.cells
    .filter((cell) => cell.cell_type === "code")
    .flatMap((cell, index) => {
      const error = cell.outputs?.find((output) => output.output_type === "error");
      if (!error || cell.metadata.tags?.includes("raises-exception")) return [];
      const { ename = "Error", evalue = "", traceback = [] } = error;
      const trace = traceback.slice(1).map((line) => line.replace(/\u001b\[[0-9;]*m/g, ""));
      return [{ number: index + 1, source: sourceOf(cell), name: ename, message: evalue, trace }];
    });
}

/** A failed cell as text: its number, the error, and the cell's lines. */
export function describeFailure(file: string, { number, source, name, message, trace }: FailedCell): string {
  const lines = source.split("\n").map((line, index) => `  ${String(index + 1).padStart(3)} | ${line}`);
  return [`${file}, code cell ${number} failed: ${name}: ${message}`, ...trace, ...lines].join("\n");
}
