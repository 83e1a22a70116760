import type { Data, Layout } from "plotly.js-dist";
import type { Figure } from "./figure";
import { figure } from "./theme";

/** Characters that fit into a line of a narrow notebook (650 pixels): of a title, and of the note below it. */
const [titleLength, noteLength] = [76, 100];
/** Pixels from one line to the next. plotly spaces all lines by the title's size, and moves several lines up by half of it. */
const line = 23.4;
/** Pixels below a title of one line that a note may use. */
const spare = 8;

/**
 * A figure with a note below its title, in smaller letters: what was left out, where the runs are from. A title or note that
 * is too long for a narrow notebook is broken into lines, and the figure grows accordingly.
 * @param note "" for none.
 * @param layout Its height and top margin are those for a title of one line.
 */
export function notedFigure(heading: string, note: string, data: Data[], layout: Partial<Layout>): Figure {
  const notes = note === "" ? [] : filled(note);
  const lines = [...balanced(heading), ...notes.map((text) => `<span style="font-size:13px">${text}</span>`)];
  const extra = Math.max(0, Math.round((lines.length - 1) * line) - spare);
  const drawn = figure(lines.join("<br>"), data, {
    ...layout,
    height: (layout.height ?? 450) + extra,
    margin: { ...layout.margin, t: (layout.margin?.t ?? 84) + extra },
  });
  const pad = { t: lines.length > 1 ? 16 + line / 2 : 16 };
  const title = typeof drawn.layout.title === "object" ? drawn.layout.title : {};
  return { ...drawn, layout: { ...drawn.layout, title: { ...title, pad } } };
}

/** Breaks a title at spaces into lines of nearly the same length. */
function balanced(title: string): string[] {
  const goal = title.length / Math.ceil(title.length / titleLength);
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length / 2 > goal) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Fills lines with a note's remarks, which semicolons separate. */
function filled(note: string): string[] {
  const lines: string[] = [];
  for (const remark of note.split("; ")) {
    const longer = `${lines.at(-1)}; ${remark}`;
    if (lines.length === 0 || longer.length > noteLength) lines.push(remark);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
