import { Drawing } from "../../../lib/plots/drawing";
import type { Sketch } from "../../../lib/plots/figure";
import { colours } from "../../../lib/plots/theme";

const devices = 3;
const layers = 6;
/** The pixels and the units of a parallelism's sheet. */
const sheet = [420, 46.5] as const;

/**
 * Figure 10.2: the two parallelisms side by side. On the left the layers are spread over the devices and the whole
 * batch passes through them one after another; on the right every device has all layers and a part of the batch.
 */
export function parallelismsFigure(): Sketch {
  const [model, data] = [new Drawing(...sheet), new Drawing(...sheet)];
  drawModelParallelism(model);
  drawDataParallelism(data);
  return model.sketch("Two ways to train one network on three devices", data);
}

function drawModelParallelism(drawing: Drawing): void {
  drawing.heading(0, "Model parallelism", "each device holds a part of the layers");
  drawing.box({ x: 7, y: 79, width: 32, height: 6, fill: colours.orange, text: "the whole batch" });
  const tops = [72, 48.5, 25];
  tops.forEach((top, device) => {
    drawing.box({ x: 5, y: top - 18, width: 36, height: 18, fill: "#F2F2F2", text: "" });
    drawing.text(6, top - 2.6, `device ${device + 1}`, "left");
    for (let layer = 0; layer < layers / devices; layer++) {
      const number = (device * layers) / devices + layer + 1;
      const place = { x: 9, y: top - 10.2 - layer * 6.3, width: 28, height: 5 };
      drawing.box({ ...place, fill: colours.sky, text: `layer ${number}` });
    }
    const from = device === 0 ? 79 : top + 5.5;
    drawing.arrow(15, from, 15, top);
    if (device > 0) drawing.arrow(31, top, 31, from);
  });
  drawing.text(16, 51.2, "activations", "left");
  drawing.text(32, 51.2, "gradients", "left");
  drawing.text(16, 27.7, "activations", "left");
  drawing.text(32, 27.7, "gradients", "left");
  drawing.text(23, 3, "a device waits for the one before it", "center");
}

function drawDataParallelism(drawing: Drawing): void {
  drawing.heading(0, "Data parallelism", "each device holds a replica and a part of the batch");
  for (let device = 0; device < devices; device++) {
    const x = device * 15.7;
    drawing.box({ x: x + 1, y: 79, width: 12.6, height: 6, fill: colours.orange, text: `⅓ batch` });
    drawing.arrow(x + 7.3, 79, x + 7.3, 72);
    drawing.box({ x, y: 25.5, width: 14.6, height: 46.5, fill: "#F2F2F2", text: "" });
    drawing.text(x + 1, 69.4, `device ${device + 1}`, "left");
    for (let layer = 0; layer < layers; layer++) {
      const place = { x: x + 1.8, y: 61 - layer * 6.7, width: 11, height: 5.2 };
      drawing.box({ ...place, fill: colours.sky, text: `layer ${layer + 1}` });
    }
    drawing.arrow(x + 2.4, 25.5, x + 2.4, 16.5);
    drawing.text(x + 2.9, 21, "own", "left");
    drawing.arrow(x + 8.2, 16.5, x + 8.2, 25.5);
    drawing.text(x + 8.7, 21, "mean", "left");
  }
  const bar = { x: 0, y: 9, width: 46, height: 7.5, fill: colours.green, light: true };
  drawing.box({ ...bar, text: "<b>all-reduce: mean of the gradients</b>" });
  drawing.text(23, 3, "all replicas take the same step and stay equal", "center");
}
