import { Drawing } from "../../../lib/plots/drawing";
import type { Sketch } from "../../../lib/plots/figure";
import { colours } from "../../../lib/plots/theme";

/** The two devices' fills: the second is light enough to be told apart without colour. */
const fills = [colours.blue, colours.orange] as const;

/**
 * A transformer's feed-forward network on two devices: A cut into columns, B into rows, and one all-reduce behind (M. Shoeybi et al.,
 * Megatron-LM, 2019, figure 3).
 */
export function cutLayerFigure(): Sketch {
  const drawing = new Drawing();
  [0, 1].forEach((device) => {
    const y = device === 0 ? 56 : 8;
    const [middle, fill, light] = [y + 14, fills[device], device === 0];
    drawing.text(0, y + 32, `<b>device ${device}</b>`, "left", 15);
    drawing.box({ x: 0, y: y + 2, width: 9, height: 24, fill: "#F2F2F2", text: "x", size: 17 });
    drawing.text(11.5, middle, "·", "center", 22);
    // A's columns: half of its width; the other half is the other device's.
    drawing.box({ x: 14, y, width: 17, height: 28, fill: "white", text: "" });
    drawing.box({ x: device === 0 ? 14 : 22.5, y, width: 8.5, height: 28, fill, light, text: `A<sub>${device}</sub>`, size: 16 });
    drawing.arrow(32, middle, 37.5, middle);
    drawing.text(34.8, middle + 4, "GELU", "center", 13);
    drawing.box({ x: 38.5, y: y + 2, width: 8.5, height: 24, fill, light, text: `h<sub>${device}</sub>`, size: 16 });
    drawing.text(49.5, middle, "·", "center", 22);
    // B's rows: half of its height.
    drawing.box({ x: 52, y: y - 1, width: 10, height: 30, fill: "white", text: "" });
    drawing.box({ x: 52, y: device === 0 ? y + 14 : y - 1, width: 10, height: 15, fill, light, text: `B<sub>${device}</sub>`, size: 16 });
    drawing.text(64.2, middle, "=", "center", 20);
    drawing.box({ x: 66.5, y: y + 2, width: 9, height: 24, fill: "white", text: `y<sub>${device}</sub>`, size: 16 });
    drawing.arrow(76, middle, 81, device === 0 ? 53 : 38);
  });
  drawing.box({ x: 76.5, y: 39, width: 11, height: 13, fill: colours.green, light: true, text: "<b>all-<br>reduce</b>", size: 14 });
  drawing.arrow(88, 45.5, 91.5, 45.5);
  drawing.box({ x: 92, y: 33.5, width: 8, height: 24, fill: "#F2F2F2", text: "y", size: 17 });
  const labels: [x: number, text: string][] = [
    [22.5, "columns of A"],
    [42.75, "its part of h"],
    [57, "rows of B"],
    [72.5, "partial sums of y"],
  ];
  for (const [x, text] of labels) drawing.text(x, 97, text, "center", 14);
  return drawing.sketch("Columns first, then rows: the devices exchange once");
} // prettier-ignore
