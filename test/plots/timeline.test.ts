import { describe, expect, it } from "vitest";
import { figurePage } from "../../lib/plots";
import { timelineFigure } from "../../lib/plots/run/timeline";
import type { StepTimeline } from "../../lib/profile/timeline";

const many = Array.from({ length: 20_000 }, (_, at) => ({ start: at * 5e-6, end: at * 5e-6 + 4.9e-6 }));
const timeline: StepTimeline = {
  step: 4,
  seconds: 0.2,
  collectives: "all-reduce",
  devices: [
    {
      device: "CPU:0",
      compute: [...many, { start: 0.11, end: 0.15 }],
      communication: [{ start: 0.08, end: 0.12 }],
      input: [{ start: 0.15, end: 0.16 }],
      idle: [{ start: 0.16, end: 0.2 }],
    },
  ],
};
interface Bars {
  name: string;
  base: number[];
  x: number[];
}

/** From where to where each kind's bars go, in milliseconds. */
const traces = (step: StepTimeline): Record<string, number[][]> =>
  Object.fromEntries(
    (timelineFigure(step).data as unknown as Bars[]).map(({ name, base, x }) => [
      name,
      base.map((from, at) => [from, from + x[at]].map((time) => Math.round(10 * time) / 10)),
    ]),
  );

describe("timelineFigure", () => {
  it("shows which part of an all-reduce is behind computing", () => {
    expect(traces(timeline)).toMatchObject({
      "all-reduce while computing": [
        [80, 100],
        [110, 120],
      ],
      "all-reduce alone": [[100, 110]],
      input: [[150, 160]],
      idle: [[160, 200]],
    });
  });

  it("says so where devices did not only add up", () => {
    const drawn = traces({ ...timeline, collectives: "communication" });
    expect(drawn["communication alone"]).toEqual([[100, 110]]);
    expect(drawn).not.toHaveProperty("all-reduce alone");
  });

  it("draws thousands of ops as one bar where nothing is to be seen between them", () => {
    expect(traces(timeline).compute).toEqual([
      [0, 100],
      [110, 150],
    ]);
  });

  it("says each lane's share, has a unit, and leaves out a lane that no device uses", () => {
    const { xaxis, yaxis } = timelineFigure(timeline).layout;
    expect(yaxis?.ticktext).toEqual(["<b>CPU:0</b>   compute 69 %", "all-reduce 20 %", "input 5.0 %"]);
    expect((xaxis?.title as { text: string }).text).toBe("Time since the step began (ms)");
    const alone = { ...timeline, devices: [{ ...timeline.devices[0], communication: [] }] };
    expect(timelineFigure(alone).layout.yaxis?.ticktext).toHaveLength(2);
    expect(Object.keys(traces(alone))).toEqual(["idle", "compute", "input"]);
  });
});

it("a page of figures needs nothing from outside", () => {
  const page = figurePage("A <title>", ["<p>text</p>", timelineFigure(timeline)]);
  expect(page).not.toMatch(/<(script|link)[^>]+(src|href)=(?!"data:)/);
  expect(page).toContain("<h1>A &#60;title&#62;</h1>");
  expect(page).toContain("<p>text</p>");
});
