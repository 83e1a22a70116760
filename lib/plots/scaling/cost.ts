import type { Data } from "plotly.js-dist";
import type { ScalingStudy } from "../../measure/scaling";
import type { Figure } from "../figure";
import { halo } from "./labels";
import { farthest, highestRanked, onDevices, seriesOf, valueAxis } from "./series";
import type { ScalingFigureOptions, Series } from "./series";
import { figure, ideal, heightOf, shortNumber } from "../theme";
import { lineAndPoints, scatter, textAnnotation } from "../traces";
import { counted } from "../../system/words";

const idealName = "ideal: faster at the same cost";
const lowerRight = { xref: "paper", yref: "paper", x: 0.99, y: 0.03, xanchor: "right", yanchor: "bottom" } as const;
/** Up to so many device-hours, a cost is in device-seconds. */
const longest = 0.1;
/** Beyond so many points, labels give only the number of devices, or leave out the values. */
const [mostWords, mostValues] = [8, 4];

/**
 * What a faster epoch costs: device-hours of an epoch against its seconds, a point for each device count. With ideal
 * scaling a study's points would lie on its thin level line: less time at the same cost. The distance above that line is
 * the price of being faster. An axis is logarithmic where values are more than 40 times apart.
 * @throws one line when there is no study, or the number of labels is not that of the studies.
 */
export function costFigure(studies: ScalingStudy[], options: ScalingFigureOptions = {}): Figure {
  const series = seriesOf(studies, options);
  const points = series.flatMap((study) => study.points);
  const seconds = points.map(({ epochSeconds }) => epochSeconds);
  const hours = points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch);
  const cost: Cost =
    Math.max(...hours) > longest ? { unit: "device-hours", share: 1 } : { unit: "device-seconds", share: 3600 };
  const alone = series.length === 1;
  const time = valueAxis("Time per epoch", "s", seconds, { above: alone ? 1.25 : 1.15, below: 0.3 });
  const hasRoom = points.length <= mostWords && time.type !== "log";
  const labels = { words: hasRoom, values: alone && points.length <= mostValues };
  return figure(
    title(series),
    [
      ...series.map((study, index) => idealOf(study, index, cost)),
      ...series.map((study) => lineOf(study, labels, cost)),
    ],
    {
      height: heightOf(356),
      showlegend: true,
      xaxis: time,
      yaxis: valueAxis(
        "Cost of an epoch",
        cost.unit,
        hours.map((each) => each * cost.share),
        { above: 1.2, below: 0.3 },
      ),
      annotations: hasRoom ? [] : [textAnnotation("numbers at points: devices", lowerRight)],
    },
  );
}

/** The unit of costs, as a share of a device-hour. */
interface Cost {
  unit: string;
  share: number;
}

function lineOf(
  { name, points, style }: Series,
  labels: { words: boolean; values: boolean },
  { unit, share }: Cost,
): Data {
  const [first, last] = [points[0], points[points.length - 1]];
  const slower = last.epochSeconds > first.epochSeconds;
  const cheaper = last.deviceHoursPerEpoch < first.deviceHoursPerEpoch;
  return {
    ...scatter("text+lines+markers", name, name),
    x: points.map(({ epochSeconds }) => epochSeconds),
    y: points.map(({ deviceHoursPerEpoch }) => share * deviceHoursPerEpoch),
    text: points.map(({ devices, epochSeconds, deviceHoursPerEpoch }) => {
      if (!labels.words) return String(devices);
      const value = `: ${shortNumber(epochSeconds)} s<br>${shortNumber(share * deviceHoursPerEpoch)} ${unit}`;
      return `${counted(devices, "device")}${labels.values && !slower ? value : ""}`;
    }),
    // Away from the line, whichever way it leaves a point.
    textposition: slower ? "bottom right" : cheaper ? "top center" : "top right",
    textfont: { size: 14, shadow: halo },
    cliponaxis: false,
    ...lineAndPoints(style),
    hovertext: points.map(({ devices }) => counted(devices, "device")),
    hovertemplate: `%{hovertext}: %{x:.4~g} s, %{y:.4~g} ${unit}`,
  };
}

function idealOf({ name, points }: Series, index: number, { share }: Cost): Data {
  const [{ epochSeconds, deviceHoursPerEpoch }] = points;
  const cost = share * deviceHoursPerEpoch;
  const shortest = Math.min(...points.map((point) => point.epochSeconds));
  return { ...ideal(idealName, [epochSeconds, shortest], [cost, cost]), legendgroup: name, showlegend: index === 0 };
}

function title(series: Series[]): string {
  const study = farthest(series);
  if (study) {
    const { first, last, name } = study;
    const times = shortNumber(last.deviceHoursPerEpoch / first.deviceHoursPerEpoch);
    return `${name}: ${last.speedup.toFixed(2)} times as fast ${onDevices(last)}, at ${times} times the cost`;
  }
  const best = highestRanked(series, ({ efficiency }) => efficiency);
  if (!best) return "What a faster epoch costs";
  const growth = shortNumber(1 / best.point.efficiency);
  return `Cost of an epoch: grows least with ${best.name} (${growth} times ${onDevices(best.point)})`;
}
