// @ts-check
/**
 * Lays a figure out for the width of its column: lib/plots makes figures for a notebook of 650 pixels and more, and here titles,
 * legends and text break into more lines where there is less room, and the panels of a row move below each other.
 */

/** The mean width of a letter as a share of its size, and the height of a line. */
const [letter, line] = [0.56, 1.3];
/** In pixels: a title's line, the room that a figure's margin has for one, and the rows of a legend. */
const [titleLine, titleRoom, firstRow, furtherRow] = [23.4, 60, 24, 20];
/** Below this width, letters in the figure are smaller, and panels stand below each other. */
const narrow = 520;

/**
 * @param {{ data: any[], layout: any }} figure as lib/plots or a student made it; it stays as it is
 * @param {number} width of the column, in pixels
 * @returns {{ data: any[], layout: any }} the figure with a width and a height
 */
export function fitted({ data, layout: made }, width) {
  const isNarrow = width < narrow;
  const layout = structuredClone({ ...made, ...(isNarrow && made.meta?.narrow) });
  const margin = (layout.margin = { l: 70, r: 30, t: 84, b: 60, ...layout.margin });
  if (isNarrow) margin.r = Math.min(margin.r, 12);
  let inner = (layout.height ?? 450) - margin.t - margin.b;
  if (layout.width) {
    // A picture of a fixed shape becomes smaller as a whole.
    const share = Math.min(1, (width - margin.l - margin.r) / (layout.width - margin.l - margin.r));
    width = Math.min(width, layout.width);
    inner *= share;
  }
  // The axes begin beside their longest label.
  const labels = (layout.yaxis?.ticktext ?? []).map((/** @type {any} */ each) => pixels(String(each), 14) + 20);
  const across = width - Math.max(margin.l, ...labels) - margin.r;
  const shareOf = placesOn(layout.xaxis, data);
  const named = isNarrow
    ? data.map((trace) => ({ ...inward(trace, shareOf), name: broken(trace.name, width - 60, 14) }))
    : data;
  const title = titleIn(layout.title, width - 20);
  const above = Math.max(0, ((layout.legend?.y ?? 1) - 1.03) * inner);
  const further = title.lines > 1 ? title.lines * titleLine : 0;
  const needed = titleRoom + further + legendHeight(named, layout, across) + above;
  if (title.text)
    layout.title = { ...layout.title, text: title.text, pad: { t: 16 + (title.lines > 1 ? titleLine / 2 : 0) } };
  if (made.title) margin.t = Math.max(margin.t, Math.round(needed));
  for (const [name, axis] of Object.entries(layout)) {
    if (!/^[xy]axis\d*$/.test(name) || !axis.title?.text) continue;
    const [from, to] = axis.domain ?? [0, 1];
    const room = (to - from) * (name.startsWith("x") ? across : inner);
    axis.title = { ...axis.title, text: broken(axis.title.text, room, 14) };
  }
  layout.annotations = layout.annotations?.map((/** @type {any} */ each) => {
    if (!isNarrow) return each;
    const own = Math.min(each.font?.size ?? 14, 12);
    const text = broken(each.text, across - 10, own);
    const end = shareOf(each.x) * across + pixels(text, own);
    const turned = each.xanchor === "left" &&
      (each.xref ?? "x") === "x" &&
      end > across && { xanchor: "right", xshift: -8 };
    return { ...each, ...turned, text, font: { ...each.font, size: own } };
  });
  if (isNarrow) layout.font = { ...layout.font, size: 12 };
  return {
    data: named,
    layout: { ...layout, width, height: Math.round(inner + margin.t + margin.b), autosize: false },
  };
}

/**
 * How far along an axis a place is, as a share; on a logarithmic axis, places are powers of ten, as texts have them.
 * @param {any} axis @param {any[]} data
 */
function placesOn(axis, data) {
  const all = data.flatMap(({ x }) => (Array.isArray(x) ? x.filter(Number.isFinite) : []));
  const isLog = axis?.type === "log";
  const [low, high] = axis?.range ?? [Math.min(...all), Math.max(...all)].map((end) => (isLog ? Math.log10(end) : end));
  return (/** @type {any} */ place) => (place - low) / (high - low) || 0;
}

/**
 * A trace whose texts stand on the inner side of its points.
 * @param {any} trace @param {(place: any) => number} shareOf
 */
function inward(trace, shareOf) {
  const { mode, textposition, x } = trace;
  if (!/text/.test(mode) || typeof textposition !== "string" || !textposition.endsWith("right")) return trace;
  const side = (/** @type {any} */ place) => (shareOf(place) > 0.6 ? "left" : "right");
  return { ...trace, textposition: x.map((/** @type {any} */ place) => textposition.replace("right", side(place))) };
}

/**
 * Breaks a title, and the smaller notes below it, where they are too long.
 * @param {any} title @param {number} room
 */
function titleIn(title, room) {
  const text = typeof title === "string" ? title : title?.text;
  if (typeof text !== "string" || text === "") return { text: "", lines: 1 };
  const parts = text.split("<br>");
  const heading = parts.filter((part) => !part.startsWith("<span"));
  const notes = parts.filter((part) => part.startsWith("<span")).map((part) => part.replace(/<\/?span[^>]*>/g, ""));
  const titles = fits(heading, room, 18) ? heading : broken(heading.join(" "), room, 18).split("<br>");
  const below = fits(notes, room, 13) ? notes : broken(notes.join("; "), room, 13).split("<br>");
  const lines = [...titles, ...below.filter(Boolean).map((note) => `<span style="font-size:13px">${note}</span>`)];
  return { text: lines.join("<br>"), lines: lines.length };
}

/** @param {string} text without plotly's tags @param {number} size */
const pixels = (text, size) => text.replace(/<[^>]*>/g, "").length * size * letter;

/** @param {string[]} lines @param {number} room @param {number} size */
const fits = (lines, room, size) => lines.every((each) => pixels(each, size) <= room);

/**
 * A text in lines of nearly the same length that fit into so many pixels.
 * @param {any} text @param {number} room @param {number} size of its letters
 */
function broken(text, room, size) {
  if (typeof text !== "string" || fits(text.split("<br>"), room, size)) return text;
  const words = text.replaceAll("<br>", " ").split(/ (?![^<]*>)/);
  const goal = room / (size * letter);
  const lines = [""];
  for (const word of words) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (longer.replace(/<[^>]*>/g, "").length > goal && lines[lines.length - 1] !== "") lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("<br>");
}

/**
 * The height of a legend above the axes. Where its entries do not fit into a row, plotly makes columns of equal width.
 * @param {any[]} data @param {any} layout @param {number} width of the axes
 */
function legendHeight(data, layout, width) {
  const entries = new Map(
    data
      .filter(({ name, showlegend }) => typeof name === "string" && name !== "" && showlegend !== false)
      .map(({ name, legendgroup }, at) => [legendgroup || at, name.split("<br>")]),
  );
  const least = layout.showlegend ? 1 : 2;
  if (layout.showlegend === false || entries.size < least || layout.legend?.orientation !== "h") return 0;
  const widths = [...entries.values()].map(
    (lines) => 48 + Math.max(...lines.map((/** @type {string} */ each) => pixels(each, 14))),
  );
  const tall = Math.max(...[...entries.values()].map((lines) => lines.length));
  const row = furtherRow + (tall - 1) * 14 * line;
  const fitting = widths.reduce((sum, each) => sum + each, 0) <= width;
  const rows = fitting ? 1 : Math.ceil(entries.size / Math.max(1, Math.floor(width / Math.max(...widths))));
  return firstRow + rows * row - furtherRow;
}
