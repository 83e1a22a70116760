// @ts-check
/** Draws the figures of a page: setup/bundle-plotly.mjs puts it into the workbook's builds of plotly.js. */
import { fitted } from "./fit.mjs";

/** How wide a figure is on paper, in pixels. */
const paper = 690;

/**
 * @param {any} plotly plotly.js, which gets `fitted`, and `drawFigure` for pages that arrange figures themselves
 */
export function drawsFigures(plotly) {
  /** @param {any} place @param {number} [width] */
  const draw = (place, width = place.clientWidth) => {
    place.made ??= JSON.parse(place.nextElementSibling.textContent);
    if (width < 50 || place.drawnFor === width || place.dataset.arranged) return Promise.resolve();
    place.drawnFor = width;
    const { data, layout } = fitted(place.made, width);
    place.style.height = `${layout.height}px`;
    return plotly.react(place, data, layout, { ...place.made.config, responsive: false });
  };
  /** Draws a figure that the page then arranges itself. @param {any} place */
  const drawFigure = (place) => draw(place, 1000).then(() => (place.dataset.arranged = "yes"));
  Object.assign(plotly, { fitted, drawFigure });

  const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => draw(target)));
  // A figure is drawn when it comes into view: a browser can show only a few three-dimensional ones at once.
  const seen = new IntersectionObserver(
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && resized.observe(target)),
    { rootMargin: "600px" },
  );
  const start = () => document.querySelectorAll(".plotly-figure").forEach((place) => seen.observe(place));
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();

  /** @param {number} [width] */
  const drawAll = (width) => {
    const places = [...document.querySelectorAll(".plotly-figure")];
    for (const place of places) if (!place.closest("details:not([open])")) draw(place, width);
  };
  addEventListener("beforeprint", () => drawAll(paper));
  addEventListener("afterprint", () => drawAll());
}
