import type { Data } from "plotly.js";
import { intersection, length, subtract, union, type Interval } from "../../profile/intervals";
import type { DeviceTimeline, StepTimeline } from "../../profile/timeline";
import type { Figure } from "../figure";
import { axis, colours, figure, ink, short, type SeriesStyle } from "../theme";

interface Kind {
  name: string;
  /** In which of a device's lanes it is drawn; without one, across all of them. */
  lane?: "compute" | "all-reduce" | "input";
  style: Pick<SeriesStyle, "colour" | "pattern">;
  of: (device: DeviceTimeline) => Interval[];
}

const kinds: Kind[] = [
  { name: "idle", style: { colour: "#DDDDDD", pattern: "." }, of: ({ idle }) => idle },
  { name: "compute", lane: "compute", style: { colour: colours.blue, pattern: "" }, of: ({ compute }) => compute },
  {
    name: "all-reduce while computing",
    lane: "all-reduce",
    style: { colour: colours.orange, pattern: "/" },
    of: ({ compute, allReduce }) => intersection(allReduce, compute),
  },
  {
    name: "all-reduce alone",
    lane: "all-reduce",
    style: { colour: colours.vermilion, pattern: "x" },
    of: ({ compute, allReduce }) => subtract(allReduce, compute),
  },
  { name: "input", lane: "input", style: { colour: colours.green, pattern: "\\" }, of: ({ input }) => input },
];

/** Share of the step, below what a pixel shows. */
const CLOSE = 1 / 1000;

/**
 * One step, device by device, over time: what it computed, when gradients were added up and whether behind computing or
 * alone, when it waited for input, and when it did nothing. The shares beside the lanes are exact; bars that are closer
 * together than a thousandth of the step are drawn as one.
 */
export function timelineFigure(timeline: StepTimeline): Figure {
  const { step, seconds } = timeline;
  const lanes = (["compute", "all-reduce", "input"] as const).filter(
    (lane) => lane !== "all-reduce" || timeline.devices.some(({ allReduce }) => allReduce.length > 0),
  );
  // A lane is 1 high; between devices there is half a lane.
  const top = (device: number): number => device * (lanes.length + 0.5);
  const place = (device: number, lane: Kind["lane"]): number =>
    lane === undefined ? top(device) + (lanes.length - 1) / 2 : top(device) + lanes.indexOf(lane);
  const devices = timeline.devices.map((device) => drawable(device, seconds));
  const traces = kinds
    .filter(({ lane }) => lane === undefined || lanes.includes(lane))
    .map((kind) => {
      const rows = devices.map((device, index) => ({
        device: device.device,
        y: place(index, kind.lane),
        intervals: kind.of(device),
      }));
      return bars(kind, kind.lane === undefined ? lanes.length : 0.76, rows);
    });
  const labels = timeline.devices.flatMap((device, index) =>
    lanes.map((lane, at) => {
      const share = (100 * length(device[lane === "all-reduce" ? "allReduce" : lane])) / seconds;
      const name = at === 0 ? `<b>${device.device}</b>   ${lane}` : lane;
      return { y: place(index, lane), text: `${name} ${share.toFixed(share < 10 ? 1 : 0)} %` };
    }),
  );
  return figure(`Step ${step}: what each device did (${short(1000 * seconds)} ms)`, traces, {
    barmode: "overlay",
    height: 150 + 34 * top(devices.length),
    xaxis: axis("Time since the step began", "ms", { range: [0, 1000 * seconds] }),
    yaxis: axis("", undefined, {
      title: { text: "" },
      tickvals: labels.map(({ y }) => y),
      ticktext: labels.map(({ text }) => text),
      range: [top(devices.length) - 0.9, -0.6],
      showgrid: false,
      ticks: "",
    }),
  });
}

/** Thousands of ops made few enough to draw; what is between them and cannot be seen is not idle either. */
function drawable(device: DeviceTimeline, seconds: number): DeviceTimeline {
  const near = CLOSE * seconds;
  const [compute, allReduce, input] = [device.compute, device.allReduce, device.input].map((intervals) =>
    union(intervals, near),
  );
  const idle = subtract([{ start: 0, end: seconds }], union([...compute, ...allReduce, ...input], near));
  return { device: device.device, compute, allReduce, input, idle };
}

interface Row {
  device: string;
  y: number;
  intervals: Interval[];
}

function bars({ name, style }: Kind, width: number, rows: Row[]): Data {
  const all = rows.flatMap(({ device, y, intervals }) => intervals.map((interval) => ({ ...interval, device, y })));
  const trace = {
    type: "bar" as const,
    orientation: "h" as const,
    name,
    legendrank: name === "idle" ? 1001 : 1000, // drawn first, named last
    base: all.map(({ start }) => 1000 * start),
    x: all.map(({ start, end }) => 1000 * (end - start)),
    y: all.map(({ y }) => y),
    width,
    marker: {
      color: style.colour,
      pattern: {
        shape: style.pattern,
        fillmode: "overlay" as const,
        fgcolor: name === "idle" ? "#888888" : "white",
        size: 7,
      },
      line: { color: ink, width: 0 }, // edges would cover the many bars that are a pixel wide
    },
    customdata: all.map(({ device, start, end }) => [device, (1000 * start).toFixed(2), (1000 * end).toFixed(2)]),
    hovertemplate: "%{customdata[0]}: %{customdata[1]} to %{customdata[2]} ms",
  };
  return trace; // plotly's types lack `base`
}
