import { escapeHtml } from "./display";
import type { Sketch } from "./figure";
import { fontFamily, ink } from "./theme";

/** The height of a whole sheet, in pixels; what stays empty below is left out. */
const whole = 520;

/** A rectangle with centred text. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  text: string;
  /** Light text, on a dark fill. */
  light?: boolean;
  /** Size of the text, in pixels; default 14. */
  size?: number;
}

const anchors = { left: "start", center: "middle", right: "end" } as const;
/** Rectangles, arrows and text on a sheet, by default of 100 by 100; y grows upwards. */
export class Drawing {
  private readonly parts: string[] = [];
  /** How far down the sheet is used, in pixels. */
  private end = 0;

  /** @param width of the sheet in pixels, in which letters have their size @param units from left to right */
  constructor(
    private readonly width = 720,
    private readonly units = 100,
  ) {}

  box({ x, y, width, height, fill, text, light = false, size = 14 }: Box): void {
    const [left, top, right, bottom] = [...this.at(x, y + height), ...this.at(x + width, y)];
    this.end = Math.max(this.end, bottom);
    const place = `x="${left}" y="${top}" width="${(right - left).toFixed(1)}" height="${(bottom - top).toFixed(1)}"`;
    this.parts.push(`<rect ${place} fill="${fill}" stroke="${ink}"/>`);
    if (text !== "") this.write(x + width / 2, y + height / 2, text, "center", size, light ? "white" : ink);
  }

  text(x: number, y: number, text: string, side: keyof typeof anchors, size = 14): void {
    this.write(x, y, text, side, size, ink);
  }

  heading(x: number, title: string, line: string): void {
    this.text(x, 97, `<b>${title}</b>`, "left", 18);
    this.text(x, 91, line, "left", 15);
  }

  arrow(fromX: number, fromY: number, toX: number, toY: number): void {
    const [[x1, y1], [x2, y2]] = [this.at(fromX, fromY), this.at(toX, toY)];
    const line = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    const degrees = ((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI).toFixed(1);
    const head = `<path d="M0 0L-10 5L-10 -5z" transform="translate(${x2} ${y2}) rotate(${degrees})" fill="${ink}"/>`;
    this.parts.push(`<line ${line} stroke="${ink}" stroke-width="1.6"/>${head}`);
  }

  /** This sheet, and others beside it, as what is shown. */
  sketch(title: string, ...others: readonly Drawing[]): Sketch {
    return { title, sheets: [this, ...others].map((each) => each.sheet()) };
  }

  private sheet(): Sketch["sheets"][number] {
    const { width } = this;
    const height = Math.ceil(this.end + 3);
    const style = `font-family="${fontFamily}" style="width:100%;max-width:${1.35 * width}px;background:white"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${style}>${this.parts.join("")}</svg>`;
    return { svg, width, height };
  }

  /** Pixels from the left and from the top, with room for the edges of boxes. */
  private at(x: number, y: number): [number, number] {
    const pixels = (share: number, all: number): number => Number((2 + share * (all - 4)).toFixed(1));
    return [pixels(x / this.units, this.width), pixels(1 - y / 100, whole)];
  }

  /** Writes lines, which `<br>` separates, around a place; `<b>` is bold, and `<sub>` stands lower. */
  private write(x: number, y: number, text: string, side: keyof typeof anchors, size: number, fill: string): void {
    const [left, middle] = this.at(x, y);
    const lines = text.split("<br>");
    const bold = text.includes("<b>") ? ' font-weight="bold"' : "";
    const spans = lines.map((line, at) => {
      this.end = Math.max(this.end, middle + size);
      const down = middle + size * (0.35 + 1.2 * (at - (lines.length - 1) / 2));
      const marked = escapeHtml(line.replace(/<\/?b>/g, "")).replace(/&#60;sub&#62;(.*?)&#60;\/sub&#62;/g, lower);
      return `<text x="${left}" y="${down.toFixed(1)}">${marked}</text>`;
    });
    this.parts.push(
      `<g font-size="${size}" fill="${fill}" text-anchor="${anchors[side]}"${bold}>${spans.join("")}</g>`,
    );
  }
}

/** A drawing's sheets side by side below its title, as one file. */
export function svgOf({ title, sheets }: Sketch): string {
  const [gap, top] = [28, 34];
  const height = Math.max(...sheets.map((sheet) => sheet.height));
  const width = sheets.reduce((sum, sheet) => sum + sheet.width + gap, -gap);
  let left = 0;
  const placed = sheets.map((sheet) => {
    const place = `<svg x="${left}" y="${top}" width="${sheet.width}" height="${sheet.height}"`;
    left += sheet.width + gap;
    return sheet.svg.replace("<svg", place);
  });
  const size = `viewBox="0 0 ${width} ${height + top}" width="${width}" height="${height + top}"`;
  const name = `<text x="2" y="20" font-family="${fontFamily}" font-size="18" font-weight="bold">${escapeHtml(title)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="background:white">${name}${placed.join("")}</svg>`;
}

/** Smaller letters, and what follows stands at the line's height again. */
const lower = (_: string, text: string): string =>
  `<tspan dy="0.25em" font-size="72%">${text}</tspan><tspan dy="-0.18em">&#8203;</tspan>`;
