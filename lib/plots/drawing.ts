import type { Annotations, Layout, Shape } from "plotly.js";
import { ink } from "./theme";

/** A rectangle with words in its middle; places and sizes on a sheet of 100 by 100. */
export interface Box {
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

/** Rectangles, arrows and words on a sheet of 100 by 100; y grows upwards. */
export class Drawing {
  private readonly shapes: Partial<Shape>[] = [];
  private readonly annotations: Partial<Annotations>[] = [];

  box({ x, y, width, height, fill, text, light = false, size = 14 }: Box): void {
    this.shapes.push({
      type: "rect",
      x0: x,
      y0: y,
      x1: x + width,
      y1: y + height,
      fillcolor: fill,
      line: { color: ink, width: 1 },
    });
    if (text === "") return;
    const colour = light ? "white" : ink;
    this.annotations.push({
      x: x + width / 2,
      y: y + height / 2,
      text,
      showarrow: false,
      font: { size, color: colour },
    });
  }

  text(x: number, y: number, text: string, xanchor: "left" | "center" | "right", size = 13): void {
    this.annotations.push({ x, y, text, xanchor, align: xanchor, showarrow: false, font: { size } });
  }

  heading(x: number, title: string, line: string): void {
    this.annotations.push(
      { x, y: 97, text: `<b>${title}</b>`, xanchor: "left", showarrow: false, font: { size: 17 } },
      { x, y: 91, text: line, xanchor: "left", showarrow: false, font: { size: 14 } },
    );
  }

  arrow(fromX: number, fromY: number, toX: number, toY: number): void {
    this.annotations.push({
      x: toX,
      y: toY,
      ax: fromX,
      ay: fromY,
      xref: "x",
      yref: "y",
      axref: "x",
      ayref: "y",
      text: "",
      showarrow: true,
      arrowhead: 2,
      arrowwidth: 1.6,
      arrowcolor: ink,
    });
  }

  layout(): Partial<Layout> {
    return { shapes: this.shapes, annotations: this.annotations };
  }
}
