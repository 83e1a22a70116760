import type { Machine } from "./machine";

/** `not here`: this machine lacks what the check needs. */
export type State = "pass" | "fail" | "not here";

/** What a check found: a row of the table. */
export interface Finding {
  state: State;
  /** In a few words, with units. */
  found: string;
  /** What to do, where there is something to do. */
  remedy?: string;
  /** What was measured, for whoever reads the file; units are in the names. */
  numbers?: Readonly<Record<string, number | string | readonly (number | string)[]>>;
}

/** A finding with the check's name and the seconds that it took. */
export interface Row extends Finding {
  check: string;
  seconds: number;
}

/** One thing that `./workbook verify` makes sure of. */
export interface Check {
  /** As `--only` names it. */
  id: string;
  /** As the table names it. */
  name: string;
  /** @throws one line when what it runs fails; that is a row that fails, too. */
  run: (machine: Machine) => Promise<Finding>;
}

/** The remedy where the workbook, TensorFlow or the machine is wrong, and no setting is. */
export const REPORT = "open an issue in the workbook's repository, with the file named below";

/** Such a finding. */
export const failed = (found: string, numbers?: Finding["numbers"]): Finding => ({
  ...{ state: "fail", found, remedy: REPORT },
  numbers,
});

/** Text with the percentage of a share: `0.0123` is `1.2 %`. */
export const percent = (share: number): string => `${share < 1e-7 ? 0 : Number((100 * share).toPrecision(2))} %`;

/** Text with a number of bytes: `1.5 GB`. */
export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toPrecision(3)} GB`;
