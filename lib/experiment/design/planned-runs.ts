import { epochOrder } from "../../../datasets/feeds/order";
import type { PlannedRun } from "./design";
import type { Design } from "./schema";

/** All combinations of the factors' levels; the first factor changes slowest. */
export function fullFactorial({ factors }: Pick<Design, "factors">): PlannedRun["levels"][] {
  return factors.reduce<PlannedRun["levels"][]>(
    (rows, { name, levels }) => rows.flatMap((row) => levels.map(({ level }) => ({ ...row, [name]: level }))),
    [{}],
  );
}

/**
 * The runs of a design in their order, randomised in blocks. Each block contains every configuration once, in an order that
 * the seed decides. Slow changes on the machines (temperature, other work) then affect all configurations alike, and an
 * experiment that ends early has whole blocks.
 */
export function plannedRuns(design: Design): PlannedRun[] {
  const configurations = fullFactorial(design);
  return Array.from({ length: design.replicates }, (_, block) => block + 1).flatMap((replicate) =>
    Array.from(epochOrder(configurations.length, design.seed, replicate), (configuration, index) => ({
      number: (replicate - 1) * configurations.length + index + 1,
      replicate,
      levels: configurations[configuration],
    })),
  );
}
