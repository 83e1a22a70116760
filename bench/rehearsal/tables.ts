import type { ComparedStep } from "./captured-graph";
import { moreThanKeras, type Comparison, type Work } from "./against-keras";
import type { CudaLibrary } from "./libraries";
import type { CheckResult } from "./rehearse";
import { textTable } from "../../lib/system/text-table";
import { counted } from "../../lib/system/words";

/** A line for each check: whether it passed, what it looked at, and under it the first problems with the remedy. */
export function rehearsalLines(results: readonly CheckResult[]): string[] {
  const rows = results.map(({ check, graphs, problems }) => [
    graphs === 0 ? "skipped" : problems.length === 0 ? "pass" : "FAIL",
    graphs === 0 ? "needs the CUDA wheel" : counted(graphs, "graph"),
    check.holds,
  ]);
  const lines = textTable(rows);
  return results.flatMap(({ check, problems }, index) => {
    if (problems.length === 0) return [lines[index]];
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    return [lines[index], `          ${first.graph}: ${first.problem}${more}`, `          ${check.remedy}`];
  });
}

const megabytes = ({ bytes }: Work): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
const cells = (work: Work): string[] => (work.kernels === 0 ? ["", ""] : [String(work.kernels), megabytes(work)]);

/** Our step beside Keras's: sums, then each op. */
export function comparisonLines(comparison: Comparison, { image_size, batch, sizes }: ComparedStep): string[] {
  const { model, precision, ops, sums, layouts } = comparison;
  const headings = ["", "our kernels", "MB", "Keras's kernels", "MB"];
  const rows = [
    ["layout of the images", layouts.ours, "", layouts.keras, ""],
    ...sums.map(({ what, ours, keras }) => [what, ...cells(ours), ...cells(keras)]),
    headings.map(() => ""),
    ...ops.map(({ op, type, ours, keras }) => [`${op} ${type}`.trim(), ...cells(ours), ...cells(keras)]),
  ];
  const examples = sizes ? `rows of ${sizes.context} tokens` : `images of ${image_size}x${image_size}`;
  const what = `${model}, ${precision}: a training step of ${batch} ${examples} on one H100`;
  const more = moreThanKeras(comparison);
  const verdict =
    more.length === 0
      ? "pass: our step has no more kernels or bytes than Keras's, in any of the sums below"
      : `FAIL: our step has more than Keras's: ${more.join(", ")}`;
  return [what, verdict, ...textTable([headings, ...rows], [1, 2, 3, 4])];
}

/** A line for each library. */
export function librariesLines(libraries: readonly CudaLibrary[]): string[] {
  const lines = textTable(libraries.map(({ library, found, file }) => [found ? "pass" : "FAIL", library, file]));
  if (libraries.every(({ found }) => found)) return lines;
  return [
    ...lines,
    "TensorFlow does not find the libraries marked FAIL. Unset LD_LIBRARY_PATH. If that does not help, remove .workbook/ and set up again (WORKBOOK_DEVICE=gpu ./workbook setup).",
  ];
}
