import { createRequire } from "node:module";
import type { DataFrame as DanfoFrame } from "danfojs-node";
import type { CellValue, Rows } from "../system/rows";
import { contents, type FrameLike } from "./table";

type Frame = ReturnType<DanfoFrame["copy"]>;
type Column<Row> = Extract<keyof Row, string>;
type NumberColumn<Row> = { [Name in Column<Row>]: Row[Name] extends number ? Name : never }[Column<Row>];

const load = createRequire(__filename);

/** A column of a {@link DataFrame}, which is danfojs's Series: its values, what holds for each of them, and its statistics. */
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
 * A danfojs DataFrame of the rows, to sort, filter, group and describe them as pandas does. What a row lacks is NaN, as in
 * pandas.
 */
export function dataFrame<Row extends { [Name in keyof Row]: CellValue }>(
  rows: readonly Row[],
): DataFrame<Required<Row>> {
  return new DataFrame(frameOf(rows));
}

function frameOf(rows: Rows): Frame {
  // Only when asked for: danfojs takes two seconds to load.
  const danfo = load("danfojs-node") as typeof import("danfojs-node");
  const { columns, lines } = contents(rows);
  // danfojs cannot read a column that begins with undefined.
  return new danfo.DataFrame(
    lines.map((line) => line.map((value) => value ?? NaN)),
    { columns },
  );
}

/**
 * A danfojs DataFrame that knows its columns by name: what lessons use of it, under danfojs's names, and without the
 * defects of version 1.2 that give wrong rows. It never changes: each method gives another one.
 */
export class DataFrame<Row extends object> implements FrameLike {
  private readonly frame: Frame;

  /** @param frame danfojs's own. */
  constructor(frame: Frame) {
    // After a sort or a query, danfojs's next query takes the rows' old numbers for their places and picks other rows.
    this.frame = frame.resetIndex();
  }

  /** The columns' names, from left to right. */
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

  /** The rows for which something holds: `df.query(df.column("nodes").eq(2))`. */
  query(condition: Series<boolean>): DataFrame<Row> {
    return new DataFrame(this.frame.query(condition.values));
  }

  /** The first rows. */
  head(rows = 5): DataFrame<Row> {
    return new DataFrame(this.frame.head(rows));
  }

  /** The rows by one column, from small to large; rows that are equal there stay in their order. */
  sortValues(by: Column<Row>, options: { ascending?: boolean } = {}): DataFrame<Row> {
    return new DataFrame(this.frame.sortValues(by, options));
  }

  /** The same rows with one more column, or with other values in one that there is. */
  addColumn<Name extends string, Value extends string | number | boolean>(
    name: Name,
    values: readonly Value[],
  ): DataFrame<Omit<Row, Name> & Record<Name, Value>> {
    // danfojs would write into this frame where the column is there already.
    const others = this.frame.columns.includes(name) ? this.frame.drop({ columns: [name] }) : this.frame;
    return new DataFrame(others.addColumn(name, [...values]));
  }

  /** Count, mean, standard deviation and so on, one a row, of each column of numbers; missing values are left out. */
  describe(): DataFrame<{ statistic: string } & Partial<Record<Column<Row>, number>>> {
    // danfojs's describe of a whole frame fails on missing values; that of one column leaves them out.
    const described = this.columns
      .filter((name) => this.column(name).values.some((value) => Number.isFinite(value)))
      .map((name) => ({ name, statistics: this.frame.column(name).describe() }));
    const rows = described.at(0)?.statistics.index.map((statistic, at) => ({
      statistic,
      ...Object.fromEntries(described.map(({ name, statistics }) => [name, (statistics.values as number[])[at]])),
    }));
    return new DataFrame(frameOf(rows ?? []));
  }

  /** The rows in groups, each with the same values in these columns. */
  groupby<By extends Column<Row>>(by: readonly By[]): GroupBy<Row, By> {
    // danfojs joins the values with "-": the groups ("a-b", "c") and ("a", "b-c") would be one.
    const places = new Map<string, number[]>();
    const keys = by.map((name) => this.column(name).values);
    for (let row = 0; row < this.values.length; row++) {
      const key = JSON.stringify(keys.map((values) => values[row]));
      places.set(key, [...(places.get(key) ?? []), row]);
    }
    return new GroupBy(
      by,
      [...places.values()].map((rows) => new DataFrame<Row>(this.frame.iloc({ rows }))),
    );
  }
}

/** The groups that {@link DataFrame.groupby} makes, in the order in which they first come. */
export class GroupBy<Row extends object, By extends Column<Row>> {
  constructor(
    private readonly by: readonly By[],
    private readonly groups: readonly DataFrame<Row>[],
  ) {}

  /** Some columns of numbers: `mean()` gives a row for each group, with `seconds_mean` for `seconds`. */
  col<Name extends NumberColumn<Row>>(names: readonly Name[]) {
    return {
      mean: () =>
        this.apply((group) => {
          const means = names.map((name) => [`${name}_mean`, group.column(name).mean()]);
          return Object.fromEntries(means) as Record<`${Name}_mean`, number>;
        }),
    };
  }

  /** A row for each group: its values of the columns that it is grouped by, then what is said of its rows. */
  apply<Result extends Record<keyof Result, CellValue>>(
    of: (group: DataFrame<Row>) => Result,
  ): DataFrame<Pick<Row, By> & Result> {
    const rows = this.groups.map((group) => {
      const levels = this.by.map((name) => [name, group.column(name).values[0]]);
      return { ...(Object.fromEntries(levels) as Rows[number]), ...of(group) };
    });
    return new DataFrame(frameOf(rows));
  }
}
