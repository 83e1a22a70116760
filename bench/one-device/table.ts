import type { BenchResult } from "./result";
import { matmulRate, summarize, type Range, type Row } from "./summary";

const columns = [
  "",
  "images/s",
  "x fastest Python",
  "of matmul",
  "core-s a step",
  "peak memory",
  "first step",
  "training called",
];

/** The result as text: a table for each precision, then what each contender does. */
export function tableOf(result: BenchResult): string {
  const { imageSize, batchSize, rounds, steps } = result.settings;
  const { processor, cores } = result.machine;
  const lines = [
    `ResNet50V2 (PyTorch: ResNet50), ${imageSize}x${imageSize}, batch ${batchSize}, SGD; ${processor}, ${cores} cores`,
    `${rounds} rounds in turn, ${steps} steps each: the median of the rounds' medians (least to most)`,
  ];
  for (const precision of ["float32", "bfloat16"] as const) {
    const rows = summarize(result, precision);
    if (rows.length === 0) continue;
    const rate = matmulRate(result, precision);
    const note = rate === undefined ? "" : `, ${(rate / 1e9).toFixed(0)} GFLOP/s in large matrix products`;
    lines.push("", `${precision}${note}`, ...aligned([columns, ...rows.map(cells)]));
  }
  lines.push("", "What each does:");
  for (const name of new Set(result.contenders.map((each) => each.name))) {
    const { does, versions } = result.contenders.find((each) => each.name === name && each.does) ?? {};
    const list = Object.entries(versions ?? {}).map((pair) => pair.join(" "));
    if (does) lines.push(`  ${name}: ${does} (${list.join(", ")})`);
  }
  return [...lines, ...warnings(result)].join("\n");
}

function cells({ contender, imagesPerSecond, ratio, matmulShare, processorSeconds }: Row): string[] {
  const { name, peakMemoryBytes, secondsToFirstStep, firstStepSeconds } = contender;
  return [
    name,
    range(imagesPerSecond, 1),
    ratio ? range(ratio, 2) : "-",
    matmulShare === undefined ? "-" : `${(100 * matmulShare).toFixed(0)} %`,
    processorSeconds.toFixed(2),
    peakMemoryBytes === undefined ? "-" : `${(peakMemoryBytes / 2 ** 20).toFixed(0)} MiB`,
    seconds(secondsToFirstStep),
    seconds(firstStepSeconds),
  ];
}

/** What failed, and who computed while it should have slept. */
function warnings({ contenders }: BenchResult): string[] {
  const lines = contenders.flatMap(({ failed }) => (failed === undefined ? [] : [failed]));
  for (const { name, precision, idleProcessorSeconds = 0, rounds } of contenders) {
    if (idleProcessorSeconds < 0.1 * Math.max(1, rounds.length)) continue;
    lines.push(
      `${name}, ${precision}: used ${idleProcessorSeconds.toFixed(1)} s of a core while others were measured.`,
    );
  }
  return lines.length === 0 ? [] : ["", ...lines];
}

const range = ({ median, least, most }: Range, digits: number): string =>
  `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;

const seconds = (value: number | undefined): string => (value === undefined ? "-" : `${value.toFixed(1)} s`);

function aligned(rows: string[][]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd());
}
