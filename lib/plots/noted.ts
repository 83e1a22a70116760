import type { Data, Layout } from "plotly.js";
import type { Figure } from "./figure";
import { figure } from "./theme";

/** Characters of a line that a narrow notebook, of 650 pixels, has room for: of a title and of the note below it. */
const [titleLength, noteLength] = [76, 100];
/** Pixels from one line to the next. plotly takes the title's size for all of them, and moves several up by half of it. */
const line = 23.4;
/** Room that a title's single line leaves below it, in pixels, and that lines of a note may take. */
const spare = 8;

/**
 * A figure with a note below its title, in smaller letters: what was left out, where the runs are from. Titles and notes
 * that are too long for a narrow notebook are broken into lines, and the figure grows by them.
 * @param note "" for none.
 * @param layout With a height and a margin above for a title of one line.
 */
export function notedFigure(title: string, note: string, data: Data[], layout: Partial<Layout>): Figure {
  const notes = note === "" ? [] : filled(note);
  const lines = [...balanced(title), ...notes.map((text) => `<span style="font-size:13px">${text}</span>`)];
  const extra = Math.max(0, Math.round((lines.length - 1) * line) - spare);
  const drawn = figure(lines.join("<br>"), data, {
    ...layout,
    height: (layout.height ?? 450) + extra,
    margin: { ...layout.margin, t: (layout.margin?.t ?? 84) + extra },
  });
  const pad = { t: lines.length > 1 ? 16 + line / 2 : 16 };
  const named = typeof drawn.layout.title === "object" ? drawn.layout.title : {};
  return { ...drawn, layout: { ...drawn.layout, title: { ...named, pad } } };
}

/** Breaks a title at spaces into lines of nearly the same length. */
function balanced(title: string): string[] {
  const wanted = title.length / Math.ceil(title.length / titleLength);
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length / 2 > wanted) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Puts as many of a note's remarks, which semicolons part, into a line as it has room for. */
function filled(note: string): string[] {
  const lines: string[] = [];
  for (const remark of note.split("; ")) {
    const longer = `${lines.at(-1)}; ${remark}`;
    if (lines.length === 0 || longer.length > noteLength) lines.push(remark);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
