import { afterEach, expect, it, vi } from "vitest";
import { exampleRun } from "../../lib/runs";
import type { JobStatus } from "../../lib/jobs/follow";
import { liveView } from "../../lib/cells/live-view";

const display = Symbol.for("parallel-training.display");
const run = exampleRun({ epochSeconds: [5, 3], batches: [32, 32, 8] });

function status(reason: string, record?: JobStatus["run"]): JobStatus {
  const state = { state: record ? "RUNNING" : "PENDING", reason, nodes: "n1", exitCode: 0, signal: 0, restarts: 0 };
  const job = { program: "04-many-nodes/train", arguments: [] } as unknown as JobStatus["job"]["job"]; // what is looked at
  return { job: { schema: 1, ids: ["7"], job, folder: "f", output: "f.txt" }, state, run: record, journal: [] };
}

afterEach(() => void Reflect.deleteProperty(globalThis, display));

it("in a notebook is one figure, drawn anew in its place when something changes", () => {
  const shown: [title: unknown, points: unknown, id: unknown, update: boolean][] = [];
  Object.assign(globalThis, {
    [display]: (bundle: { data: Record<string, unknown>; transient: { display_id?: string } }, update: boolean) => {
      const { data, layout } = bundle.data["application/vnd.plotly.v1+json"] as {
        data: { x: number[] }[];
        layout: { title: { text: string } };
      };
      shown.push([layout.title.text, data[0].x.length, bundle.transient.display_id, update]);
    },
  });
  const view = liveView();
  view(status("Priority"));
  view(status("Priority"));
  view(status("None", { ...run, outcome: "running" }));
  view(status("None", run), "Job 7 is done.");
  const id = shown[0][2];
  expect(shown).toEqual([
    ["job 7 waits: other jobs go first (Priority)", 0, id, false],
    [expect.stringMatching(/^job 7 on n1: epoch 2\/2 {2}step 3\/3/), 6, id, true],
    ["Job 7 is done.", 6, id, true],
  ]);
});

it("elsewhere is a line when something changes", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const view = liveView();
  view(status("Resources"));
  view(status("Resources"));
  view(status("None", run), "Job 7 is done.");
  expect(log.mock.calls.flat()).toEqual(["job 7 waits: until nodes are free (Resources)", "Job 7 is done."]);
});
