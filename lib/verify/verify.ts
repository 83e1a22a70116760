import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onOneLine } from "../system/words";
import { failed, type Finding, type Row, type State } from "./check";
import { checkIds, checksFor, findDevices, pilotIds, type OnNodes, type Wanted } from "./checks";
import { Machine } from "./machine";
import { sizesFor } from "./sizes";

/** What to verify. */
interface VerifyOptions extends Wanted, OnNodes {
  /** Small trainings of few steps. */
  quick: boolean;
  /** The ids of the checks to make. Default: all, but those of {@link pilotIds} without `pilot`. */
  only?: readonly string[];
  /** The checks of a site's pilot, too. */
  pilot?: boolean;
  /** Is told in a line what begins, and what it found. */
  say: (line: string) => void;
}

/** As in the table of `./workbook doctor`. */
export const signs: Record<State, string> = { pass: "✓", fail: "✗", "not here": "-" };

/**
 * Makes the checks, one after another; each runs its trainings in processes of their own, so that none can end the others.
 * @returns a row for each, in their order.
 */
export async function verify(options: VerifyOptions): Promise<Row[]> {
  const { quick, pilot = false, say, signal } = options;
  const only = options.only ?? checkIds.filter((id) => pilot || !pilotIds.includes(id));
  const rows: Row[] = [];
  const make = async (place: string, name: string, find: () => Promise<Finding>): Promise<void> => {
    say(`${place} ${name} ...`);
    const start = performance.now();
    const finding = await find().catch((error: Error) => failed(onOneLine(error.message)));
    const seconds = (performance.now() - start) / 1000;
    rows.push({ check: name, seconds, ...finding });
    say(`  ${signs[finding.state]} ${finding.found} (${seconds.toFixed(seconds < 10 ? 1 : 0)} s)`);
  };
  let machine: Machine | undefined;
  const folder = await mkdtemp(join(tmpdir(), "workbook-verify-"));
  try {
    await make("1.", "devices", async () => {
      const { finding, found } = await findDevices(options);
      machine = found && new Machine(found, sizesFor(found.device, quick), folder);
      return finding;
    });
    if (!machine) return rows;
    const { found } = machine;
    const checks = checksFor(found, options).filter(({ id }) => only.some((known) => known === id));
    for (const [index, { name, run }] of checks.entries()) {
      if (signal?.aborted) break;
      const on = machine;
      await make(`${index + 2}/${checks.length + 1}`, name, () => run(on));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
