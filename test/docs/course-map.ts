import type { Chapter } from "../../lib/jobs/chapters";

const box = { width: 138, height: 48 };
const step = { right: 176, down: 70 };
const margin = 12;

/** The map of the course as an SVG: a box for each lesson, and an arrow from each to those that build on it. */
export function courseMap(chapters: ReadonlyMap<string, Chapter>): string {
  const rows = [...chapters].map(([name, { title, after }]) => ({ number: Number(name.slice(0, 2)), title, after }));
  const before = (number: number): readonly number[] => rows.find((row) => row.number === number)!.after;
  const leadsTo = (from: number, to: number): boolean =>
    before(to).some((each) => each === from || leadsTo(from, each));
  // What already follows from another arrow gets none.
  const direct = (number: number) =>
    before(number).filter((each) => !before(number).some((other) => leadsTo(each, other)));
  const column = (number: number): number => Math.max(-1, ...before(number).map(column)) + 1;

  const places = new Map<number, { x: number; y: number }>();
  let lane = 0;
  const place = (number: number): void => {
    places.set(number, { x: margin + column(number) * step.right, y: margin + lane * step.down });
    const next = rows.filter((row) => direct(row.number)[0] === number);
    next.forEach((row, at) => {
      if (at > 0) lane++;
      place(row.number);
    });
  };
  rows.filter(({ after }) => after.length === 0).forEach(({ number }) => place(number));

  const boxes = rows.map(({ number, title }) => {
    const { x, y } = places.get(number)!;
    const lines = inTwo(`${number} · ${title}`);
    const text = lines.map((line, at) => {
      const middle = y + box.height / 2 + 5 + 17 * (at - (lines.length - 1) / 2);
      return `<text x="${x + box.width / 2}" y="${middle}">${line}</text>`;
    });
    return `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>${text.join("")}`;
  });
  const arrows = rows.flatMap(({ number }) =>
    direct(number).map((from) => {
      const [start, end] = [places.get(from)!, places.get(number)!];
      const [x, y] = [start.x + box.width, start.y + box.height / 2];
      return `<path d="M${x} ${y}h10V${end.y + box.height / 2}H${end.x - 7}" marker-end="url(#tip)"/>`;
    }),
  );
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + box.width + margin;
  const height = lane * step.down + box.height + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The lessons, and what each builds on">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" markerHeight="8"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
    '<g fill="none" stroke="#555" stroke-width="1.5">',
    ...arrows,
    "</g>",
    '<g fill="#eef3f8" stroke="#3b6ea5" font-family="Open Sans, Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">',
    "<style>text { fill: #222; stroke: none; }</style>",
    ...boxes,
    "</g>",
    "</svg>\n",
  ].join("\n");
}

/** A title in one line, or in two of about the same length. */
function inTwo(title: string): string[] {
  if (title.length <= 16) return [title];
  const words = title.split(" ");
  const cuts = words.map((_, at) => [words.slice(0, at).join(" "), words.slice(at).join(" ")]).slice(3);
  const unevenness = ([first, second]: string[]): number => Math.abs(first.length - second.length);
  return cuts.sort((one, other) => unevenness(one) - unevenness(other))[0];
}
