import { expect, it } from "vitest";
import { choose } from "../../lib/plan/choice";
import { frontierFigure } from "../../lib/plots";
import { axisOf, titleOf, traces } from "./drawn";
import { all } from "./plans";

it("draws every plan within the limits, and joins those that nothing beats", () => {
  const choice = choose(all);
  const figure = frontierFigure(choice, "EUR");
  const [others, frontier] = traces(figure);
  expect(others.x.length + frontier.x.length).toBe(choice.within.length);
  expect(frontier.x).toEqual(choice.frontier.map(({ job }) => job.seconds / 3600));
  expect(frontier.y).toEqual(choice.frontier.map(({ price }) => price));
  expect(titleOf(figure)).toMatch(/^[\d.]+ times as fast costs [\d.]+ times as much$/);
  expect(axisOf(figure, "yaxis")).toMatchObject({ type: "log", title: { text: "Cost of the job (EUR)" } });
});

it("says when one plan is both the fastest and the cheapest", () => {
  const figure = frontierFigure(choose(all.filter(({ configuration }) => configuration.devices === 1).slice(0, 1)));
  expect(titleOf(figure)).toBe("Fastest and cheapest: 1 device, 256 images each");
});

it("needs a plan", () => {
  expect(() => frontierFigure(choose([]))).toThrow(/^There is no plan to draw\. No configuration divides/);
});
