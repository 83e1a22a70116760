import type { Figure, Sketch } from "../../lib/plots";

/** A trace as tests read it. */
export interface Trace {
  name: string;
  type?: string;
  mode?: string;
  x: number[];
  y: number[];
  z?: number[] | number[][];
  base?: number[];
  text?: string[];
  scene?: string;
  xaxis?: string;
  showlegend?: boolean;
  line?: { dash?: string; color?: string };
  marker?: { symbol?: string; color?: string | string[]; pattern?: { shape: string } };
  error_x?: { array?: number[]; arrayminus?: number[] };
  error_y?: { array?: number[]; arrayminus?: number[] };
}

/** An axis as tests read it. */
export interface Axis {
  title?: { text?: string };
  domain?: number[];
  tickvals?: number[];
  ticktext?: string[];
  range?: number[];
  type?: string;
}

export const traces = ({ data }: Figure) => data as unknown as Trace[];
export const axisOf = ({ layout }: Figure, name: string) => (layout as unknown as Record<string, Axis>)[name];
export const annotationsOf = ({ layout }: Figure) => (layout.annotations ?? []).map(({ text }) => text);

const lines = ({ layout }: Figure) => (layout.title as { text: string }).text.split("<br>");

/** A title, however many lines it takes. */
export const titleOf = (figure: Figure) =>
  lines(figure)
    .filter((line) => !line.startsWith("<span"))
    .join(" ");

/** What stands below the title. */
export const noteOf = (figure: Figure) =>
  lines(figure)
    .filter((line) => line.startsWith("<span"))
    .map((line) => line.replace(/<[^>]*>/g, ""))
    .join("; ");

/** The lines of text in a drawing, in order. */
export const textsIn = ({ sheets }: Sketch) =>
  sheets.flatMap(({ svg }) => [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, text]) => text.replace(/<[^>]*>|&#8203;/g, ""))); // prettier-ignore

/** The fills of a drawing's boxes. */
export const fillsIn = ({ sheets }: Sketch) =>
  sheets.flatMap(({ svg }) => [...svg.matchAll(/<rect [^>]*fill="([^"]*)"/g)].map(([, fill]) => fill));
