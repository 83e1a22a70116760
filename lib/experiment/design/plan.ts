import { epochOrder } from "../../../datasets/feeds/order";
import type { PlannedRun } from "./design";
import type { Design } from "./schema";

/** Each level of every factor with each of the others: the first factor changes slowest. */
export function fullFactorial({ factors }: Pick<Design, "factors">): PlannedRun["levels"][] {
  return factors.reduce<PlannedRun["levels"][]>(
    (rows, { name, levels }) => rows.flatMap((row) => levels.map(({ level }) => ({ ...row, [name]: level }))),
    [{}],
  );
}

/**
 * The runs of a design in the order in which they are to be made: randomised in blocks. Every block holds each
 * configuration once, in an order of its own that the seed decides, so that what changes slowly on the machines (their
 * temperature, others' work) meets all configurations alike, and an experiment that ends early has whole blocks.
 */
export function plannedRuns(design: Design): PlannedRun[] {
  const configurations = fullFactorial(design);
  return Array.from({ length: design.replicates }, (_, block) => block + 1).flatMap((replicate) =>
    Array.from(epochOrder(configurations.length, design.seed, replicate), (configuration, at) => ({
      number: (replicate - 1) * configurations.length + at + 1,
      replicate,
      levels: configurations[configuration],
    })),
  );
}
