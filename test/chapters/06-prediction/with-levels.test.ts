import { describe, expect, it } from "vitest";
import { withLevels } from "../../../chapters/06-prediction/with-levels";
import { plannedRuns, readDesign } from "../../../lib/experiment";

describe("a design with other levels", () => {
  it("keeps what a level gives the program, and takes new numbers", async () => {
    const design = await readDesign("lesson");
    const other = withLevels(design, "unseen", { mode: ["sync"], batch: [16], nodes: [2, 3] });
    expect(other.factors.map(({ name, levels }) => [name, levels.map(({ level }) => level)])).toEqual([
      ["model", ["efficientnetb0"]],
      ["mode", ["sync"]],
      ["batch", [16]],
      ["nodes", [2, 3]],
    ]);
    expect(other.factors.flatMap(({ levels }) => levels.map((each) => each.arguments))).toEqual([
      { model: "efficientnetb0" },
      { syncEvery: 1 },
      { localBatchSize: 16 },
      {},
      {},
    ]);
    expect([other.name, other.replicates, plannedRuns(other).length]).toEqual(["unseen", 3, 6]);
    expect(design.factors[2].levels.map(({ level }) => level)).toEqual([8, 32]);
  });

  it("refuses a factor that is not there, and a name that says nothing", async () => {
    const design = await readDesign("lesson");
    expect(() => withLevels(design, "x", { colour: [1] })).toThrow(
      "no factor colour: it has model, mode, batch, nodes",
    );
    expect(() => withLevels(design, "x", { mode: ["half"] })).toThrow("what mode half is: it has sync, accumulate");
  });
});
