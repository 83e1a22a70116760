import { describe, expect, it } from "vitest";
import { figureToShow, outputsToShow } from "../../../lib/autograde/shown";
import { figureBundle } from "../../../lib/plots/display";
import { png } from "./picture-files";

describe("outputs to show", () => {
  it("are text, errors and pictures, not too much of it; everything else goes", () => {
    expect(
      outputsToShow([
        { output_type: "stream", name: "stderr", text: ["a", "b"] },
        { output_type: "error", ename: "E", evalue: "v", traceback: ["t"] },
        { output_type: "display_data", data: { "application/javascript": "x", "image/svg+xml": "<svg>" } },
        { output_type: "display_data", data: { "text/markdown": "x", "text/latex": "$\\href{x}{y}$" } },
        { output_type: "display_data", data: { "text/html": "<td>$\\href{javascript:x}{y}$</td>" } },
        {
          output_type: "execute_result",
          data: { "text/plain": "1", "text/html": "<b>", "application/json": { a: 1 } },
        },
        { output_type: "display_data", data: { "image/png": '" onerror=' } },
        { output_type: "display_data", data: { "image/png": png(1, 1) }, metadata: { evil: 1 } },
        { output_type: "update_display_data" as "stream" },
        { output_type: "stream", name: "odd", text: "x" },
        {} as { output_type: "stream" },
      ]),
    ).toEqual([
      { output_type: "stream", name: "stderr", text: "ab" },
      { output_type: "error", ename: "E", evalue: "v", traceback: ["t"] },
      { output_type: "display_data", data: { "text/plain": "1" }, metadata: {} },
      {
        output_type: "display_data",
        data: { "text/plain": expect.stringMatching(/^\(A picture is not/) as string },
        metadata: {},
      },
      { output_type: "display_data", data: { "image/png": png(1, 1) }, metadata: {} },
    ]);
    const long = outputsToShow([{ output_type: "stream", name: "stdout", text: "x".repeat(100_000) }]);
    expect((long[0].text as string).length).toBeLessThan(20_100);
    expect(
      outputsToShow(Array.from({ length: 500 }, () => ({ output_type: "stream", name: "stdout", text: "x" }))),
    ).toHaveLength(60);
  });

  it("are figures, too, where the page draws them, in the workbook's own HTML", () => {
    const spec = { data: [{ type: "bar", y: [1] }], layout: { title: { text: "<b>T</b><img src=x>" } } };
    const bundle = { "application/vnd.plotly.v1+json": spec, "text/html": "<script>x</script>", "text/plain": "T" };
    const [{ data = {} }] = outputsToShow([{ output_type: "display_data", data: bundle }], { figures: true });
    expect(data["text/html"]).toMatch(
      /^<figure [^>]*aria-label="T [^>]*><div [^>]*class="plotly-figure" style="height:450px"><\/div>/,
    );
    expect(data["text/html"]).not.toMatch(/<script>x|<img/);
    expect(outputsToShow([{ output_type: "display_data", data: bundle }])[0].data).toEqual({ "text/plain": "T" });
  });
});

describe("a figure to show", () => {
  const trace = { type: "scatter", y: [1, 2] };

  it("keeps what is drawn", () => {
    const spec = { data: [{ ...trace, name: "a<br>b" }], layout: { xaxis: { title: { text: "x" } }, height: 300 } };
    expect(figureToShow({ ...spec, config: { plotlyServerURL: "http://evil.example" } })).toEqual(spec);
  });

  it.each([
    ["an image in the layout", { data: [trace], layout: { images: [{ source: "http://evil.example/x.png" }] } }],
    ["an image as a trace", { data: [trace, { type: "image", source: "http://evil.example/x.png" }], layout: {} }],
    ["a map", { data: [trace, { type: "scattermap" }], layout: { map: { style: "http://evil.example/s.json" } } }],
    [
      "a template with images",
      { data: [trace], layout: { template: { layout: { images: [{ source: "http://evil.example" }] } } } },
    ],
    ["a link", { data: [{ ...trace, text: "<a href='http://evil.example'>x</a>" }], layout: {} }],
    [
      "a link in a hover text",
      { data: [{ ...trace, hovertemplate: "<A xlink:href='http://evil.example'>" }], layout: {} },
    ],
    ["a style", { data: [trace], layout: { title: { text: "<span style='background:url(http://evil.example)'>x" } } }],
    [
      "a button",
      {
        data: [trace],
        layout: { updatemenus: [{ buttons: [{ args: ["images[0].source", "http://evil.example"] }] }] },
      },
    ],
  ])("fetches nothing: %s", (_, spec) => {
    const figure = JSON.stringify(figureToShow(spec));
    expect(figure).toContain('"scatter"');
    expect(figure).not.toMatch(/"https?:|<(?!\/?(br|b|i|sub|sup)>)/);
  });

  it("has a size and a title, or none", () => {
    const attack = `1px" onfocus="location='http://evil.example'" x="`;
    const of = (layout: object) => figureToShow({ data: [trace], layout })?.layout;
    for (const height of [attack, [attack], { toString: attack }, -1, 1e9, "300"]) expect(of({ height })).toEqual({});
    expect(of({ title: [attack], width: attack })).toEqual({});
    expect(of({ title: "a<b>b" })).toEqual({ title: { text: "a<b>b" } });
    const figure = { data: [], layout: { height: attack } } as unknown as Parameters<typeof figureBundle>[0];
    expect(figureBundle(figure).data["text/html"]).toContain('style="height:NaNpx"');
  });

  it.each([[undefined], ["x"], [[]], [{}], [{ data: [], layout: {} }], [{ data: [{ type: "image" }], layout: {} }]])(
    "is none: %j",
    (spec) => {
      expect(figureToShow(spec)).toBeUndefined();
    },
  );
});
