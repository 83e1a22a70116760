import { describe, expect, it } from "vitest";
import { goodputByInterval } from "../../chapters/10-thousand-nodes/goodput-by-interval";
import { bestCheckpointInterval, simulateTraining } from "../../lib/failures";
import { failuresTimelineFigure } from "../../chapters/10-thousand-nodes/figures/timeline";
import { checkpointIntervalFigure } from "../../chapters/10-thousand-nodes/figures/checkpoint-interval";
import { givenFailures } from "../failures/given-failures";
import { annotationsOf, axisOf, noteOf, titleOf, traces } from "./drawn";

const job = { nodes: 64, nodeMtbfSeconds: 64 * 7200, checkpointSeconds: 60, restartSeconds: 300 };

describe("checkpointIntervalFigure", () => {
  const rows = goodputByInterval({ ...job, elapsedSeconds: 10 * 86_400 }, [300, 900, 2700], { seeds: 20 });

  it("shows the band, the mean, the closed form, and the marks that lie within", () => {
    const figure = checkpointIntervalFigure(rows, { marks: bestCheckpointInterval(job), note: "64 nodes" });
    const [low, high, formula, simulated] = traces(figure);
    for (const { x } of [low, high, formula, simulated]) expect(x).toEqual([300, 900, 2700]);
    expect(formula.y).toEqual(rows.map(({ expected }) => 100 * expected));
    rows.forEach(({ goodput }, at) => {
      expect([low.y[at], simulated.y[at], high.y[at]]).toEqual(
        [goodput.low, goodput.mean, goodput.high].map((share) => 100 * share),
      );
    });
    // √(2 x 60 x 7200) s = 929.5 s; Daly's is 60 s shorter but for terms of higher order.
    expect(annotationsOf(figure)).toEqual(["Daly 14.8 min", "Young 15.5 min"]);
    expect(titleOf(figure)).toMatch(/^Best of these: 15 min of computing between checkpoints, goodput 8\d\.\d %$/);
    expect(noteOf(figure)).toBe("64 nodes");
    expect(annotationsOf(checkpointIntervalFigure(rows, { marks: { young: 100, daly: 3000 } }))).toEqual([]);
  });

  it("needs two intervals", () => {
    expect(() => checkpointIntervalFigure(rows.slice(1, 2))).toThrow("needs two intervals or more, and there are 1:");
  });
});

describe("failuresTimelineFigure", () => {
  it("cuts the training into lanes, and marks failures", () => {
    const figure = failuresTimelineFigure(givenFailures, { laneSeconds: 200 });
    const drawn = traces(figure);
    expect(drawn.map(({ name }) => name)).toEqual([
      ...["computing, kept", "computing, lost", "checkpoint", "restart", "waiting for nodes", "failure"],
    ]);
    const spells = drawn[0].base!.map((start, at) => [drawn[0].y[at], start, start + drawn[0].x[at]]);
    expect(spells).toEqual([[0, 0, 110], [0, 185, 200], [1, 0, 95], [2, 20, 130]]); // prettier-ignore
    expect(drawn[2].x).toEqual([10, 10, 10]); // the checkpoints lie over the computing
    expect(drawn[5].x).toEqual([150, 160, 110]);
    expect(axisOf(figure, "yaxis").ticktext).toEqual(["0 s", "200 s", "400 s"]);
    expect(titleOf(figure)).toBe("Goodput 56.6 %: 3 failures in 530 seconds");
    expect(noteOf(figure)).toContain("each lane goes on");
  });

  it("shows every second of a long training, but no checkpoints that are too short", () => {
    const long = simulateTraining({ ...job, intervalSeconds: 300, elapsedSeconds: 60 * 86_400 }, { timeline: true });
    const figure = failuresTimelineFigure(long);
    const drawn = traces(figure).filter(({ type }) => type === "bar");
    expect(drawn.map(({ name }) => name)).toEqual(["computing, kept", "computing, lost", "restart"]);
    const days = drawn.map(({ x }) => x.reduce((sum, value) => sum + value, 0));
    const { computing, lost, checkpoints, restarts } = long.seconds;
    [computing + checkpoints, lost, restarts].forEach((seconds, at) =>
      expect(days[at]).toBeCloseTo(seconds / 86_400, 1),
    );
    expect(noteOf(figure)).toMatch(/; the checkpoints, 1\d(\.\d)? % of the time, are too short to be seen$/);
  });

  it("refuses a run without a timeline, and lanes that nobody could read", () => {
    const { spells, ...short } = givenFailures;
    expect(spells).toHaveLength(15);
    expect(() => failuresTimelineFigure(short)).toThrow("simulate it with timeline: true.");
    expect(() => failuresTimelineFigure(givenFailures, { laneSeconds: 1 })).toThrow(
      "Lanes of 1 s cannot show 530 s: give 1 to 60 lanes",
    );
    expect(() => failuresTimelineFigure(givenFailures, { laneSeconds: 0 })).toThrow("Lanes of 0 s");
  });
});
