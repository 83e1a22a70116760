import { join } from "node:path";
import { lastLines } from "../../lib/system/execute";
import { textTable } from "../../lib/system/text-table";
import { workbookRoot } from "../../lib/system/workbook";
import type { Precision } from "../../lib/tensorflow";
import { cacheFolder, pythonEnvironment } from "../python-environment";
import { captureIn } from "./captures";
import type { ComparedStep } from "./captured-graph";

const here = (file: string): string => join(workbookRoot, "bench", "rehearsal", file);

/** What XLA makes of a step, by its own cost analysis. */
interface Costs {
  bytes: number;
  operations: number;
  fusions: number;
  instructions: number;
}

/** A step of ours and Keras's, as XLA compiles them. */
export interface CompiledComparison extends Record<"ours" | "keras", Costs> {
  step: ComparedStep;
  precision: Precision;
}

/** The Python with jaxlib, whose XLA analyses what TensorFlow's has compiled; TensorFlow's wheel does not show its own. */
export const costsPython = (say: (line: string) => void): Promise<string> =>
  pythonEnvironment(
    { name: "xla-costs", requirements: here("xla-costs.txt"), folder: cacheFolder("rehearsal"), size: "0.2 GB" },
    say,
  );

/**
 * Has XLA compile a training step for this machine's CPU, ours and Keras's, and analyse both. Each runs once.
 * @param pythons TensorFlow's wheel, and {@link costsPython}.
 * @param folder For what XLA dumps.
 */
export async function compareCompiled(
  step: ComparedStep,
  precision: Precision,
  { pythons, folder }: { pythons: Record<"tensorflow" | "costs", string>; folder: string },
): Promise<CompiledComparison> {
  const { batch, ...sizes } = step;
  const dumps = ["ours", "keras"].map((name) => join(folder, `${step.model}-${precision}-${name}`));
  // The code is not what is compared: compiling it takes most of the time.
  const [ours, keras] = dumps.map((dump) => ({
    XLA_FLAGS: `--xla_dump_to=${dump} --xla_dump_hlo_as_text --xla_backend_optimization_level=0`,
  }));
  await captureIn({ compared: step, precision }, ours);
  const asKeras = JSON.stringify({ batch, precision, ...sizes });
  await run(pythons.tensorflow, ["keras_step.py", asKeras], { ...keras, KERAS_BACKEND: "tensorflow" });
  const analysed = (await run(pythons.costs, ["xla_costs.py", ...dumps])).split("\n");
  const [own, other] = analysed.map((line) => JSON.parse(line) as Costs);
  return { step, precision, ours: own, keras: other };
}

async function run(python: string, [file, ...flags]: string[], env: Record<string, string> = {}): Promise<string> {
  const { execa } = await import("execa");
  const child = await execa(python, [here(file), ...flags], {
    ...{ reject: false, env: { TF_CPP_MIN_LOG_LEVEL: "3", CUDA_VISIBLE_DEVICES: "-1", ...env } },
  });
  if (!child.failed) return child.stdout;
  throw new Error(`${file} failed: ${lastLines(child.stderr, 1) || child.shortMessage}`);
}

/** A table of compiled steps. */
export function compiledLines(comparisons: readonly CompiledComparison[]): string[] {
  const headings = ["", "", "bytes accessed", "operations", "fusions", "instructions"];
  const rows = comparisons.flatMap(({ step, precision, ...programs }) =>
    (["ours", "keras"] as const).map((name) => {
      const { bytes, operations, fusions, instructions } = programs[name];
      const numbers = [`${(bytes / 1e6).toFixed(0)} MB`, `${(operations / 1e9).toFixed(2)} G`, fusions, instructions];
      return [`${step.model}, ${precision}`, name === "ours" ? "ours" : "Keras's", ...numbers.map(String)];
    }),
  );
  return textTable([headings, ...rows], [2, 3, 4, 5]);
}
