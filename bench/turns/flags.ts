import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Parses a flag with several values, separated by commas. */
export function list<T>(parse: (value: string) => T) {
  return (values: string): T[] => values.split(",").map((value) => parse(value.trim()));
}

/** Parses a flag with one or more of the allowed names. */
export function oneOrMore<T extends string>(allowed: readonly T[]) {
  const isAllowed = (name: string): name is T => (allowed as readonly string[]).includes(name);
  return list((name) => {
    if (!isAllowed(name)) throw new InvalidArgumentError(`"${name}" is none of ${allowed.join(", ")}.`);
    return name;
  });
}
