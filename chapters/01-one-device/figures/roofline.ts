import type { Data } from "plotly.js-dist";
import type { Ceiling } from "../roofline";
import { attainable, ridge } from "../roofline";
import type { Figure } from "../../../lib/plots/figure";
import { figure, heightOf, logAxis, pointMarker, seriesStyle } from "../../../lib/plots/theme";
import { scatter } from "../../../lib/plots/traces";

/** A device's roof: measured, or from its datasheet. */
interface Roof extends Ceiling {
  name: string;
}

/** Work that a device did: how much for each byte, and how fast. */
interface RoofedWork {
  name: string;
  operationsPerByte: number;
  operationsPerSecond: number;
  /** The index of its device among the roofs, whose colour it has. */
  roof: number;
}

/**
 * Attainable operations per second against operations per byte, both logarithmic: a device's memory limits it on the slope, its
 * arithmetic on the flat part. Points are what was reached.
 */
export function rooflineFigure(roofs: Roof[], work: RoofedWork[]): Figure {
  const intensities = [...work.map(({ operationsPerByte }) => operationsPerByte), ...roofs.map(ridge)];
  const [left, right] = [Math.min(...intensities) / 4, Math.max(...intensities) * 4];
  const lines = roofs.map((roof, index): Data => {
    const x = [left, ridge(roof), right];
    const { colour, dash } = seriesStyle(index);
    return {
      ...scatter("lines", roof.name),
      x,
      y: x.map((intensity) => attainable(intensity, roof) / 1e9),
      line: { color: colour, dash, width: 2.5 },
      hovertemplate: "%{x:.3s} operations per byte: at most %{y:.4s} GFLOP/s",
    };
  });
  const points = work.map(({ name, operationsPerByte, operationsPerSecond, roof }, index): Data => ({
    ...scatter("markers", name),
    x: [operationsPerByte],
    y: [operationsPerSecond / 1e9],
    marker: pointMarker({ colour: seriesStyle(roof).colour, symbol: seriesStyle(index).symbol }),
    hovertemplate: "%{x:.3s} operations per byte: %{y:.4s} GFLOP/s",
  }));
  const heights = [
    ...roofs.flatMap((roof) => [attainable(left, roof), roof.operationsPerSecond]),
    ...work.map(({ operationsPerSecond }) => operationsPerSecond),
  ];
  return figure("Roofline: what a device can reach, and what was reached", [...lines, ...points], {
    height: heightOf(420),
    xaxis: logAxis("Operations per byte moved", "FLOP/byte", [left, right]),
    yaxis: logAxis(
      "Operations per second",
      "GFLOP/s",
      heights.map((height) => height / 1e9),
    ),
  });
}
