import { describe, expect, it } from "vitest";
import { scheduleFigure } from "../../lib/plots";
import { meshSearchFigure, meshSecondsFigure } from "../../chapters/09-model-parallel/figures/mesh-search";
import { meshFigure } from "../../chapters/09-model-parallel/figures/mesh";
import { bubbleFigure, heldFigure } from "../../chapters/09-model-parallel/figures/held";
import { timeTasks } from "../../chapters/09-model-parallel/time-tasks";
import { gpipe, oneForwardOneBackward } from "../../lib/sharding";
import { annotationsOf, axisOf, fillsIn, noteOf, textsIn, titleOf, traces } from "./drawn";

const size = { devices: 2, stages: 2, microbatches: 3 };
const planned = { name: "planned", devices: 2, tasks: timeTasks(gpipe(size), size, { forward: 1, backward: 2 }) };
const measured = {
  ...{ name: "measured", devices: 2, measured: true },
  tasks: planned.tasks.map((task) => ({ ...task, begin: 5 + task.begin / 100, end: 5 + task.end / 100 })),
};

describe("scheduleFigure", () => {
  const figure = scheduleFigure([planned, measured]);

  it("draws each task on its device from begin to end, with its microbatch", () => {
    const [, forward, backward] = traces(figure);
    expect(forward.y).toEqual([0, 1, 0, 1, 0, 1]);
    expect(forward.base).toEqual([0, 1, 1, 2, 2, 3]);
    expect(forward.x).toEqual([1, 1, 1, 1, 1, 1]);
    expect(forward.text).toEqual(["0", "0", "1", "1", "2", "2"]);
    expect(backward.x.every((seconds) => seconds === 2)).toBe(true);
  });

  it("shows measured seconds as milliseconds from the first task's begin", () => {
    const late = traces(figure).filter(({ xaxis }) => xaxis === "x2");
    expect(late[1].base![0]).toBe(0);
    expect(late[1].x[0]).toBeCloseTo(10, 9);
    expect([axisOf(figure, "xaxis"), axisOf(figure, "xaxis2")].map(({ title }) => title?.text)).toEqual([
      "Time (a forward pass takes 1)",
      "Time (ms)",
    ]);
  });

  it("names the idle share of each chart: (p - 1) / (m + p - 1)", () => {
    expect(titleOf(figure)).toBe("The devices are idle: planned 25 %, measured 25 %");
  });

  it("tells later stages of a device apart by dots, and names each look once", () => {
    const thin = { devices: 2, stages: 4, microbatches: 2 };
    const tasks = timeTasks(oneForwardOneBackward(thin), thin, { forward: 1, backward: 2 });
    const drawn = traces(scheduleFigure([planned, { name: "interleaved", devices: 2, tasks }]));
    const named = drawn.filter(({ showlegend }) => showlegend).map(({ name }) => name);
    expect(named).toEqual(["idle", "forward", "backward", "forward, a later stage", "backward, a later stage"]);
    const later = drawn.find(({ name }) => name === "forward, a later stage")!;
    expect(later.marker?.pattern?.shape).toBe(".");
  });

  it("refuses what it cannot draw, in a line", () => {
    expect(() => scheduleFigure([])).toThrow("This figure has no tasks");
    expect(() => scheduleFigure([{ ...planned, tasks: [] }])).toThrow("planned has no tasks");
  });
});

describe("heldFigure", () => {
  const schedules = [
    { name: "GPipe", microbatches: [16, 16], bytes: [35e6, 36e6] },
    { name: "1F1B", microbatches: [2, 1], bytes: [11e6, 8e6] },
  ];

  it("shows counts beside megabytes, and names the fullest device", () => {
    const figure = heldFigure(schedules);
    expect(traces(figure).map(({ y }) => y)).toEqual([
      [16, 16],
      [2, 1],
      [35, 36],
      [11, 8],
    ]);
    expect(titleOf(figure)).toBe("The fullest device holds 36 MB with GPipe, 11 MB with 1F1B");
  });

  it("names counts where nothing was measured", () => {
    const counted = schedules.map(({ name, microbatches }) => ({ name, microbatches }));
    expect(titleOf(heldFigure(counted))).toBe(
      "The fullest device holds 16 microbatches with GPipe, 2 microbatches with 1F1B",
    );
    expect(() => heldFigure([])).toThrow("there are none");
  });
});

