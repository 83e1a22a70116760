/** From a stack's places in the JavaScript of a cell to the lines that its writer sees. */
import { SourceMap, type SourceMapPayload } from "node:module";
import type * as TypeScript from "@tslab/typescript-for-tslab";

interface Compiled {
  /** The number of the run, which stands beside the cell. */
  run: number;
  lines: string[];
  /** The maps from the JavaScript that runs to the cell's text, one for each of tslab's two passes. */
  maps: SourceMapPayload[];
  /** The number of lines of JavaScript. */
  end: number;
}

const INLINE = /\n?\/\/# sourceMappingURL=data:application\/json;(?:charset=[^;]+;)?base64,(\S+)\s*$/;
const FRAME = /(\(?)\bnotebook-cell-(\d+):(\d+):(\d+)\)?/;
/** tslab writes a line before a cell. */
const linesBefore = 1;
/** A longer line would fill the page. */
const mostCharacters = 80;

/** Knows the lines of each cell that a session has compiled. */
export class CellLines {
  private readonly cells: Compiled[] = [];
  private maps: SourceMapPayload[] = [];

  /** tslab's second pass, which makes CommonJS of a cell's JavaScript, with the maps of both passes. */
  readonly transpiling =
    (transpile: typeof TypeScript.transpileModule): typeof TypeScript.transpileModule =>
    (source, options) => {
      const first = INLINE.exec(source);
      const result = transpile(source.replace(INLINE, ""), {
        ...options,
        compilerOptions: { ...options.compilerOptions, sourceMap: true },
      });
      const outputText = result.outputText.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "");
      const payload = (text: string): SourceMapPayload => JSON.parse(text) as SourceMapPayload;
      this.maps = first
        ? [payload(result.sourceMapText ?? "{}"), payload(Buffer.from(first[1], "base64").toString())]
        : [];
      return { ...result, outputText };
    };

  /** The JavaScript of the cell that was compiled last, with a name for stacks. */
  named(output: string, source: string, run: number): string {
    this.cells.push({ run, lines: source.split("\n"), maps: this.maps, end: output.split("\n").length });
    return `${output}\n//# sourceURL=notebook-cell-${this.cells.length - 1}`;
  }

  /**
   * A line of a stack, with a cell's line in place of one of its JavaScript; nothing for tslab's own call of a cell.
   * @param current the run that the stack is of
   */
  readable(frame: string, current: number): string {
    const [at, bracket, ...numbers] = FRAME.exec(frame) ?? [];
    if (at === undefined) return frame;
    const [cell, line, column] = numbers.map(Number);
    const { run, lines, maps, end } = this.cells[cell];
    if (line > end) return "";
    const number = originalLine(maps, line, column) - linesBefore;
    const place = `line ${number} of ${run === current ? "this cell" : `cell [${run}]`}`;
    const text = (lines[number - 1] ?? "").trim().slice(0, mostCharacters);
    // A function of an earlier cell is called as a method of what tslab keeps.
    return `${frame.replace("at Proxy.", "at ").replace(at, bracket ? `(${place})` : place)}: ${text}`;
  }
}

/** The line that a place in the JavaScript comes from, counted from 1. */
function originalLine(maps: readonly SourceMapPayload[], line: number, column: number): number {
  let place = { originalLine: line - 1, originalColumn: column - 1 };
  for (const map of maps) {
    const found = new SourceMap(map).findEntry(place.originalLine, place.originalColumn);
    if ("originalLine" in found) place = found;
  }
  return place.originalLine + 1;
}
