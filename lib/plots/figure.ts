import type { Config, Data, Layout } from "plotly.js-dist";

/** A plotly figure: traces, layout and settings, as plotly.js takes them. Plain data, so it can be written as JSON. */
export interface Figure {
  data: Data[];
  layout: Partial<Layout>;
  config?: Partial<Config>;
}

/** A drawing of boxes, arrows and text. Its sheets stand side by side, or one below the other where there is less room. */
export interface Sketch {
  title: string;
  /** SVG of a width and a height in its own pixels. */
  sheets: readonly { svg: string; width: number; height: number }[];
}

/** What can be shown and saved. */
export type Shown = Figure | Sketch;
