import { bubbleOf, type TimedTask } from "../../sharding";
import type { Figure } from "../figure";
import { nameOnce, panelFigure, panelsOf, type Panel } from "../panels";
import { axis, colours, ink, laneAxis } from "../theme";
import type { Trace } from "../traces";

/** When the tasks of a pipeline run, as planned or as measured. */
interface ScheduleChart {
  /** For example "planned". */
  name: string;
  devices: number;
  tasks: readonly TimedTask[];
  /** Whether its times are seconds; otherwise a forward pass takes 1. */
  measured?: boolean;
}

/** The height of a device's lane, in pixels. */
const lane = 30;

/**
 * Gantt charts of a pipeline's tasks, below each other, each with a scale of its own. A bar holds the number of its microbatch; where a
 * device has several stages, those after the first are dotted.
 * @throws one line when there is no chart, or one has no tasks.
 */
export function scheduleFigure(charts: readonly ScheduleChart[]): Figure {
  const empty = charts.find(({ tasks }) => tasks.length === 0);
  if (charts.length === 0 || empty) {
    throw new Error(`${empty ? `${empty.name} has` : "This figure has"} no tasks: give it a schedule that was timed.`);
  }
  const shown = charts.map(fromZero);
  const lanes = Math.max(...charts.map(({ devices }) => devices));
  const plan = { rows: charts.length, columns: [""] };
  const panels = panelsOf(plan);
  const traces = nameOnce(panels.flatMap((panel) => barsOf(shown[panel.row], panel)));
  return panelFigure(titleOf(shown), "", traces, {
    ...plan,
    height: lane * lanes + 14,
    gap: { rows: 66 },
    x: ({ row }) => {
      const { measured, end } = shown[row];
      return axis("Time", measured ? "ms" : "a forward pass takes 1", { range: [0, 1.01 * end], showgrid: false });
    },
    y: ({ row }) => ({
      ...laneAxis(lanesOf(shown[row].devices), [shown[row].devices - 0.4, -0.6]),
      title: { text: `<b>${shown[row].name}</b>`, standoff: 8 },
      ticks: "",
    }),
    layout: { barmode: "overlay" },
  });
}

interface Shown extends ScheduleChart {
  /** Of the last task; the first begins at 0. */
  end: number;
  idle: number;
}

/** A chart that begins at 0, in the unit that it is drawn in. */
function fromZero(chart: ScheduleChart): Shown {
  const first = Math.min(...chart.tasks.map(({ begin }) => begin));
  const scale = chart.measured ? 1000 : 1;
  const tasks = chart.tasks.map((task) => ({
    ...task,
    begin: scale * (task.begin - first),
    end: scale * (task.end - first),
  }));
  return { ...chart, tasks, end: Math.max(...tasks.map(({ end }) => end)), idle: bubbleOf(tasks, chart.devices) };
}

const lanesOf = (devices: number) => Array.from({ length: devices }, (_, y) => ({ y, text: `device ${y}` }));

function titleOf(charts: readonly Shown[]): string {
  const shares = charts.map(({ name, idle }) => `${name} ${(100 * idle).toFixed(0)} %`);
  return `The devices are idle: ${shares.join(", ")}`;
}

const kinds = [
  { does: "F", name: "forward", colour: colours.blue, text: "white" },
  { does: "B", name: "backward", colour: colours.orange, text: ink },
] as const;

const dots = (fgcolor: string) => ({
  shape: "." as const,
  fillmode: "overlay" as const,
  fgcolor,
  size: 7,
  solidity: 0.12,
});

function barsOf({ devices, tasks, end }: Shown, { axes }: Panel): Trace[] {
  const bar = { ...axes, type: "bar" as const, orientation: "h" as const, width: 0.8 };
  const idle = {
    ...{ ...bar, name: "idle", legendgroup: "idle", hoverinfo: "skip" as const },
    ...{ base: Array<number>(devices).fill(0), x: Array<number>(devices).fill(end), y: [...Array(devices).keys()] },
    marker: { color: "#DDDDDD", line: { width: 0 } },
  };
  const size = tasks.some(({ microbatch }) => microbatch > 9) ? 10 : 12;
  const drawn = kinds.flatMap(({ does, name, colour, text }) =>
    [false, true].map((isLater) => {
      const own = tasks.filter((task) => task.does === does && task.stage >= devices === isLater);
      const named = isLater ? `${name}, a later stage` : name;
      return {
        ...{ ...bar, name: named, legendgroup: named },
        base: own.map(({ begin }) => begin),
        x: own.map((task) => task.end - task.begin),
        y: own.map(({ device }) => device),
        text: own.map(({ microbatch }) => String(microbatch)),
        ...{ textposition: "inside" as const, insidetextanchor: "middle" as const, textangle: 0 },
        textfont: { color: text, size },
        marker: { color: colour, pattern: isLater ? dots(text) : {}, line: { color: "white", width: 1 } },
        customdata: own.map(({ stage, microbatch }) => `${does} of microbatch ${microbatch} in stage ${stage}`),
        hovertemplate: "%{customdata}: %{base:.3~s}, for %{x:.3~s}<extra></extra>",
      };
    }),
  );
  return [idle, ...drawn.filter(({ x }) => x.length > 0)] as Trace[]; // plotly's types lack `base`
}
