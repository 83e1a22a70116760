import { expect, it } from "vitest";
import { runsAt } from "../../../chapters/05-experiments/run-rows";
import { modeRatio, threeExperiments } from "../../../chapters/05-experiments/three-experiments";
import { observed } from "../../experiment/statistics-fixture";

const runs = [3, 1, 2].flatMap((replicate) =>
  ["sync", "accumulate"].flatMap((mode) =>
    [1, 2].flatMap((nodes) =>
      [16, 32].map((batch) => ({ ...observed({ mode, batch, nodes }, replicate, [9, 4, 5]), replicate })),
    ),
  ),
);

it("one student takes each mode from a block of its own, one takes epochs, and one takes whole blocks", () => {
  const { ada, ben, eve } = threeExperiments(runs);
  expect(ada.map(({ mode, block }) => `${mode} ${block}`).sort()).toEqual([
    ...["accumulate 3", "accumulate 3"],
    ...["sync 1", "sync 1"],
  ]);
  expect(ben.map(({ run, seconds }) => `${run}: ${seconds}`)).toEqual([
    ...["sync 16, run 2: 4", "sync 16, run 2: 5"],
    ...["accumulate 16, run 2: 4", "accumulate 16, run 2: 5"],
  ]);
  expect(eve.map(({ run }) => run).sort()).toEqual(
    ["accumulate", "sync"].flatMap((mode) => [1, 2, 3].map((run) => `${mode} 16, run ${run}`)),
  );
  expect([ada, ben, eve].map(modeRatio)).toEqual([1 / 3, 1, 1]);
});

it("the runs with some levels come in the order of their blocks", () => {
  const found = runsAt(runs, { mode: "sync", batch: 32, nodes: 2 });
  expect(found.map(({ replicate }) => replicate)).toEqual([1, 2, 3]);
  expect(runsAt(runs, { mode: "sync", batch: 64 })).toEqual([]);
});
