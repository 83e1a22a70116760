import type { Annotation, Layout, LayoutAxis } from "plotly.js-dist";
import type { Figure } from "./figure";
import { axis, heightOf, legendAbove, notedFigure } from "./theme";
import { textAnnotation, type Trace } from "./traces";

/** One panel of several: its row and column, from 0, and its axes under the names that traces use. */
export interface Panel {
  row: number;
  column: number;
  axes: { xaxis: "x"; yaxis: "y" };
}

/** Panels in rows and columns, all of one size. */
interface PanelPlan {
  rows: number;
  /** The heading of each column; "" for none. */
  columns: string[];
  /** Height of each panel in pixels; default 210. */
  height?: number;
  /** The gap between columns as a share of the width, and between rows in pixels; default 0.05 and 30. */
  gap?: { columns?: number; rows?: number };
  x: (panel: Panel) => Partial<LayoutAxis>;
  y: (panel: Panel) => Partial<LayoutAxis>;
  /** Text in the panels. */
  annotations?: Partial<Annotation>[];
  /** More of the layout. */
  layout?: Partial<Layout>;
}

/** In pixels: the height of a column's heading, and the margins on the left and below. */
const [heading, left, below] = [28, 84, 62];

/** All panels of a plan, row by row. */
export function panelsOf({ rows, columns }: Pick<PanelPlan, "rows" | "columns">): Panel[] {
  return Array.from({ length: rows * columns.length }, (_, at) => {
    const number = at === 0 ? "" : String(at + 1); // as plotly numbers axes
    return {
      row: Math.floor(at / columns.length),
      column: at % columns.length,
      axes: { xaxis: `x${number}` as "x", yaxis: `y${number}` as "y" },
    };
  });
}

/**
 * A figure of panels: title, note, legend, headings and panels, without overlap. Where a page is too narrow for columns, all
 * panels stand below each other (jupyter/labextensions).
 * @param note Smaller text below the title; "" for none.
 */
export function panelFigure(title: string, note: string, data: Figure["data"], plan: PanelPlan): Figure {
  const legend = (data as Trace[]).flatMap(({ showlegend, name = "" }) => (showlegend ? [name] : []));
  const shown = [...data, ...axesOfRows(data, plan)];
  const figure = notedFigure(title, note, shown, arranged(plan, legend, false));
  if (plan.columns.length === 1) return figure;
  const { height, margin, legend: place, annotations, ...axes } = arranged(plan, legend, true);
  return {
    ...figure,
    layout: { ...figure.layout, meta: { narrow: { height, margin, legend: place, annotations, ...axes } } },
  };
}

/** The layout of panels in their columns, or stacked: in one column. */
function arranged(plan: PanelPlan, legend: string[], isStacked: boolean): Partial<Layout> {
  const { columns, rows, height = 210, gap: { columns: columnGap = 0.05, rows: rowGap = 30 } = {} } = plan;
  const hasHeadings = columns.some((column) => column !== "");
  const above = hasHeadings ? heading : 6;
  const [lines, between] = isStacked ? [rows * columns.length, below + above] : [rows, rowGap];
  const inner = lines * height + (lines - 1) * between;
  const width = isStacked ? 1 : (1 - columnGap * (columns.length - 1)) / columns.length;
  const axes: Record<string, Partial<LayoutAxis>> = {};
  const annotations: Partial<Annotation>[] = [];
  for (const panel of panelsOf(plan)) {
    const { row, column } = panel;
    const from = isStacked ? 0 : column * (width + columnGap);
    const end = 1 - ((isStacked ? column * rows + row : row) * (height + between)) / inner;
    const { xaxis, yaxis } = panel.axes;
    const across: Partial<LayoutAxis> = { domain: [from, Math.min(1, from + width)], anchor: yaxis };
    const down: Partial<LayoutAxis> = { domain: [Math.max(0, end - height / inner), end], anchor: xaxis };
    const title = isStacked ? plan.y({ ...panel, column: 0 }).title : undefined;
    axes[xaxis.replace("x", "xaxis")] = { tickangle: 0, ...plan.x(panel), ...across };
    axes[yaxis.replace("y", "yaxis")] = {
      ...plan.y(panel),
      ...(isStacked && { title, showticklabels: true }),
      ...down,
    };
    if (row > 0 || columns[column] === "") continue;
    const place = { xref: "paper", yref: "paper", xanchor: "center", y: end, yanchor: "bottom", yshift: 4 } as const;
    annotations.push(textAnnotation(`<b>${columns[column]}</b>`, { ...place, x: from + width / 2 }));
  }
  return {
    ...axes,
    height: heightOf(inner),
    margin: { l: left, r: 24 },
    showlegend: legend.length > 1,
    legend: { ...legendAbove, y: 1 + above / inner },
    annotations: [...annotations, ...(plan.annotations ?? [])],
    ...plan.layout,
  };
}

/**
 * Empty traces for the first panels of rows that have no trace. Plotly draws axes only where there is a trace, and these axes
 * carry the row's title.
 */
function axesOfRows(data: Figure["data"], plan: PanelPlan): Figure["data"] {
  const used = new Set(data.map((trace) => ("xaxis" in trace ? trace.xaxis : "x")));
  return panelsOf(plan)
    .filter(({ column, axes }) => column === 0 && !used.has(axes.xaxis))
    .map(({ axes }) => ({ ...axes, type: "scatter", x: [], y: [], showlegend: false, hoverinfo: "skip" }));
}

/** The vertical axis of a panel; only the first panel of a row shows its title and ticks. */
export function rowAxis({ column }: Panel, quantity: string, unit: string, more: Partial<LayoutAxis>) {
  const isFirst = column === 0;
  return axis(isFirst ? quantity : "", isFirst ? unit : undefined, { ...more, showticklabels: isFirst });
}

/** Shows the first trace of each group in the legend, and hides the others. */
export function nameOnce<Trace extends { legendgroup?: string }>(traces: Trace[]): (Trace & { showlegend: boolean })[] {
  const seen = new Set<string | undefined>();
  return traces.map((trace) => {
    const showlegend = !seen.has(trace.legendgroup);
    seen.add(trace.legendgroup);
    return { ...trace, showlegend };
  });
}
