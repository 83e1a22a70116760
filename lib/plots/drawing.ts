import type { Annotation, Layout, Shape } from "plotly.js-dist";
import type { Figure } from "./figure";
import { figure, ink } from "./theme";
import { textAnnotation } from "./traces";

/** A rectangle with centred text; places and sizes are on a sheet of 100 by 100. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  text: string;
  /** Light text, on a dark fill. */
  light?: boolean;
  /** Size of the text, in pixels; default 14. */
  size?: number;
}

/** Rectangles, arrows and text on a sheet of 100 by 100; y grows upwards. */
export class Drawing {
  private readonly shapes: Partial<Shape>[] = [];
  private readonly annotations: Partial<Annotation>[] = [];

  box({ x, y, width, height, fill, text, light = false, size = 14 }: Box): void {
    const [x1, y1] = [x + width, y + height];
    this.shapes.push({ type: "rect", x0: x, y0: y, x1, y1, fillcolor: fill, line: { color: ink, width: 1 } });
    if (text === "") return;
    const font = { size, color: light ? "white" : ink };
    this.annotations.push(textAnnotation(text, { x: x + width / 2, y: y + height / 2, font }));
  }

  text(x: number, y: number, text: string, xanchor: "left" | "center" | "right", size = 13): void {
    this.annotations.push(textAnnotation(text, { x, y, xanchor, align: xanchor, font: { size } }));
  }

  heading(x: number, title: string, line: string): void {
    this.annotations.push(
      textAnnotation(`<b>${title}</b>`, { x, y: 97, xanchor: "left", font: { size: 17 } }),
      textAnnotation(line, { x, y: 91, xanchor: "left", font: { size: 14 } }),
    );
  }

  arrow(fromX: number, fromY: number, toX: number, toY: number): void {
    this.annotations.push({
      ...{ x: toX, y: toY, ax: fromX, ay: fromY, xref: "x", yref: "y", axref: "x", ayref: "y" },
      text: "",
      showarrow: true,
      arrowhead: 2,
      arrowwidth: 1.6,
      arrowcolor: ink,
    });
  }

  /** The sheet as a figure, without axes. */
  figure(title: string, right: number, margin: Layout["margin"]): Figure {
    const hidden = { visible: false, fixedrange: true } as const;
    return figure(title, [], {
      ...{ width: 960, height: 620, margin, shapes: this.shapes, annotations: this.annotations },
      xaxis: { ...hidden, range: [-0.5, right] },
      yaxis: { ...hidden, range: [0, 100] },
    });
  }
}
