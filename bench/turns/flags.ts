import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Of a flag: several values, separated by commas. */
export function list<T>(one: (value: string) => T) {
  return (value: string): T[] => value.split(",").map((each) => one(each.trim()));
}

/** Of a flag: one or more of these names. */
export function oneOrMore<T extends string>(allowed: readonly T[]) {
  const isAllowed = (name: string): name is T => (allowed as readonly string[]).includes(name);
  return list((name) => {
    if (!isAllowed(name)) throw new InvalidArgumentError(`"${name}" is none of ${allowed.join(", ")}.`);
    return name;
  });
}
