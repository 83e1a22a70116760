import { mean } from "simple-statistics";
import { cells, levelsAmong, type Observation } from "../../../lib/experiment/observations";
import { factorTitle, levelsInOrder, levelText } from "../../../lib/plots/experiment/text";
import type { Figure } from "../../../lib/plots/figure";
import { nameOnce, panelFigure, panelsOf, rowAxis, type Panel } from "../../../lib/plots/panels";
import { barMarker, ink, nameAxis, seriesStyle } from "../../../lib/plots/theme";
import { errorBars, scatter, whitePoints, type Trace } from "../../../lib/plots/traces";
import { copiedReach } from "../study-intervals";

/** The width of a bar, and how far it stands from the middle of its level. */
const [width, apart] = [0.38, 0.2];

/**
 * The study's figures of means, as it describes them: bars of the mean training time in minutes, a colour for each network, a
 * row of panels for each mode, each run as a dot, and the study's own intervals.
 * @param by.x The factor on the axes.
 * @param by.columns A factor with a column of panels for each level; without it, a bar averages over all of its levels.
 */
export function studyMeansFigure(
  observations: readonly Observation[],
  by: { x: "nodes" | "batch"; columns?: "nodes" | "batch" },
): Figure {
  const [models, modes] = [levelsAmong(observations, "model"), levelsInOrder(observations, "mode")];
  const beside = levelsAmong(observations, by.x);
  const columns = by.columns === undefined ? [undefined] : levelsAmong(observations, by.columns);
  const names = columns.map((level) => (level === undefined ? "" : levelText(by.columns!, level)));
  const highest = Math.max(...observations.map(({ seconds }) => seconds)) / 60;
  const tracesOf = ({ axes, row, column }: Panel): Trace[] =>
    models.flatMap((model, at): Trace[] => {
      const runs = observations.filter(
        ({ levels }) =>
          levels.model === model &&
          levels.mode === modes[row] &&
          (by.columns === undefined || levels[by.columns] === columns[column]),
      );
      const groups = cells(runs, [by.x]).map(({ levels, observations: group }) => ({
        group,
        x: beside.indexOf(levels[by.x]) + (2 * at - 1) * apart,
        middle: mean(group.map(({ seconds }) => seconds / 60)),
        reach: copiedReach(group) / 60,
      }));
      const dots = groups.flatMap(({ group, x }) => group.map(({ seconds }) => ({ x, y: seconds / 60 })));
      return [
        {
          ...axes,
          ...{ type: "bar", width, name: levelText("model", model), legendgroup: String(model) },
          x: groups.map(({ x }) => x),
          y: groups.map(({ middle }) => middle),
          marker: barMarker(seriesStyle(at)),
          error_y: errorBars(groups.map(({ reach }) => ({ up: reach, down: reach })), ink, 1.6), // prettier-ignore
          hovertemplate: "mean %{y:.1f} min",
        },
        {
          ...axes,
          ...scatter("markers", "a run", "run"),
          x: dots.map(({ x }) => x),
          y: dots.map(({ y }) => y),
          marker: whitePoints(4.5, 1),
          hovertemplate: "%{y:.1f} min",
        },
      ];
    });
  const panels = panelsOf({ rows: modes.length, columns: names });
  const traces = panels.flatMap(tracesOf).sort((a, b) => Number(a.type !== "bar") - Number(b.type !== "bar"));
  const over = by.columns === undefined ? `, averaged over ${by.x === "nodes" ? "batches" : "nodes"}` : "";
  return panelFigure(`Means by ${by.x}${over}`, "as in the study", nameOnce(traces), {
    rows: modes.length,
    height: 160,
    columns: names,
    x: ({ row }) => nameAxis(row === modes.length - 1 ? factorTitle(by.x) : "", beside.map(String)),
    y: (panel) => rowAxis(panel, `${modes[panel.row]}<br>5 epochs`, "min", { range: [0, 1.05 * highest] }),
    layout: { barmode: "overlay", showlegend: true },
  });
}
