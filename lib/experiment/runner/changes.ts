import { isDeepStrictEqual } from "node:util";
import type { Design, Factor } from "../design";
import type { Journal } from "./journal";

/**
 * Makes sure that a design still matches its journal. It may add replicates, which come after the existing ones, and change
 * what does not affect measurements: the number of attempts, the time and memory of a run, and the response.
 * @throws one line that names the first difference and what to do.
 */
export function refuseChanges(design: Design, { design: begun }: Journal): void {
  const [now, before] = [parts(design), parts(begun)];
  if (design.replicates < begun.replicates) {
    now.set("replicates", design.replicates);
    before.set("replicates", begun.replicates);
  }
  const changed = [...new Set([...now.keys(), ...before.keys()])].find(
    (part) => !isDeepStrictEqual(now.get(part), before.get(part)),
  );
  if (changed === undefined) return;
  throw new Error(
    `The design ${begun.name} has changed since its experiment began: ${changed} is ${partText(now.get(changed))}, and was ` +
      `${partText(before.get(changed))}. Put it back, or give the changed design a name of its own: runs of two designs are ` +
      "not one experiment.",
  );
}

/** The parts of a design that affect measurements, by their names in the file. */
function parts({
  program,
  seed,
  ownSeeds,
  factors,
  arguments: values,
  resources: { gpus, cores },
}: Design): Map<string, unknown> {
  return new Map<string, unknown>([
    ["program", program],
    ["seed", seed],
    ["ownSeeds", ownSeeds],
    ...factors.map((factor): [string, unknown] => [`factors.${factor.name}`, levelsOf(factor)]),
    ["factors", factors.map(({ name }) => name)], // the order of factors decides the order of runs
    ...Object.entries(values).map(([name, value]): [string, unknown] => [`arguments.${name}`, value]),
    ["resources.gpus", gpus],
    ["resources.cores", cores],
  ]);
}

/** The levels without their arguments if these are the same, so that the message stays short. */
function levelsOf({ levels }: Factor): unknown {
  const plain = levels.every(({ level, arguments: values }) => Object.values(values).every((value) => value === level));
  return plain ? levels.map(({ level }) => level) : levels.map((level) => [level.level, level.arguments]);
}

function partText(part: unknown): string {
  if (part === undefined) return "not there";
  const text = JSON.stringify(part);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
