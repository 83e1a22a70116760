import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { modelNames } from "../../lib/models";
import { compareWithKeras, moreThanKeras } from "./against-keras";
import { compareCompiled, compiledLines, costsPython } from "./compiled";
import { cudaWheelPython } from "./cuda-wheel";
import { cudaLibraries } from "./libraries";
import { rehearse } from "./rehearse";
import { gpuPrecisions } from "./precisions";
import { subjectNames, usualSubjects } from "./subjects";
import { comparisonLines, librariesLines, rehearsalLines } from "./tables";
import type { RehearseFlags } from "./command";

const say = (line: string): void => console.error(line);
const print = (lines: readonly string[]): void => console.log(lines.join("\n"));

/** Rehearses and prints the table. @returns whether everything passed. */
export async function rehearseFromFlags(flags: RehearseFlags): Promise<boolean> {
  if (flags.libraries !== undefined) {
    const libraries = await cudaLibraries(flags.libraries === true ? undefined : flags.libraries);
    print(librariesLines(libraries));
    return libraries.every(({ found }) => found);
  }
  const models = checkedModels(flags.model, flags.againstKeras ? modelNames : subjectNames);
  if (flags.xla) return compareBothCompiled(models ?? ["resnet50v2"], flags);
  if (flags.againstKeras) return compare(models ?? ["resnet50v2", "resnet50", "efficientnetb0"], flags);
  const python = flags.cudaWheel ? await cudaWheelPython(say) : undefined;
  const results = await rehearse({ models: models ?? usualSubjects, python, say });
  print(rehearsalLines(results));
  return results.every(({ problems }) => problems.length === 0);
}

async function compareBothCompiled(models: readonly string[], { imageSize, batchSize }: RehearseFlags): Promise<true> {
  const pythons = { tensorflow: await cudaWheelPython(say), costs: await costsPython(say) };
  const folder = mkdtempSync(join(os.tmpdir(), "rehearse-gpu-"));
  try {
    for (const model of models) {
      const step = { model, image_size: imageSize, classes: 10, batch: batchSize };
      for (const precision of gpuPrecisions) {
        print(compiledLines([await compareCompiled(step, precision, { pythons, folder })]));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

async function compare(models: readonly string[], { imageSize, batchSize }: RehearseFlags): Promise<boolean> {
  const python = await cudaWheelPython(say);
  const folder = mkdtempSync(join(os.tmpdir(), "rehearse-gpu-"));
  let holds = true;
  try {
    for (const model of models) {
      const step = { model, image_size: imageSize, classes: 10, batch: batchSize };
      for (const precision of gpuPrecisions) {
        const comparison = await compareWithKeras(step, precision, { python, folder });
        print([...comparisonLines(comparison, step), ""]);
        holds &&= moreThanKeras(comparison).length === 0;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return holds;
}

function checkedModels(names: readonly string[] | undefined, known: readonly string[]): readonly string[] | undefined {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`There is no model "${unknown}". The models are ${known.join(", ")}.`);
}
