import { expect, it } from "vitest";
import { idealAndExtraFigure } from "../../lib/plots";

it("divides epochs on four devices into the ideal and the extra, with the efficiency above", () => {
  // The chapter's epochs, from ms per step: 25 x 0.544, 7 x 0.768, 49 x 0.668, 13 x 0.773.
  const { data, layout } = idealAndExtraFigure(
    [
      { name: "ResNet50V2", oneDeviceSeconds: 13.6, seconds: 5.376 },
      { name: "ResNet152V2", oneDeviceSeconds: 32.732, seconds: 10.049 },
    ],
    4,
  );
  const [ideal, extra] = data.map((trace) => ("y" in trace ? (trace.y as number[]) : []));
  expect(ideal).toEqual([3.4, 8.183]);
  expect(extra[0]).toBeCloseTo(1.976, 9);
  expect(extra[1]).toBeCloseTo(1.866, 9);
  expect(layout.annotations?.map(({ text }) => text)).toEqual(["<b>63.2 %</b> efficient", "<b>81.4 %</b> efficient"]);
  expect(layout.xaxis?.ticktext).toEqual(["ResNet50V2", "ResNet152V2"]);
});
