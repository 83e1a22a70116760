import { describe, expect, it } from "vitest";
import { studyMeansFigure } from "../../../../chapters/05-experiments/figures/study-means";
import type { Figure } from "../../../../lib/plots";
import { annotationsOf, titleOf, traces } from "../../../plots/drawn";
import { observed } from "../../../plots/observed";

const study = [
  ...observed({ nodes: 1 }, [10, 11, 12], 0),
  ...observed({ nodes: 2 }, [40, 44, 45], 60),
  ...observed({ nodes: 2, mode: "accumulate" }, [20, 21, 25], 120),
  ...observed({ batch: 64, nodes: 2 }, [25, 26, 30], 180),
];
const bars = (figure: Figure) => traces(figure).filter(({ type }) => type === "bar");

describe("studyMeansFigure", () => {
  const minutes = (runs: typeof study) => runs.map((run) => ({ ...run, seconds: 60 * run.seconds, epochs: 5 }));

  it("has a bar for each network, and a panel for each mode and batch", () => {
    const figure = studyMeansFigure(minutes([...study, ...observed({ model: "efficientnetb0" }, [5, 6])]), {
      x: "nodes",
      columns: "batch",
    });
    expect(bars(figure).map(({ name, y }) => [name, y])).toEqual([
      ["ResNet50", [11, 43]],
      ["EfficientNetB0", [5.5]],
      ["ResNet50", [27]],
      ["EfficientNetB0", []],
      ["ResNet50", [22]],
      ["EfficientNetB0", []],
      ["ResNet50", []],
      ["EfficientNetB0", []],
    ]);
    expect(annotationsOf(figure)).toEqual(["<b>batch 32</b>", "<b>batch 64</b>"]);
  });

  it("averages over what has no panel, with 3 deviations of each run five times, over the root of all rows", () => {
    const figure = studyMeansFigure(minutes(study), { x: "nodes" });
    const [sync] = bars(figure);
    expect(sync.y).toEqual([11, 35]);
    const rows = [40, 44, 45, 25, 26, 30].flatMap((each) => [each, each, each, each, each]);
    const deviation = Math.sqrt(rows.reduce((sum, each) => sum + (each - 35) ** 2, 0) / 29);
    expect(sync.error_y!.array![1]).toBeCloseTo((3 * deviation) / Math.sqrt(30), 9);
    expect(titleOf(figure)).toBe("Means by nodes, averaged over batches");
  });
});
