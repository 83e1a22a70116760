/** What tests run in a page of figures. */

/** Draws all figures for the page's width, also those that are out of view. */
export function drawAll() {
  dispatchEvent(new Event("afterprint"));
}

/** Whether all figures are drawn for the page's width. */
export function allDrawn() {
  return [...document.querySelectorAll(".plotly-figure")].every(
    (place) => place.drawnFor === place.clientWidth && place.querySelector(".infolayer"),
  );
}

/** What stands where it should not, a line for each. */
export function faults() {
  const found = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide, and the window ${clientWidth}`);
  for (const figure of document.querySelectorAll("body > figure")) {
    const name = figure.previousElementSibling.textContent;
    const plate = figure.getBoundingClientRect();
    const boxes = (what) => [...figure.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
    for (const text of figure.querySelectorAll("text")) {
      const { left, right, top, bottom, width } = text.getBoundingClientRect();
      const inside =
        left > plate.left - 1 && right < plate.right + 1 && top > plate.top - 1 && bottom < plate.bottom + 1;
      if (width > 0 && !inside) found.push(`${name}: "${text.textContent}" sticks out`);
    }
    const [[title], [legend]] = [boxes(".gtitle"), boxes(".legend .bg")];
    if (title && legend?.width > 0 && title.bottom > legend.top + 2) found.push(`${name}: the legend covers the title`);
  }
  return found;
}

/** What those learn who do not see the figures. */
export function told() {
  return [...document.querySelectorAll("body > figure")].map((figure) => ({
    role: figure.getAttribute("role"),
    name: figure.getAttribute("aria-label") ?? "",
    numbers: figure.getAttribute("aria-description") ?? "",
    isDrawing: figure.querySelector(".sketch") !== null,
    stops: [figure, ...figure.querySelectorAll("*")].filter((each) => each.tabIndex >= 0).length,
    buttons: figure.querySelectorAll(".modebar-btn").length,
  }));
}

/** Whether JupyterLab's figures are drawn as wide as their columns. */
export function drawnForColumns() {
  const places = [...document.querySelectorAll(".jp-OutputArea .jp-RenderedPlotly")];
  return (
    places.length > 0 && places.every(({ clientWidth, layout }) => clientWidth > 50 && layout?.width === clientWidth)
  );
}

/** Whether JupyterLab's figures are drawn. Some are made no wider than their pictures. */
export function figuresDrawn() {
  return [...document.querySelectorAll(".jp-OutputArea .jp-RenderedPlotly")].every((place) => place.layout?.width > 50);
}

/** The sizes of JupyterLab's figures, and how many stops of the Tab key each has. */
export function placesOfFigures() {
  return [...document.querySelectorAll(".jp-OutputArea .jp-RenderedPlotly")].map((place) => ({
    height: place.querySelector(".main-svg").getBoundingClientRect().height,
    width: place.clientWidth,
    stops: [place, ...place.querySelectorAll("*")].filter((each) => each.tabIndex >= 0).length,
  }));
}
