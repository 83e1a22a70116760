import type { Figure } from "../figure";
import { axis, barMarker, colours, figure, ink, nameAxis, seriesStyle } from "../theme";

/** The memory of a training step by the memory model. */
export interface MemoryModel {
  /** Bytes of each part that does not depend on the batch: parameters, gradients, optimizer state. */
  modelBytes: Record<string, number>;
  /** Bytes that every further image of a batch needs: its activations. */
  bytesPerImage: number;
  /** The batch sizes to show. */
  batchSizes: number[];
  /** The memory there is. */
  limitBytes?: number;
  /** The most images that fit into it, to be written beside it: `fitMemory(...).largestBatch(limitBytes)`. */
  largestBatch?: number;
  /** Measured peaks, drawn over the model's. */
  measured?: { batchSize: number; bytes: number; fits?: boolean }[];
}

const gib = 2 ** 30;

/**
 * Memory against batch size: the parts that depend on the model alone, stacked below the part that grows with the
 * batch, the memory there is, and which batches do not fit.
 */
export function memoryFigure(model: MemoryModel): Figure {
  const { modelBytes, bytesPerImage, limitBytes, largestBatch, measured = [] } = model;
  const enough = largestBatch === undefined ? "" : `, enough for ${largestBatch.toLocaleString("en-US")} images`;
  const batchSizes = [...new Set([...model.batchSizes, ...measured.map(({ batchSize }) => batchSize)])].sort(
    (a, b) => a - b,
  );
  const places = batchSizes.map((_, at) => at);
  const parts = [
    ...Object.entries(modelBytes).map(([name, bytes]) => ({ name, bytes: batchSizes.map(() => bytes) })),
    { name: "activations (grow with the batch)", bytes: batchSizes.map((batch) => batch * bytesPerImage) },
  ];
  const sums = batchSizes.map((batch) => total(modelBytes) + batch * bytesPerImage);
  const highest = Math.max(...sums, limitBytes ?? 0, ...measured.map(({ bytes }) => bytes)) / gib;
  const tooLarge = limitBytes === undefined ? [] : batchSizes.flatMap((_, at) => (sums[at] > limitBytes ? [at] : []));
  return figure(
    "Memory of a step against the batch size",
    [
      ...parts.map(({ name, bytes }, index) => ({
        type: "bar" as const,
        x: places,
        y: bytes.map((value) => value / gib),
        name,
        marker: barMarker(seriesStyle(index === parts.length - 1 ? 0 : index + 1)),
        hovertemplate: "%{y:.3f} GiB",
      })),
      ...(measured.length === 0
        ? []
        : [
            {
              type: "scatter" as const,
              mode: "markers" as const,
              name: "measured",
              x: measured.map(({ batchSize }) => batchSizes.indexOf(batchSize)),
              y: measured.map(({ bytes }) => bytes / gib),
              marker: {
                symbol: measured.map(({ fits = true }) => (fits ? "circle" : "x")),
                size: 11,
                color: "white",
                line: { color: ink, width: 2 },
              },
              hovertemplate: "%{y:.3f} GiB",
            },
          ]),
    ],
    {
      barmode: "stack",
      xaxis: nameAxis("Batch size", batchSizes.map(String), "images"),
      yaxis: axis("Memory", "GiB", { range: [0, highest * 1.12] }),
      shapes:
        limitBytes === undefined
          ? []
          : [
              {
                type: "line",
                xref: "paper",
                x0: 0,
                x1: 1,
                y0: limitBytes / gib,
                y1: limitBytes / gib,
                line: { color: colours.vermilion, width: 2.5, dash: "dash" },
              },
            ],
      annotations: [
        ...(limitBytes === undefined
          ? []
          : [
              {
                xref: "paper" as const,
                x: 0.01,
                xanchor: "left" as const,
                y: limitBytes / gib,
                yanchor: "bottom" as const,
                text: `<b>memory there is: ${(limitBytes / gib).toFixed(1)} GiB${enough}</b>`,
                showarrow: false,
                font: { color: colours.vermilion },
              },
            ]),
        ...tooLarge.map((at) => ({
          x: at,
          y: sums[at] / gib,
          yanchor: "bottom" as const,
          text: "does not fit",
          showarrow: false,
          font: { size: 13 },
        })),
      ],
    },
  );
}

function total(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
}
