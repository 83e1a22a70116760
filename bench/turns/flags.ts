import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { builtWorker } from "./contender";
import { didYouMean } from "../../lib/system/names";

/** `--before`: an earlier state of the workbook, whose engine takes turns with this one's. */
export const beforeOption = (worker = "ours") =>
  new Option(
    "--before <folder>",
    "another checkout of the workbook, set up and built: its engine takes its turns, too",
  ).argParser((folder) => {
    if (existsSync(builtWorker(folder, worker))) return resolve(folder);
    throw new InvalidArgumentError(`"${folder}" has no built workbook: run ./workbook setup and npm run build there.`);
  });

/** Parses a flag with several values, separated by commas. */
export function list<T>(parse: (value: string) => T) {
  return (values: string): T[] => values.split(",").map((value) => parse(value.trim()));
}

/** Parses a flag with one or more of the allowed names. */
export function oneOrMore<T extends string>(allowed: readonly T[]) {
  const isAllowed = (name: string): name is T => (allowed as readonly string[]).includes(name);
  return list((name) => {
    if (!isAllowed(name))
      throw new InvalidArgumentError(`"${name}" is none of ${allowed.join(", ")}.${didYouMean(name, allowed)}`);
    return name;
  });
}
