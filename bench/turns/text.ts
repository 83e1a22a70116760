import { textTable } from "../../lib/system/text-table";
import type { Turns } from "./result";
import type { Range } from "./statistics";

/** A range as `1.05 (0.98 to 1.10)`, or a dash if it is unknown. */
export const range = (value: Range | undefined, digits: number): string =>
  value === undefined
    ? "-"
    : `${value.median.toFixed(digits)} (${value.least.toFixed(digits)} to ${value.most.toFixed(digits)})`;

const seconds = (value: number | undefined): string => (value === undefined ? "-" : `${value.toFixed(1)} s`);

type Costs = Pick<Turns, "peakMemoryBytes" | "secondsToFirstStep" | "firstStepSeconds">;

/** Cells with the peak memory, and the seconds to the first step, from the start of the process and from the call that trains. */
export function costCells({ peakMemoryBytes, secondsToFirstStep, firstStepSeconds }: Costs): string[] {
  const memory = peakMemoryBytes === undefined ? "-" : `${(peakMemoryBytes / 2 ** 20).toFixed(0)} MiB`;
  return [memory, seconds(secondsToFirstStep), seconds(firstStepSeconds)];
}

/** The headings over {@link costCells}. */
export const costColumns = ["peak memory", "first step", "training called"];

/** Rows of cells as lines, the columns under each other. */
export function aligned(rows: string[][]): string[] {
  return textTable(rows).map((line) => `  ${line}`);
}

/**
 * A table of several groups of rows, with an empty line between groups. Columns with a dash in every row are left out.
 */
export function section(title: string, columns: string[], groups: string[][][]): string[] {
  const measured = groups.filter((rows) => rows.length > 0);
  if (measured.length === 0) return [];
  const isKnown = columns.map((_, column) => measured.flat().some((row) => row[column] !== "-"));
  const known = (row: string[]): string[] => row.filter((_, column) => isKnown[column]);
  const [heading, ...lines] = aligned([columns, ...measured.flat()].map(known));
  const separated = measured.flatMap((rows, index) => {
    const start = measured.slice(0, index).flat().length;
    return ["", ...lines.slice(start, start + rows.length)].slice(index === 0 ? 1 : 0);
  });
  return ["", title, heading, ...separated];
}

/** Descriptions of the contenders and their versions; contenders with equal descriptions share a line. */
export function descriptions(all: readonly Pick<Turns, "name" | "does" | "versions">[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const { name, does, versions } of all) {
    if (does === undefined) continue;
    const list = Object.entries(versions ?? {}).map((pair) => pair.join(" "));
    const what = `${does} (${list.join(", ")})`;
    names.set(what, (names.get(what) ?? new Set()).add(name));
  }
  return ["", "What each does:", ...[...names].map(([what, group]) => `  ${[...group].join(", ")}: ${what}`)];
}

/**
 * Names the contenders that failed, and those that computed while they should have slept.
 * @param groupOf The name of a contender's group.
 */
export function warnings<T extends Turns>(all: readonly T[], groupOf: (turns: T) => string): string[] {
  const lines = all.flatMap(({ failed }) => (failed === undefined ? [] : [failed]));
  for (const turns of all) {
    const { name, idleProcessorSeconds = 0, rounds } = turns;
    if (idleProcessorSeconds < 0.1 * Math.max(1, rounds.length)) continue;
    const used = `used ${idleProcessorSeconds.toFixed(1)} s of a core while others were measured.`;
    lines.push(`${name}, ${groupOf(turns)}: ${used}`);
  }
  return lines.length === 0 ? [] : ["", ...lines];
}
