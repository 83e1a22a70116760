import { median } from "simple-statistics";
import { z } from "zod";
import type { Precision } from "../workers/protocol";
import { node, type Contender } from "./contender";
import { turnsSchema, type headSchema } from "./result";
import { roundSeconds } from "./statistics";
import { takeTurns, type Extent } from "./take-turns";
import { aligned, descriptions, warnings } from "./text";

/** The values of `--precision`. */
export const precisions = ["float32", "bfloat16"] as const satisfies readonly Precision[];

/** One way to train, in some precisions. */
export interface Way extends Pick<Contender, "name" | "command"> {
  peer: string;
  precisions: readonly Precision[];
}

/** Measures how fast the machine multiplies matrices, in turn with the others. */
const matmul: Way = { name: "matmul", peer: "matmul", precisions, command: node("matmul") };

const contenderSchema = turnsSchema.extend({ peer: z.string(), precision: z.enum(precisions) });

/** What a result has where contenders train in several precisions. */
export const measuredFields = {
  /** Floating-point operations of one step. */
  stepOperations: z.number(),
  /** Floating-point operations of one step of the contender `matmul`. */
  matmulOperations: z.number(),
  contenders: z.array(contenderSchema),
};

type Measured = z.infer<typeof headSchema> & z.infer<z.ZodObject<typeof measuredFields>>;
export type ContenderResult = z.infer<typeof contenderSchema>;

/** Lets contenders train in turn, in one precision after the other, and products of matrices beside them. */
export async function takeTurnsByPrecision(
  chosen: readonly Precision[],
  ways: readonly Way[],
  plan: object,
  extent: Extent,
): Promise<ContenderResult[]> {
  const measured: ContenderResult[] = [];
  for (const precision of chosen) {
    const entrants = [...ways, matmul].filter((way) => way.precisions.includes(precision));
    const contenders = entrants.map((way) => ({ ...way, plan: { ...plan, precision } }));
    const turns = await takeTurns(precision, contenders, extent, console.error);
    measured.push(...turns.map((results, index) => ({ ...results, peer: entrants[index].peer, precision })));
  }
  return measured;
}

/** The contenders that have trained in a precision. */
export const trained = ({ contenders }: Measured, precision: Precision): ContenderResult[] =>
  contenders.filter((each) => each.precision === precision && each.rounds.length > 0 && each.peer !== matmul.peer);

/** Floating-point operations per second of large matrix products; undefined if they were not measured. */
function matmulRate({ contenders, matmulOperations }: Measured, precision: Precision): number | undefined {
  const measured = contenders.find((each) => each.peer === matmul.peer && each.precision === precision);
  if (!measured || measured.rounds.length === 0) return undefined;
  return matmulOperations / median(roundSeconds(measured));
}

/** The share of the machine's matmul rate that a contender reaches, 0 to 1: the median of the rounds. */
export function matmulShare(result: Measured, contender: ContenderResult): number | undefined {
  const rate = matmulRate(result, contender.precision);
  return rate && result.stepOperations / median(roundSeconds(contender)) / rate;
}

/** A share as `51 %`. */
export const percent = (share: number | undefined): string =>
  share === undefined ? "-" : `${(100 * share).toFixed(0)} %`;

/** A result as text: two lines about it, a table for each precision, then what each contender does. */
export function textOf(
  result: Measured & { settings: Extent },
  what: string,
  columns: string[],
  rowsOf: (precision: Precision) => string[][],
): string {
  const { contenders, machine, settings } = result;
  const lines = [
    `${what}; ${machine.processor}, ${machine.cores} cores`,
    `${settings.rounds} rounds in turn, ${settings.steps} steps each: the median of the rounds' medians (least to most)`,
  ];
  for (const precision of precisions) {
    const rows = rowsOf(precision);
    if (rows.length === 0) continue;
    const rate = matmulRate(result, precision);
    const note = rate === undefined ? "" : `, ${(rate / 1e9).toFixed(0)} GFLOP/s in large matrix products`;
    lines.push("", `${precision}${note}`, ...aligned([columns, ...rows]));
  }
  return [...lines, ...descriptions(contenders), ...warnings(contenders, ({ precision }) => precision)].join("\n");
}
