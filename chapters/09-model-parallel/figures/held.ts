import type { Figure } from "../../../lib/plots/figure";
import { nameOnce, panelFigure, panelsOf } from "../../../lib/plots/panels";
import { axis, barMarker, ink, nameAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAndPoints, scatter, type Trace } from "../../../lib/plots/traces";

/** What each device of a pipeline holds at most under a schedule. */
interface HeldBySchedule {
  /** For example "GPipe". */
  name: string;
  /** Microbatches whose activations are held, by the schedule. */
  microbatches: number[];
  /** Bytes measured beyond those at rest; left out where nothing was measured. */
  bytes?: number[];
}

/**
 * The microbatches that each device holds at most, counted in the schedules, beside the memory that was measured.
 * @throws one line when there is no schedule.
 */
export function heldFigure(schedules: readonly HeldBySchedule[]): Figure {
  if (schedules.length === 0) throw new Error("This figure compares schedules, and there are none: give it one.");
  const devices = schedules[0].microbatches.map((_, device) => String(device));
  const sides = [
    { heading: "Microbatches held", values: ({ microbatches }: HeldBySchedule) => microbatches, unit: "" },
    {
      heading: "Memory above rest (MB)",
      values: ({ bytes = [] }: HeldBySchedule) => bytes.map((each) => each / 1e6),
      unit: " MB",
    },
  ];
  const columns = sides.map(({ heading }) => heading);
  const panels = panelsOf({ rows: 1, columns });
  const traces = panels.flatMap(({ axes, column }) =>
    schedules.map((schedule, index): Trace => {
      const values = sides[column].values(schedule);
      return {
        ...axes,
        ...{ type: "bar", name: schedule.name, legendgroup: schedule.name },
        x: values.map((_, device) => device),
        y: values,
        text: values.map(shortNumber),
        ...{ textposition: "outside", textfont: { size: 12, color: ink }, cliponaxis: false },
        marker: barMarker(seriesStyle(index)),
        hovertemplate: `device %{x}: %{y:.3~s}${sides[column].unit}`,
      };
    }),
  );
  const most = (column: number): number => Math.max(...schedules.flatMap((each) => [1, ...sides[column].values(each)]));
  return panelFigure(titleOf(schedules), "", nameOnce(traces), {
    ...{ rows: 1, columns, height: 260, gap: { columns: 0.1 } },
    x: () => nameAxis("Device", devices),
    y: ({ column }) => axis("", undefined, { range: [0, 1.15 * most(column)], title: { text: "" } }),
    layout: { barmode: "group" },
  });
}

function titleOf(schedules: readonly HeldBySchedule[]): string {
  const parts = schedules.map(({ name, microbatches, bytes }) => {
    const held = bytes ? `${shortNumber(Math.max(...bytes) / 1e6)} MB` : `${Math.max(...microbatches)} microbatches`;
    return `${held} with ${name}`;
  });
  return `The fullest device holds ${parts.join(", ")}`;
}

/** The share of idle time of pipelines with some numbers of stages, if all tasks of a kind take equally long. */
interface BubbleCurve {
  /** For example "4 stages". */
  name: string;
  microbatches: number[];
  /** From 0 to 1. */
  idle: number[];
}

/**
 * Idle time by the number of microbatches. The axis of microbatches is logarithmic.
 * @throws one line when there is no curve.
 */
export function bubbleFigure(curves: readonly BubbleCurve[]): Figure {
  if (curves.length === 0) throw new Error("This figure needs a curve, and there are none: give it one.");
  const all = [...new Set(curves.flatMap(({ microbatches }) => microbatches))].sort((a, b) => a - b);
  const traces = curves.map(({ name, microbatches, idle }, index): Trace => ({
    ...scatter("lines+markers", name),
    x: microbatches,
    y: idle.map((share) => 100 * share),
    ...lineAndPoints(seriesStyle(index), 9),
    hovertemplate: "%{x} microbatches: %{y:.1f} %",
    showlegend: true,
  }));
  const [least, most] = [Math.log2(all[0]), Math.log2(all[all.length - 1])];
  return panelFigure("More microbatches leave the devices less idle", "", traces, {
    ...{ rows: 1, columns: [""], height: 300 },
    x: () =>
      axis("Microbatches", undefined, {
        type: "log",
        tickvals: all,
        ticktext: all.map(String),
        range: [(least - 0.3) * Math.log10(2), (most + 0.3) * Math.log10(2)],
      }),
    y: () => axis("Idle", "%", { rangemode: "tozero" }),
  });
}
