import type { Data } from "plotly.js-dist";
import { intersection, coveredSeconds, subtract, union, type Interval } from "../../profile/intervals";
import type { DeviceTimeline, StepTimeline } from "../../profile/timeline";
import type { Figure } from "../figure";
import { axis, colours, figure, ink, laneAxis, shortNumber, type SeriesStyle } from "../theme";

interface Kind {
  name: string;
  /** The lane of a device that it is drawn in; across all lanes where this is missing. */
  lane?: "compute" | "communication" | "input";
  style: Pick<SeriesStyle, "colour" | "pattern">;
  intervals: (device: DeviceTimeline) => Interval[];
}

const kindsOf = (collectives: StepTimeline["collectives"]): Kind[] => [
  { name: "idle", style: { colour: "#DDDDDD", pattern: "." }, intervals: ({ idle }) => idle },
  {
    name: "compute",
    lane: "compute",
    style: { colour: colours.blue, pattern: "" },
    intervals: ({ compute }) => compute,
  },
  {
    name: `${collectives} while computing`,
    lane: "communication",
    style: { colour: colours.orange, pattern: "/" },
    intervals: ({ compute, communication }) => intersection(communication, compute),
  },
  {
    name: `${collectives} alone`,
    lane: "communication",
    style: { colour: colours.purple, pattern: "x" },
    intervals: ({ compute, communication }) => subtract(communication, compute),
  },
  { name: "input", lane: "input", style: { colour: colours.green, pattern: "\\" }, intervals: ({ input }) => input },
];

/** A share of the step that is narrower than a pixel. */
const invisible = 1 / 1000;

/**
 * What each device did during one step: when it computed, took part in all-reduces or other collectives (while computing, or alone), waited for
 * input, and was idle. The shares beside the lanes are exact; bars closer together than a thousandth of the step are drawn
 * as one.
 */
export function timelineFigure(timeline: StepTimeline): Figure {
  const { step, seconds, collectives } = timeline;
  const lanes = (["compute", "communication", "input"] as const).filter(
    (lane) => lane !== "communication" || timeline.devices.some(({ communication }) => communication.length > 0),
  );
  // Lanes have height 1; devices are half a lane apart.
  const top = (device: number): number => device * (lanes.length + 0.5);
  const place = (device: number, lane: Kind["lane"]): number =>
    lane === undefined ? top(device) + (lanes.length - 1) / 2 : top(device) + lanes.indexOf(lane);
  const devices = timeline.devices.map((device) => drawable(device, seconds));
  const traces = kindsOf(collectives)
    .filter(({ lane }) => lane === undefined || lanes.includes(lane))
    .map((kind) => {
      const rows = devices.map((device, index) => ({
        device: device.device,
        y: place(index, kind.lane),
        intervals: kind.intervals(device),
      }));
      return bars(kind, kind.lane === undefined ? lanes.length : 0.76, rows);
    });
  const labels = timeline.devices.flatMap((device, index) =>
    lanes.map((lane, at) => {
      const share = (100 * coveredSeconds(device[lane])) / seconds;
      const what = lane === "communication" ? collectives : lane;
      const name = at === 0 ? `<b>${device.device}</b>   ${what}` : what;
      return { y: place(index, lane), text: `${name} ${share.toFixed(share < 10 ? 1 : 0)} %` };
    }),
  );
  return figure(`Step ${step}: what each device did (${shortNumber(1000 * seconds)} ms)`, traces, {
    barmode: "overlay",
    height: 150 + 34 * top(devices.length),
    xaxis: axis("Time since the step began", "ms", { range: [0, 1000 * seconds] }),
    yaxis: { ...laneAxis(labels, [top(devices.length) - 0.9, -0.6]), ticks: "" },
  });
}

/** Joins the thousands of ops into few enough intervals to draw. Gaps too short to see do not count as idle either. */
function drawable(device: DeviceTimeline, seconds: number): DeviceTimeline {
  const gap = invisible * seconds;
  const [compute, communication, input] = [device.compute, device.communication, device.input].map((intervals) =>
    union(intervals, gap),
  );
  const idle = subtract([{ start: 0, end: seconds }], union([...compute, ...communication, ...input], gap));
  return { device: device.device, compute, communication, input, idle };
}

interface Row {
  device: string;
  y: number;
  intervals: Interval[];
}

function bars({ name, style }: Kind, width: number, rows: Row[]): Data {
  const spans = rows.flatMap(({ device, y, intervals }) => intervals.map((interval) => ({ ...interval, device, y })));
  const trace = {
    type: "bar" as const,
    orientation: "h" as const,
    name,
    legendrank: name === "idle" ? 1001 : 1000, // drawn first, named last
    base: spans.map(({ start }) => 1000 * start),
    x: spans.map(({ start, end }) => 1000 * (end - start)),
    y: spans.map(({ y }) => y),
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
    customdata: spans.map(({ device, start, end }) => [device, (1000 * start).toFixed(2), (1000 * end).toFixed(2)]),
    hovertemplate: "%{customdata[0]}: %{customdata[1]} to %{customdata[2]} ms",
  };
  return trace; // plotly's types lack `base`
}
