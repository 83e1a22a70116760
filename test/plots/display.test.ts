import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { figurePage, show, showTable } from "../../lib/plots";
import { findChromium, saveFigure } from "../../lib/plots/static";
import { meshFigure } from "../../chapters/09-model-parallel/figures/mesh";
import { epochTimeFigure } from "../../chapters/01-one-device/figures/epoch-time";
import { dataFrame } from "../../chapters/05-experiments/figures/data-frame";
import { escapeHtml, figureBundle, showLive } from "../../lib/plots/display";
import { cellText } from "../../lib/plots/table";
import { temporaryFolder } from "../temporary";

const key = Symbol.for("parallel-training.display");
const figure = epochTimeFigure([{ run: "</script><b>", seconds: [2] }]);

interface Shown {
  data: Record<string, unknown>;
  transient: { display_id?: string };
  update: boolean;
}

/** Stands in for the course kernel, and keeps what is shown. */
function notebook(): Shown[] {
  const shown: Shown[] = [];
  Object.assign(globalThis, {
    [key]: (bundle: Omit<Shown, "update">, update: boolean) => shown.push({ ...bundle, update }),
  });
  return shown;
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, key);
});

describe("show", () => {
  it("says outside of a notebook what to use instead", () => {
    expect(() => {
      show(figure);
    }).toThrow("saveFigure(figure, file)");
  });

  it("gives one bundle: plotly's JSON, HTML that draws it, a line of text", () => {
    const shown = notebook();
    show(figure);
    const [{ data }] = shown;
    expect(data["application/vnd.plotly.v1+json"]).toMatchObject({ data: figure.data, layout: figure.layout });
    expect(data["text/plain"]).toBe("Figure: Time per epoch: the first one carries the start-up");
  });

  it("lets no text of a figure end the script that draws it", () => {
    const html = String(figureBundle(figure).data["text/html"]);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain("<b>");
  });

  it("tells a figure's title and main numbers, without plotly's buttons and upload", () => {
    const { data } = figureBundle(epochTimeFigure([{ run: "a", seconds: [60, 50, 54] }, { run: "b", seconds: [40] }])); // prettier-ignore
    const html = String(data["text/html"]);
    expect(html).toContain('aria-label="Time per epoch: the first one carries the start-up"');
    const told = "Time per epoch (s) against Run. epoch 1: 60 at a, 40 at b. later epochs (mean): 52 at a.";
    expect(html).toContain(`aria-description="${told} `);
    expect(html).toContain("<noscript>");
    expect(data["application/vnd.plotly.v1+json"]).toMatchObject({ config: { displayModeBar: false, showSendToCloud: false } }); // prettier-ignore
  });

  it("shows drawings as SVG that fits its column, in cells and in files", async () => {
    const drawing = meshFigure({ data: 2, stage: 1, tensor: 2 }, { gpusPerNode: 4 });
    const { data } = figureBundle(drawing);
    expect(Object.keys(data)).toEqual(["text/html", "text/plain"]);
    expect(data["text/html"]).toMatch(/<svg [^>]*viewBox="0 0 720 \d+"/);
    const file = join(temporaryFolder("drawing"), "mesh.svg");
    if (findChromium()) await saveFigure(drawing, file);
    if (findChromium()) expect(readFileSync(file, "utf8")).toContain(drawing.title);
  });

  it("shows any trace in JupyterLab; pages refuse one that they do not draw, or say so in its place", async () => {
    const pie = { ...figure, data: [...figure.data, { type: "pie" as const, values: [1] }] };
    const reason = `Trace ${pie.data.length} of ${pie.data.length} is of type "pie", and pages only draw bar, heatmap, scatter, scatter3d, surface`;
    const { data } = figureBundle(pie);
    expect(data["application/vnd.plotly.v1+json"]).toMatchObject({ data: pie.data });
    expect(data["text/html"]).toBe(`<p>${escapeHtml(reason)}. JupyterLab shows this figure.</p>`);
    expect(() => figurePage("Figures", [pie])).toThrow(reason);
    await expect(saveFigure(pie, join(temporaryFolder("pie"), "pie.svg"))).rejects.toThrow(reason);
  });

  it("updates in place", () => {
    const shown = notebook();
    const live = showLive(figure);
    live.update(epochTimeFigure([{ run: "a", seconds: [3] }]));
    expect(shown.map(({ update }) => update)).toEqual([false, true]);
    expect(shown[0].transient.display_id).toBe(shown[1].transient.display_id);
  });
});

describe("showTable", () => {
  it("shows rows with every column any of them has", () => {
    const shown = notebook();
    showTable(
      [
        { run: "a<b", seconds: 1234.5678 },
        { run: "b", images: 50_000 },
      ],
      "Runs",
    );
    const { data } = shown[0];
    expect(data["text/html"]).toContain("<caption");
    expect(data["text/html"]).toContain("a&#60;b");
    expect(data["text/plain"]).toBe("Runs\nrun  seconds  images\na<b  1,235    –\nb    –        50,000");
  });

  it("shows a danfojs DataFrame the same way", () => {
    const rows = [
      { run: "a", seconds: 1.5 },
      { run: "b", seconds: 2 },
    ];
    const shown = notebook();
    showTable(rows);
    showTable(dataFrame(rows));
    expect(shown[1].data).toEqual(shown[0].data);
  });

  it("writes numbers to the digits that count, and a dash for what is missing", () => {
    expect([50_000, 0.123456, 12.5, 1234567.8, NaN, null, undefined, true, Infinity].map(cellText)).toEqual([
      ...["50,000", "0.1235", "12.5", "1,234,568", "–", "–", "–", "true", "∞"],
    ]);
  });
});
