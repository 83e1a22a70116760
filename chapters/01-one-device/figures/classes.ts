import { PNG } from "pngjs";
import type { Figure } from "../../../lib/plots/figure";
import { axis, figure } from "../../../lib/plots/theme";

/** A data set, as far as the figure shows it. */
interface LabelledSet {
  /** `synthetic` for images that a program made up. */
  name: string;
  classes: readonly string[];
  train: LabelledImages;
}

/** Labelled images, as `datasets` holds them. */
interface LabelledImages {
  /** All pixels, image after image, row after row, red green blue. */
  images: Uint8Array;
  /** The class of each image, an index into `classes`. */
  labels: Uint8Array;
  /** Height, width, channels (3) of one image. */
  shape: [height: number, width: number, channels: number];
}

/**
 * Figure 10.1: the first images of every class, a row for each class.
 * @param options How many.
 * @param options.perClass Images in a row. Default 10.
 * @throws when the images do not have three channels, or no image belongs to a class.
 */
export function classesFigure(dataset: LabelledSet, { perClass = 10 }: { perClass?: number } = {}): Figure {
  const { classes, train: set } = dataset;
  const [height, width, channels] = set.shape;
  if (channels !== 3) throw new Error(`classesFigure draws colour images of 3 channels; these have ${channels}.`);
  const examples = classes.map((_, label) => firstOf(set.labels, label, perClass));
  const columns = Math.max(...examples.map((row) => row.length));
  if (columns === 0)
    throw new Error(`classesFigure found no image of its ${classes.length} classes among ${set.labels.length}.`);

  const scale = Math.max(1, Math.floor(96 / Math.max(height, width))); // a whole number keeps small images sharp
  const gap = 6;
  const cell = { height: height * scale + gap, width: width * scale + gap };
  const sheet = whiteSheet(columns * cell.width, classes.length * cell.height);
  examples.forEach((row, line) => {
    row.forEach((image, column) => {
      const pixels = set.images.subarray(image * height * width * 3, (image + 1) * height * width * 3);
      const [left, top] = [column * cell.width + gap / 2, line * cell.height + gap / 2];
      draw(sheet, pixels, { height, width, scale, left, top });
    });
  });

  const bare = { ticks: "", showline: false, showgrid: false, title: { text: "" }, fixedrange: true } as const;
  const rowHeight = 52;
  return figure(
    `${columns} ${dataset.name === "synthetic" ? "made-up " : ""}images of each of the ${classes.length} classes, ${width} × ${height} pixels`,
    // Plotly draws axes only where there is a trace.
    [{ type: "scatter", x: [0], y: [classes[0]], mode: "markers", marker: { opacity: 0 }, hoverinfo: "skip" }],
    {
      height: 90 + classes.length * rowHeight,
      width: 150 + (columns * rowHeight * cell.width) / cell.height,
      margin: { l: 110, r: 20, t: 60, b: 20 },
      xaxis: axis("", undefined, { ...bare, showticklabels: false, range: [0, columns] }),
      yaxis: axis("", undefined, {
        ...bare,
        type: "category",
        categoryorder: "array",
        categoryarray: [...classes],
        tickvals: [...classes],
        range: [classes.length - 0.5, -0.5],
      }),
      images: [
        {
          ...{ xref: "paper", yref: "paper", x: 0, y: 1, sizex: 1, sizey: 1, sizing: "stretch", layer: "above" },
          source: `data:image/png;base64,${PNG.sync.write(sheet).toString("base64")}`,
        },
      ],
    },
  );
}

function firstOf(labels: Uint8Array, label: number, count: number): number[] {
  const images: number[] = [];
  for (let image = 0; image < labels.length && images.length < count; image++) {
    if (labels[image] === label) images.push(image);
  }
  return images;
}

function whiteSheet(width: number, height: number): PNG {
  const sheet = new PNG({ width, height });
  sheet.data.fill(255);
  return sheet;
}

interface Place {
  height: number;
  width: number;
  scale: number;
  left: number;
  top: number;
}

function draw(sheet: PNG, pixels: Uint8Array, { height, width, scale, left, top }: Place): void {
  for (let y = 0; y < height * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * 3;
      sheet.data.set(pixels.subarray(from, from + 3), ((top + y) * sheet.width + left + x) * 4);
    }
  }
}
