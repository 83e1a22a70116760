import type { Data, Layout } from "plotly.js-dist";
import { sum } from "simple-statistics";
import type { Figure } from "../../../lib/plots/figure";
import { colours, figure, ink, heightOf, logAxis, seriesStyle, shortNumber } from "../../../lib/plots/theme";
import { lineAcross, scatter, whitePoints, textAnnotation } from "../../../lib/plots/traces";

/** A training step's memory by the memory model. */
interface MemoryModel {
  /** Bytes of each part that does not depend on the batch: parameters, gradients, optimizer state. */
  modelBytes: Record<string, number>;
  /** Bytes of the activations of one image. */
  bytesPerImage: number;
  /** Height and width of the images, in pixels. */
  imageSize: number;
  /** The batch sizes to show. */
  batchSizes: number[];
  /** The memory of the device. */
  limitBytes?: number;
  /** The largest batch that fits into it, shown beside it: `fitMemory(...).largestBatch(limitBytes)`. */
  largestBatch?: number;
  /** Measured peaks, drawn over the model's values. */
  measured?: { batchSize: number; bytes: number; fits?: boolean }[];
}

const gigabyte = 1e9;

/**
 * Memory against batch size, both on logarithmic scales: a level line for each part that depends on the model alone, a rising
 * line for the part that grows with the batch, their sum, the memory of the device, and the batches that do not fit.
 */
export function memoryFigure(model: MemoryModel): Figure {
  const { modelBytes, bytesPerImage, limitBytes, measured = [] } = model;
  const measuredSizes = measured.map(({ batchSize }) => batchSize);
  const batches = [...new Set([...model.batchSizes, ...measuredSizes])].sort((a, b) => a - b);
  const fixed = sum(Object.values(modelBytes));
  const totals = batches.map((batch) => fixed + batch * bytesPerImage);
  const lineOf = (name: string, bytes: number[], style: number) => ({
    ...scatter("lines", name),
    ...{ x: batches, y: bytes.map((value) => value / gigabyte), hovertemplate: "%{y:.3f} GB" },
    line: { color: seriesStyle(style).colour, dash: seriesStyle(style).dash, width: 2 },
  });
  const parts = [...new Set(Object.values(modelBytes))].map((bytes, at) => {
    // Parts of one size would hide one another.
    const names = Object.keys(modelBytes).filter((name) => modelBytes[name] === bytes);
    const name = names.length > 1 ? `${names.join(" and ")}, each` : names[0];
    const level = batches.map(() => bytes);
    return lineOf(name, level, at + 1);
  });
  const series: Data[] = [
    ...parts,
    lineOf("activations (grow with the batch)", batches.map((batch) => batch * bytesPerImage), 0), // prettier-ignore
    { ...lineOf("sum", totals, 0), line: { color: ink, width: 3.5 } },
    ...(measured.length === 0 ? [] : [measuredPoints(measured)]),
  ];
  const shown = [...Object.values(modelBytes), ...totals, limitBytes ?? 0, batches[0] * bytesPerImage].map((bytes) => bytes / gigabyte); // prettier-ignore
  return figure(`Memory of a step, with images of ${model.imageSize} × ${model.imageSize}`, series, {
    height: heightOf(340),
    xaxis: { ...logAxis("Batch size", "images", batches), tickvals: batches, ticktext: batches.map(shortNumber) },
    yaxis: logAxis("Memory", "GB", shown.filter((gigabytes) => gigabytes > 0)), // prettier-ignore
    ...(limitBytes !== undefined && limitOf(limitBytes, batches, totals, model.largestBatch)),
  });
}

function measuredPoints(measured: NonNullable<MemoryModel["measured"]>): Data {
  const symbol = measured.map(({ fits = true }) => (fits ? "circle" : "x"));
  return {
    ...scatter("markers", "measured"),
    x: measured.map(({ batchSize }) => batchSize),
    y: measured.map(({ bytes }) => bytes / gigabyte),
    marker: { ...whitePoints(11), symbol },
    hovertemplate: "%{y:.3f} GB",
  };
}

/** The line of the device's memory, and text at the batches that do not fit below it. */
function limitOf(limit: number, batches: number[], totals: number[], largestBatch?: number): Partial<Layout> {
  const enough = largestBatch === undefined ? "" : `, enough for ${largestBatch.toLocaleString("en-US")} images`;
  const colour = { color: colours.vermilion };
  const gigabytes = limit / gigabyte;
  const text = `<b>memory there is: ${gigabytes.toFixed(1)} GB${enough}</b>`;
  const place = { xref: "paper", x: 0.01, xanchor: "left", yanchor: "bottom", y: Math.log10(gigabytes) } as const;
  return {
    shapes: [lineAcross(gigabytes, { ...colour, width: 2.5, dash: "dash" })],
    annotations: [
      textAnnotation(text, { ...place, font: colour }),
      ...batches.flatMap((batch, at) => {
        const [x, y] = [Math.log10(batch), Math.log10(totals[at] / gigabyte)];
        const left = { x, y, xanchor: "right", yanchor: "bottom", font: { size: 13 } } as const;
        return totals[at] > limit ? textAnnotation("does not fit", left) : [];
      }),
    ],
  };
}
