import { costOfPlan, type PlanChoice } from "../../plan/choice";
import type { PlanForecast } from "../../plan/forecast";
import { counted } from "../../system/words";
import type { Figure } from "../figure";
import { figure, heightOf, logAxis, seriesStyle, shortNumber } from "../theme";
import { lineAndPoints, scatter } from "../traces";

const [OTHERS, FRONTIER] = ["slower at the same cost", "nothing is both faster and cheaper"];

/**
 * What each configuration takes and costs: hours of the job against its price, or against device-hours where devices have no price.
 * The frontier joins those than which nothing is both faster and cheaper.
 * @param currency Of the prices.
 * @throws one line when nothing can be chosen.
 */
export function frontierFigure({ within, frontier, why }: PlanChoice, currency = "device-hours"): Figure {
  if (frontier.length === 0) throw new Error(`There is no plan to draw. ${why ?? ""}`.trim());
  const others = within.filter((each) => !frontier.includes(each));
  const [fastest, cheapest] = [frontier[0], frontier[frontier.length - 1]];
  const style = seriesStyle(0);
  const hoursOf = ({ job }: PlanForecast) => job.seconds / 3600;
  const points = (shown: readonly PlanForecast[]) => ({
    x: shown.map(hoursOf),
    y: shown.map(costOfPlan),
    hovertext: shown.map(textOf),
    hovertemplate: "%{hovertext}: %{x:.3g} h, %{y:.3g} " + currency,
    cliponaxis: false,
  });
  const title =
    fastest === cheapest
      ? `Fastest and cheapest: ${textOf(fastest)}`
      : `${shortNumber(hoursOf(cheapest) / hoursOf(fastest))} times as fast costs ${shortNumber(costOfPlan(fastest) / costOfPlan(cheapest))} times as much`;
  return figure(
    title,
    [
      { ...scatter("markers", OTHERS), ...points(others), marker: { color: "#888888", size: 7, opacity: 0.5 } },
      {
        ...scatter("text+lines+markers", FRONTIER),
        ...points(frontier),
        ...lineAndPoints(style),
        text: frontier.map(({ configuration }) => String(configuration.devices)),
        textposition: "top center",
      },
    ],
    {
      height: heightOf(380),
      xaxis: logAxis("Time of the job", "h", within.map(hoursOf)),
      yaxis: logAxis("Cost of the job", currency, within.map(costOfPlan)),
    },
  );
}

/** `64 devices, 32 images each, 2 batches an update`. */
function textOf({ configuration: { devices, localBatch, accumulation, sharded } }: PlanForecast): string {
  const batches = accumulation === 1 ? "" : `, ${accumulation} batches an update`;
  return `${counted(devices, "device")}, ${counted(localBatch, "image")} each${batches}${sharded ? ", sharded" : ""}`;
}
