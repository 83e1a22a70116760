import { describe, expect, expectTypeOf, it } from "vitest";
import { dataFrame, type DataFrame } from "../../../../chapters/05-experiments/figures/data-frame";

const runs = dataFrame([
  { mode: "sync", batch: 8, nodes: 2, seconds: 5 },
  { mode: "accumulate", batch: 32, nodes: 1, seconds: 1 },
  { mode: "sync", batch: 32, nodes: 1, seconds: 2 },
  { mode: "accumulate", batch: 8, nodes: 1, seconds: 4 },
  { mode: "sync", batch: 8, nodes: 1, seconds: 3 },
  { mode: "sync", batch: 8, nodes: 2, seconds: 5.5 },
]);
const seconds = (some: typeof runs) => some.column("seconds").values;

describe("a DataFrame", () => {
  it("has the rows' columns, also those that not every row has", () => {
    expect(runs.columns).toEqual(["mode", "batch", "nodes", "seconds"]);
    expect(runs.values[3]).toEqual(["accumulate", 8, 1, 4]);
    const some: { run: string; accuracy?: number }[] = [{ run: "a" }, { run: "b", accuracy: 0.5 }];
    expect(dataFrame(some).values).toEqual([
      ["a", NaN],
      ["b", 0.5],
    ]);
    expect(dataFrame(some).column("accuracy").mean()).toBe(0.5);
  });

  it("knows its columns' names and values when it is compiled", () => {
    expectTypeOf(runs.column("mode").values).toEqualTypeOf<string[]>();
    // @ts-expect-error: there is no such column
    expect(() => runs.column("modes")).toThrow("Column not found");
    // @ts-expect-error: a mode has no mean
    expect(() => runs.groupby(["batch"]).col(["mode"]).mean()).toThrow("String data type");
    const means = runs.groupby(["mode"]).col(["seconds"]).mean();
    expectTypeOf(means.column("seconds_mean").values).toEqualTypeOf<number[]>();
    expectTypeOf(means.column("mode").values).toEqualTypeOf<string[]>();
  });

  it("sorts from small to large or the other way round, and leaves equal rows in their order", () => {
    expect(seconds(runs.sortValues("seconds"))).toEqual([1, 2, 3, 4, 5, 5.5]);
    expect(seconds(runs.sortValues("batch", { ascending: false }))).toEqual([1, 2, 5, 4, 3, 5.5]);
    expect(seconds(runs.sortValues("nodes").sortValues("batch").sortValues("mode"))).toEqual([4, 1, 3, 5, 5.5, 2]);
    expect(seconds(runs)).toEqual([5, 1, 2, 4, 3, 5.5]);
  });

  it("picks the right rows after a sort and after another query, where danfojs picks others", () => {
    const slowest = runs.sortValues("seconds", { ascending: false });
    expect(seconds(slowest.query(slowest.column("seconds").gt(3.5)))).toEqual([5.5, 5, 4]);
    const sync = runs.query(runs.column("mode").eq("sync"));
    expect(seconds(sync.query(sync.column("batch").eq(8).and(sync.column("nodes").eq(2))))).toEqual([5, 5.5]);
    const none = runs.query(runs.column("mode").eq("none"));
    expect([none.columns, none.values, none.head().values]).toEqual([runs.columns, [], []]);
  });

  it("picks columns and first rows, and gives levels once", () => {
    expect(runs.loc({ columns: ["batch", "seconds"] }).head(2).values).toEqual([
      [8, 5],
      [32, 1],
    ]);
    expect(runs.head().values).toHaveLength(5);
    expect(runs.head(9).values).toHaveLength(6);
    expect(runs.column("batch").unique().values).toEqual([8, 32]);
    expect([runs.column("mode").nUnique(), runs.column("batch").min()]).toEqual([2, 8]);
  });

  it("takes another column, or other values of one, and stays as it was", () => {
    const places = [1, 2, 3, 4, 5, 6];
    const placed = runs.addColumn("place", places).sortValues("seconds");
    expect(placed.column("place").values).toEqual([2, 3, 5, 4, 1, 6]);
    expect(runs.addColumn("seconds", places).column("seconds").mean()).toBe(3.5);
    expect([runs.columns.length, ...seconds(runs)]).toEqual([4, 5, 1, 2, 4, 3, 5.5]);
  });

  it("describes columns of numbers without what is missing", () => {
    const described = dataFrame([
      { run: "a", seconds: 2, accuracy: 0.5, loss: undefined },
      { run: "b", seconds: 4, accuracy: undefined, loss: undefined },
      { run: "c", seconds: 9, accuracy: 0.75, loss: undefined },
    ]).describe();
    expect(described.columns).toEqual(["statistic", "seconds", "accuracy"]);
    expect(described.values).toEqual([
      ["count", 3, 2],
      ["mean", 5, 0.625],
      ["std", Math.sqrt(13), Math.sqrt(1 / 32)],
      ["min", 2, 0.5],
      ["median", 4, 0.625],
      ["max", 9, 0.75],
      ["variance", 13, 1 / 32],
    ]);
    expect(runs.loc({ columns: ["mode"] }).describe().values).toEqual([]);
  });
});

describe("groups of a DataFrame", () => {
  it("have their means, in the order in which they first come", () => {
    const means = runs.groupby(["mode", "batch", "nodes"]).col(["seconds"]).mean();
    expect(means.columns).toEqual(["mode", "batch", "nodes", "seconds_mean"]);
    expect(means.values).toEqual([
      ["sync", 8, 2, 5.25],
      ["accumulate", 32, 1, 1],
      ["sync", 32, 1, 2],
      ["accumulate", 8, 1, 4],
      ["sync", 8, 1, 3],
    ]);
    const sorted = runs.sortValues("seconds").groupby(["nodes"]).col(["seconds", "batch"]).mean();
    expect(sorted.values).toEqual([
      [1, 2.5, 20],
      [2, 5.25, 8],
    ]);
  });

  it("have a row of whatever is said of each", () => {
    const ranges = runs.groupby(["batch"]).apply((group) => ({
      runs: group.values.length,
      fastest: group.column("seconds").min(),
      modes: group.column("mode").unique().values.join(", "),
    }));
    expect(ranges.columns).toEqual(["batch", "runs", "fastest", "modes"]);
    expect(ranges.values).toEqual([
      [8, 4, 3, "sync, accumulate"],
      [32, 2, 1, "accumulate, sync"],
    ]);
    const twoNodes: DataFrame<{ batch: number; seconds_mean: number }> = runs
      .query(runs.column("nodes").eq(2))
      .groupby(["batch"])
      .col(["seconds"])
      .mean();
    expect(twoNodes.values).toEqual([[8, 5.25]]);
  });

  it("are told apart where danfojs, which joins the levels with a hyphen, makes them one", () => {
    const rows = [
      { network: "net-a", way: "b", seconds: 1 },
      { network: "net", way: "a-b", seconds: 3 },
      { network: "constructor", way: "b", seconds: 5 },
      { network: "net-a", way: "b", seconds: 2 },
    ];
    expect(dataFrame(rows).groupby(["network", "way"]).col(["seconds"]).mean().values).toEqual([
      ["net-a", "b", 1.5],
      ["net", "a-b", 3],
      ["constructor", "b", 5],
    ]);
    expect(
      dataFrame([{ level: 8, seconds: 1 }])
        .groupby(["level"])
        .col(["seconds"])
        .mean().values,
    ).toEqual([[8, 1]]);
  });
});