it("bubbleFigure draws percent by microbatches", () => {
  const figure = bubbleFigure([{ name: "2 stages", microbatches: [1, 4], idle: [0.5, 0.2] }]);
  expect(traces(figure)[0]).toMatchObject({ x: [1, 4], y: [50, 20] });
  expect(axisOf(figure, "xaxis").ticktext).toEqual(["1", "4"]);
  expect(() => bubbleFigure([])).toThrow("there are none");
});

describe("meshFigure", () => {
  const filled = (mesh: { data: number; stage: number; tensor: number }, gpusPerNode: number) => {
    const fills = fillsIn(meshFigure(mesh, { gpusPerNode }));
    return (fill: string) => fills.filter((each) => each === fill).length;
  };

  it("fills those with which the first GPU exchanges, and one entry of the legend for each axis", () => {
    const count = filled({ data: 2, stage: 4, tensor: 8 }, 8);
    expect([count("#0072B2"), count("#E69F00"), count("#009E73")]).toEqual([7 + 1, 3 + 1, 1 + 1]);
    expect(count("#222222")).toBe(1);
  });

  it("writes places with tensor counting fastest, and says where there is nobody", () => {
    const texts = textsIn(meshFigure({ data: 2, stage: 1, tensor: 2 }, { gpusPerNode: 4 }));
    expect(texts).toEqual([
      "node 0",
      "0 0 0",
      "0 0 1",
      "1 0 0",
      "1 0 1",
      "along tensor",
      "stage: nobody",
      "along data",
    ]);
  });

  it("refuses half a node, and more nodes than there is room for, in a line", () => {
    expect(() => meshFigure({ data: 1, stage: 1, tensor: 4 }, { gpusPerNode: 8 })).toThrow("take 1 to 16 whole nodes");
    expect(() => meshFigure({ data: 64, stage: 4, tensor: 8 }, { gpusPerNode: 8 })).toThrow("take 1 to 16 whole nodes");
  });
});

describe("meshSearchFigure", () => {
  const points = [
    { mesh: { data: 4, stage: 1, tensor: 1 }, seconds: 1, bytes: 90e9 },
    { mesh: { data: 2, stage: 2, tensor: 1 }, seconds: 1.5, bytes: 45e9 },
    { mesh: { data: 2, stage: 1, tensor: 2 }, seconds: 1.25, bytes: 50e9 },
  ];

  it("frames the fastest that fits, and strikes out what does not", () => {
    const figure = meshSearchFigure(points, { memoryBytes: 80e9 });
    expect(titleOf(figure)).toBe("Fastest of those that fit: data 2, stage 1, tensor 2, 1.25 s a step");
    expect(noteOf(figure)).toBe("Struck out: more than 80 GB on a device");
    expect(annotationsOf(figure)).toEqual([
      "<s>1.00 s</s><br>data 4<br>90 GB",
      "<b>1.25 s</b><br>data 2<br>50 GB",
      "<b>1.50 s</b><br>data 2<br>45 GB",
    ]);
    expect(figure.layout.shapes?.[0]).toMatchObject({ x0: 1 - 0.48, y0: -0.48 });
    expect(traces(figure)[0].z).toEqual([[null, 0], [Math.log(1.2), null]]); // prettier-ignore
  });

  it("refuses when nothing fits, in a line", () => {
    expect(() => meshSearchFigure(points, { memoryBytes: 1e9 })).toThrow("None of 3 meshes fits into 1 GB a device");
  });
});

it("meshSecondsFigure stacks the parts of a step, and names the fastest mesh", () => {
  const parts = { compute: 2, tensor: 0.5, bubble: 0.25, stage: 0.125, data: 0 };
  const figure = meshSecondsFigure([
    { name: "2 x 2 x 2", ...parts },
    { name: "8 x 1 x 1", ...parts, bubble: 0, data: 1 },
  ]);
  expect(titleOf(figure)).toBe("2 x 2 x 2 is the fastest of these: 2.88 s a step");
  expect(traces(figure).map(({ x }) => x)).toEqual([[2, 2], [0.5, 0.5], [0.25, 0], [0.125, 0.125], [0, 1]]); // prettier-ignore
  expect(annotationsOf(figure)).toEqual(["2.88 s", "3.63 s"]);
  expect(() => meshSecondsFigure([])).toThrow("there are none");
});
