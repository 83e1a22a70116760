import { createRequire } from "node:module";
import type { DataFrame as DanfoFrame } from "danfojs-node";
import type { CellValue, Rows } from "../../../lib/system/rows";
import { contents, type FrameLike } from "../../../lib/plots/table";

type Frame = ReturnType<DanfoFrame["copy"]>;
type Column<Row> = Extract<keyof Row, string>;
type NumberColumn<Row> = { [Name in Column<Row>]: Row[Name] extends number ? Name : never }[Column<Row>];

const load = createRequire(__filename);

/** A column of a {@link DataFrame}, danfojs's Series: its values, comparisons of each value, and statistics. */
export interface Series<Value> {
  readonly values: Value[];
  eq(value: Value): Series<boolean>;
  gt(value: Value): Series<boolean>;
  and(other: Series<boolean>): Series<boolean>;
  unique(): Series<Value>;
  nUnique(): number;
  min(): Value;
  mean(): number;
}

/**
 * A danfojs DataFrame of the rows, to sort, filter, group and describe as in pandas. A missing value is NaN, as in pandas.
 * @example
 * const table = dataFrame([{ nodes: 1, seconds: 20 }, { nodes: 2, seconds: 12 }]);
 * table.query(table.column("nodes").gt(1)).column("seconds").mean()
 */
export function dataFrame<Row extends { [Name in keyof Row]: CellValue }>(
  rows: readonly Row[],
): DataFrame<Required<Row>> {
  return new DataFrame(frameOf(rows));
}

function frameOf(rows: Rows): Frame {
  // Loaded only when needed: danfojs takes two seconds to load.
  const danfo = load("danfojs-node") as typeof import("danfojs-node");
  const { columns, lines } = contents(rows);
  // danfojs cannot read a column that begins with undefined.
  return new danfo.DataFrame(
    lines.map((line) => line.map((value) => value ?? NaN)),
    { columns },
  );
}

/**
 * A danfojs DataFrame with typed columns. It has the methods that lessons use, under danfojs's names, without the defects of
 * version 1.2 that give wrong rows. It never changes: each method returns a new one.
 */
export class DataFrame<Row extends object> implements FrameLike {
  private readonly frame: Frame;

  /** @param frame danfojs's DataFrame. */
  constructor(frame: Frame) {
    // After a sort or a query, danfojs's next query mistakes the rows' old numbers for their positions, and picks wrong rows.
    this.frame = frame.resetIndex();
  }

  /** The names of the columns, from left to right. */
  get columns(): Column<Row>[] {
    return this.frame.columns as Column<Row>[];
  }

  /** The rows' values, in the order of the columns. */
  get values(): CellValue[][] {
    return this.frame.values as CellValue[][];
  }

  /** One column. */
  column<Name extends Column<Row>>(name: Name): Series<Row[Name]> {
    return this.frame.column(name) as unknown as Series<Row[Name]>;
  }

  /** Some columns. */
  loc<Name extends Column<Row>>({ columns }: { columns: readonly Name[] }): DataFrame<Pick<Row, Name>> {
    return new DataFrame(this.frame.loc({ columns: [...columns] }));
  }

  /** The rows that meet a condition: `df.query(df.column("nodes").eq(2))`. */
  query(condition: Series<boolean>): DataFrame<Row> {
    return new DataFrame(this.frame.query(condition.values));
  }

  /** The first rows. */
  head(rows = 5): DataFrame<Row> {
    return new DataFrame(this.frame.head(rows));
  }

  /** The rows sorted by one column, ascending by default; equal rows keep their order. */
  sortValues(by: Column<Row>, options: { ascending?: boolean } = {}): DataFrame<Row> {
    return new DataFrame(this.frame.sortValues(by, options));
  }

  /** The same rows with one more column, or with new values in an existing one. */
  addColumn<Name extends string, Value extends string | number | boolean>(
    name: Name,
    values: readonly Value[],
  ): DataFrame<Omit<Row, Name> & Record<Name, Value>> {
    // danfojs would change this frame where the column exists already.
    const others = this.frame.columns.includes(name) ? this.frame.drop({ columns: [name] }) : this.frame;
    return new DataFrame(others.addColumn(name, [...values]));
  }

  /** Count, mean, standard deviation and so on, a row each, of each numeric column; missing values are left out. */
  describe(): DataFrame<{ statistic: string } & Partial<Record<Column<Row>, number>>> {
    // danfojs's describe fails on missing values in a whole frame, but leaves them out in a single column.
    const described = this.columns
      .filter((name) => this.column(name).values.some((value) => Number.isFinite(value)))
      .map((name) => ({ name, statistics: this.frame.column(name).describe() }));
    const rows = described.at(0)?.statistics.index.map((statistic, row) => ({
      statistic,
      ...Object.fromEntries(described.map(({ name, statistics }) => [name, (statistics.values as number[])[row]])),
    }));
    return new DataFrame(frameOf(rows ?? []));
  }

  /** Groups of rows with equal values in these columns. */
  groupby<By extends Column<Row>>(by: readonly By[]): GroupBy<Row, By> {
    // danfojs joins the values with "-": the groups ("a-b", "c") and ("a", "b-c") would become one.
    const rowsOf = new Map<string, number[]>();
    const keys = by.map((name) => this.column(name).values);
    for (let row = 0; row < this.values.length; row++) {
      const key = JSON.stringify(keys.map((values) => values[row]));
      rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
    }
    return new GroupBy(
      by,
      [...rowsOf.values()].map((rows) => new DataFrame<Row>(this.frame.iloc({ rows }))),
    );
  }
}

/** The groups of {@link DataFrame.groupby}, in the order of their first rows. */
export class GroupBy<Row extends object, By extends Column<Row>> {
  constructor(
    private readonly by: readonly By[],
    private readonly groups: readonly DataFrame<Row>[],
  ) {}

  /** Some numeric columns: `mean()` gives a row for each group, with `seconds_mean` for `seconds`. */
  col<Name extends NumberColumn<Row>>(names: readonly Name[]) {
    return {
      mean: () =>
        this.apply((group) => {
          const means = names.map((name) => [`${name}_mean`, group.column(name).mean()]);
          return Object.fromEntries(means) as Record<`${Name}_mean`, number>;
        }),
    };
  }

  /** A row for each group: its values in the grouping columns, then the results of `summarise`. */
  apply<Result extends Record<keyof Result, CellValue>>(
    summarise: (group: DataFrame<Row>) => Result,
  ): DataFrame<Pick<Row, By> & Result> {
    const rows = this.groups.map((group) => {
      const levels = this.by.map((name) => [name, group.column(name).values[0]]);
      return { ...(Object.fromEntries(levels) as Rows[number]), ...summarise(group) };
    });
    return new DataFrame(frameOf(rows));
  }
}
