import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workbookRoot } from "../../../lib/system/workbook";
import { type Check, checkAnswer } from "../../../lib/checks/check";
import type { MendedLine } from "../../../lib/checks/answers";

/** The names of the programs in `chapters/08-memory/programs/mistakes`. */
export type FaultyProgram = "a" | "b" | "c";

/** A line of code without its comment and its spaces. */
const bare = (line: string): string => line.replace(/\/\/.*$/, "").replace(/[\s;]/g, "");

const RIGHT = "the program does what its first line says";

/** What a changed line makes of each program: undefined where the line is another one than the wrong one. */
const verdicts: Record<FaultyProgram, (before: string, after: string) => string | undefined> = {
  a: (before, after) => {
    if (before.startsWith("constmaster=")) {
      return /^constmaster=0(\.0*)?(\*(\d+|parameters))*$/.test(after)
        ? RIGHT
        : "it still counts numbers that float32 does not have";
    }
    if (!before.startsWith("constbytes=")) return undefined;
    const [, sum = ""] = /^constbytes=(.*)$/.exec(after) ?? [];
    const terms = sum.split("+").sort().join(" ");
    if (terms === "activations gradients moments weights") return RIGHT;
    return terms.includes("master")
      ? "it still counts numbers that float32 does not have"
      : "something that there is does not count any more";
  },
  b: (before, after) => {
    if (!before.includes("fullyShard({")) return undefined;
    const [, options = ""] = /^conststrategy=fullyShard\(\{(.*?),?\}\)$/.exec(after) ?? [];
    const given = options.split(",").sort().join();
    const [, stage] = /^cluster:awaitresolveCluster\(\),(?:devices:1,)?zero:(\d)$/.exec(given) ?? [];
    if (stage === "2") return RIGHT;
    if (stage === "1") return "each device sends an all-reduce and an all-gather, as much as at stage 3";
    return stage === "3"
      ? "each device sends 1.5 times as much as it has to"
      : "the line does not call fullyShard for the devices of the cluster, with another stage";
  },
  c: (before, after) => {
    if (!before.startsWith("constinput=")) return undefined;
    const [, waits] = /^constinput=gate\(x,\[(.*)\]\)$/.exec(after) ?? [];
    if (waits === undefined) return "the layer is computed again at once, or merged with its first computation";
    if (!/^((dy|x|kernels\[[01]\]|\.\.\.kernels)(,|$))*$/.test(waits))
      return "the gate waits for something that the program does not have";
    return waits.split(",").includes("dy") ? RIGHT : "the gate waits for what is there before the backward pass";
  },
};

/** Checks a function that names the wrong line of each program about memory, and what should stand there. */
export function checkMemoryMistakes(mended: (program: FaultyProgram) => MendedLine): Check {
  return checkAnswer("Find the mistake", mended, (mended) =>
    (["a", "b", "c"] as const).map((name) => ({
      what: `program ${name}`,
      call: () => verdict(name, mended(name)),
      expected: RIGHT,
    })),
  );
}

function verdict(name: FaultyProgram, given: unknown): string {
  const { line, corrected } = (given ?? {}) as Partial<MendedLine>;
  const file = join(workbookRoot, "chapters", "08-memory", "programs", "mistakes", `${name}.mts`);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  if (typeof line !== "number" || typeof corrected !== "string") return "no line and its correction";
  if (lines[line - 1] === undefined) return `there is no line ${line}`;
  if (corrected.includes("\n")) return "give one line";
  return verdicts[name](bare(lines[line - 1]), bare(corrected)) ?? `line ${line} is right as it is`;
}
