import type { Data, Layout } from "plotly.js-dist";
import { sum } from "simple-statistics";
import type { Figure } from "../../../lib/plots/figure";
import { axis, barMarker, colours, figure, legendRoom, nameAxis, seriesStyle } from "../../../lib/plots/theme";
import { lineAcross, scatter, whitePoints, textAnnotation } from "../../../lib/plots/traces";

/** A training step's memory by the memory model. */
interface MemoryModel {
  /** Bytes of each part that does not depend on the batch: parameters, gradients, optimizer state. */
  modelBytes: Record<string, number>;
  /** Bytes of the activations of one image. */
  bytesPerImage: number;
  /** The batch sizes to show. */
  batchSizes: number[];
  /** The memory of the device. */
  limitBytes?: number;
  /** The largest batch that fits into it, shown beside it: `fitMemory(...).largestBatch(limitBytes)`. */
  largestBatch?: number;
  /** Measured peaks, drawn over the model's values. */
  measured?: { batchSize: number; bytes: number; fits?: boolean }[];
}

const gib = 2 ** 30;

/**
 * Memory against batch size: the parts that depend on the model alone, stacked below the part that grows with the batch, the
 * memory of the device, and the batches that do not fit.
 */
export function memoryFigure(model: MemoryModel): Figure {
  const { modelBytes, bytesPerImage, limitBytes, measured = [] } = model;
  const measuredSizes = measured.map(({ batchSize }) => batchSize);
  const batchSizes = [...new Set([...model.batchSizes, ...measuredSizes])].sort((a, b) => a - b);
  const activations = batchSizes.map((batch) => batch * bytesPerImage);
  const totals = activations.map((bytes) => sum(Object.values(modelBytes)) + bytes);
  const highest = Math.max(...totals, limitBytes ?? 0, ...measured.map(({ bytes }) => bytes)) / gib;
  const parts = Object.entries(modelBytes).map(([name, bytes], index) =>
    partBars(name, Array<number>(totals.length).fill(bytes), index + 1),
  );
  const series = [
    ...parts,
    partBars("activations (grow with the batch)", activations, 0),
    ...(measured.length === 0 ? [] : [measuredPoints(measured, batchSizes)]),
  ];
  return figure("Memory of a step against the batch size", series, {
    ...legendRoom(series, 340),
    barmode: "stack",
    xaxis: nameAxis("Batch size", batchSizes.map(String), "images"),
    yaxis: axis("Memory", "GiB", { range: [0, highest * 1.12] }),
    ...(limitBytes !== undefined && limitOf(limitBytes, totals, model.largestBatch)),
  });
}

/** A part of the memory at each batch size. */
function partBars(name: string, bytes: number[], style: number): Data {
  return {
    type: "bar",
    x: bytes.map((_, at) => at),
    y: bytes.map((value) => value / gib),
    name,
    marker: barMarker(seriesStyle(style)),
    hovertemplate: "%{y:.3f} GiB",
  };
}

function measuredPoints(measured: NonNullable<MemoryModel["measured"]>, batchSizes: number[]): Data {
  const symbol = measured.map(({ fits = true }) => (fits ? "circle" : "x"));
  return {
    ...scatter("markers", "measured"),
    x: measured.map(({ batchSize }) => batchSizes.indexOf(batchSize)),
    y: measured.map(({ bytes }) => bytes / gib),
    marker: { ...whitePoints(11), symbol },
    hovertemplate: "%{y:.3f} GiB",
  };
}

/** The line of the device's memory, and text at the batches that do not fit below it. */
function limitOf(limit: number, totals: number[], largestBatch?: number): Partial<Layout> {
  const enough = largestBatch === undefined ? "" : `, enough for ${largestBatch.toLocaleString("en-US")} images`;
  const left = { xref: "paper", x: 0.01, xanchor: "left", yanchor: "bottom" } as const;
  const colour = { color: colours.vermilion };
  const gibibytes = limit / gib;
  return {
    shapes: [lineAcross(gibibytes, { ...colour, width: 2.5, dash: "dash" })],
    annotations: [
      textAnnotation(`<b>memory there is: ${gibibytes.toFixed(1)} GiB${enough}</b>`, {
        ...left,
        y: gibibytes,
        font: colour,
      }),
      ...totals.flatMap((bytes, x) =>
        bytes > limit
          ? textAnnotation("does not fit", { x, y: bytes / gib, yanchor: "bottom", font: { size: 13 } })
          : [],
      ),
    ],
  };
}
