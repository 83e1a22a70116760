import type { Config, Data, Layout } from "plotly.js-dist";

/** A plotly figure: traces, layout and settings, as plotly.js takes them. Plain data, so it can be written as JSON. */
export interface Figure {
  data: Data[];
  layout: Partial<Layout>;
  config?: Partial<Config>;
}
