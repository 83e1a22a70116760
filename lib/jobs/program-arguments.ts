import { parseArgs } from "node:util";
import { textTable } from "../system/text-table";
import { didYouMean } from "../system/names";

/**
 * An argument's default value. A list holds all the words that it may be, the default first; `Number` or `String` is an
 * argument without a default, which may be left out.
 */
type Default = number | string | boolean | readonly string[] | NumberConstructor | StringConstructor;

/** The values of a program's arguments: from the command line, else the default, else undefined. */
export type Arguments<D extends Record<string, Default>> = {
  [Name in keyof D]: D[Name] extends NumberConstructor
    ? number | undefined
    : D[Name] extends StringConstructor
      ? string | undefined
      : D[Name] extends readonly (infer Choice)[]
        ? Choice
        : D[Name] extends number
          ? number
          : D[Name] extends boolean
            ? boolean
            : string;
};

/**
 * Reads a program's arguments: `{ batchSize: 256 }` is the flag `--batch-size`, by default 256. `--help` prints all flags, with what each may be.
 * A wrong flag or value ends the program with one line and exit status 2.
 * @param defaults Each argument with its default, whose type is the argument's type.
 * @param argv The words after the program's name. Default: those of this process.
 */
export function programArguments<const D extends Record<string, Default>>(
  defaults: D,
  argv = process.argv.slice(2),
): Arguments<D> {
  return orRefuse(() => readArguments(defaults, argv));
}

/** What `read` returns. Where it throws, the program ends with that line and exit status 2, as one that refuses its arguments. */
export function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

/** Does the same as {@link programArguments}, but throws one line where a flag or value is wrong. */
export function readArguments<const D extends Record<string, Default>>(defaults: D, argv: string[]): Arguments<D> {
  const names = Object.keys(defaults);
  const flags = new Map(names.map((name) => [flagOf(name), name]));
  const options = Object.fromEntries(
    [...flags].map(([flag, name]) => [flag, { type: isSwitch(defaults[name]) ? "boolean" : "string" } as const]),
  );
  const known = [...flags.keys()].map((flag) => `--${flag}`);
  let given: Record<string, string | boolean | undefined>;
  try {
    given = parseArgs({ args: withNegatives(argv), options: { ...options, help: { type: "boolean" } } }).values;
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.\s|\n/);
    const [, flag = ""] = /^Unknown option '(--[^'=]*)/.exec(problem) ?? [];
    throw new Error(`${problem}. There are: ${known.join(", ")}.${didYouMean(flag, known)}`);
  }
  if (given.help) {
    const rows = [...flags].map(([flag, name]) => [`--${flag}`, described(defaults[name])]);
    process.stdout.write(`${textTable(rows).join("\n")}\n`);
    process.exit(0);
  }
  const values = [...flags].map(([flag, name]) => [name, valueOf(flag, given[flag], defaults[name])]);
  return Object.fromEntries(values) as Arguments<D>; // each value was read by the type of its default
}

/** The words, with each negative number joined to the flag before it: Node takes `--seed -1` for two flags. */
function withNegatives(argv: readonly string[]): string[] {
  return argv.reduce<string[]>((words, word) => {
    const isValue = /^-\.?\d/.test(word) && /^--[^=]+$/.test(words.at(-1) ?? "");
    return isValue ? [...words.slice(0, -1), `${words.at(-1)}=${word}`] : [...words, word];
  }, []);
}

/** The name of an argument's flag: `batchSize` is `batch-size`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const isSwitch = (value: Default): boolean => typeof value === "boolean";

/** What a flag may be, and what it is if it is not given. */
function described(value: Default): string {
  if (typeof value === "object") return `one of ${value.join(", ")}; default: ${value[0]}`;
  if (typeof value === "boolean") return "takes no value";
  if (typeof value === "function") return value === Number ? "a number" : "a text";
  return `${typeof value === "number" ? "a number" : "a text"}; default: ${value}`;
}

function valueOf(flag: string, given: string | boolean | undefined, fallback: Default): unknown {
  const choices = typeof fallback === "object" ? fallback : undefined;
  if (given === undefined) return typeof fallback === "function" ? undefined : (choices?.[0] ?? fallback);
  if (choices && !choices.includes(String(given))) {
    throw new Error(`--${flag} is "${given}": give one of ${choices.join(", ")}.${didYouMean(String(given), choices)}`);
  }
  if (fallback !== Number && typeof fallback !== "number") return given;
  const value = Number(given);
  if (given === "" || !Number.isFinite(value)) throw new Error(`--${flag} is "${given}": give a number.`);
  return value;
}
