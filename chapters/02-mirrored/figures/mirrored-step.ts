import { Drawing } from "../../../lib/plots/drawing";
import type { Sketch } from "../../../lib/plots/figure";
import { colours } from "../../../lib/plots/theme";

/** The left and right end of the devices' columns, on a sheet of 100. */
const [left, right] = [19.5, 100];
/** More columns would leave too little room for their text. */
const mostColumns = 4;

/** What to draw. */
interface MirroredStepOptions {
  /** The number of devices; from 5 on, those in the middle are left out. */
  devices: number;
}

/**
 * Figure 10.3: one mirrored step. The global batch is split, each device computes the gradients of its part with the same
 * weights, an all-reduce averages them, and all replicas make the same update.
 * @throws one line when the devices are not a whole number from 1.
 */
export function mirroredStepFigure({ devices }: MirroredStepOptions): Sketch {
  if (!Number.isInteger(devices) || devices < 1) {
    throw new Error(`A step on ${devices} devices cannot be drawn: give a whole number from 1.`);
  }
  const drawing = new Drawing();
  drawRows(drawing, devices);
  const shown = shownDevices(devices);
  const column = (right - left) / shown.length;
  shown.forEach((device, at) => {
    drawColumn(drawing, { x: left + at * column, width: column, device, devices });
  });
  const allReduce =
    devices === 1
      ? "one device: nothing to average"
      : `all-reduce: the mean ḡ of ${listOf(devices)}, sent to every device`;
  const bar = { x: left, y: 23, width: right - left, height: 8, fill: colours.green, light: true, size: 17 };
  drawing.box({ ...bar, text: `<b>${allReduce}</b>` });
  return drawing.sketch(titleOf(devices));
}

function titleOf(devices: number): string {
  if (devices === 1) return "One mirrored step on 1 device: an ordinary step";
  return `One mirrored step on ${devices} devices: own gradients, one mean, the same update`;
}

/** The devices with a column of their own, from 1; undefined for those left out. */
function shownDevices(devices: number): (number | undefined)[] {
  if (devices <= mostColumns) return Array.from({ length: devices }, (_, at) => at + 1);
  return [1, 2, undefined, devices];
}

function listOf(devices: number): string {
  if (devices === 2) return "g<sub>1</sub> and g<sub>2</sub>";
  return devices === 3 ? "g<sub>1</sub>, g<sub>2</sub>, g<sub>3</sub>" : `g<sub>1</sub> … g<sub>${devices}</sub>`;
}

/** What happens, from top to bottom. */
function drawRows(drawing: Drawing, devices: number): void {
  const rows: [y: number, title: string, line: string][] = [
    [94, "1  Split", "the global batch"],
    [73, "2  Forward", "same weights w,<br>own images"],
    [51, "3  Backward", "own gradients g"],
    [27, "4  All-reduce", devices === 1 ? "no gradients travel" : "gradients travel"],
    [7, "5  Update", devices === 1 ? "of the weights" : "replicas stay equal"],
  ];
  for (const [y, title, line] of rows) {
    drawing.text(0, y + 2, `<b>${title}</b>`, "left", 17);
    drawing.text(0, y - (line.includes("<br>") ? 4 : 2.6), line, "left", 14);
  }
}

interface Column {
  x: number;
  width: number;
  device: number | undefined;
  devices: number;
}

function drawColumn(drawing: Drawing, { x, width, device, devices }: Column): void {
  const middle = x + width / 2;
  // The parts of the batch touch: together they are the batch.
  const part = device === undefined ? "…" : partOf(device, devices);
  drawing.box({ x, y: 90, width, height: 8, fill: colours.orange, text: part, size: 16 });
  if (device === undefined) {
    for (const y of [62, 7]) drawing.text(middle, y, "…", "center", 30);
    return;
  }
  const [boxX, boxWidth] = [x + 1, width - 2];
  drawing.arrow(middle, 90, middle, 83);
  drawing.box({ x: boxX, y: 41, width: boxWidth, height: 42, fill: "#F2F2F2", text: "" });
  drawing.text(boxX + 1, 80, `device ${device}`, "left", 16);
  const inner = { x: boxX + 1.4, width: boxWidth - 2.8, fill: colours.sky, size: 16 };
  drawing.box({ ...inner, y: 66, height: 10.5, text: "replica,<br>weights w" });
  drawing.arrow(middle, 66, middle, 58.5);
  drawing.text(middle + 0.8, 62.4, "loss", "left", 15);
  const gradients = `gradients g<sub>${devices === 1 ? "" : device}</sub>`;
  drawing.box({ ...inner, y: 45, height: 13.5, fill: "white", text: gradients });
  drawing.arrow(middle, 41, middle, 31);
  drawing.arrow(middle, 23, middle, 12.5);
  drawing.text(middle + 0.8, 18, devices === 1 ? "g" : "ḡ", "left", 17);
  const update = `w ← w − η ${devices === 1 ? "g" : "ḡ"}`;
  drawing.box({ ...inner, x: boxX, width: boxWidth, y: 2, height: 10.5, text: update });
}

function partOf(device: number, devices: number): string {
  return devices === 1 ? "the whole batch" : `part ${device} of ${devices}`;
}
