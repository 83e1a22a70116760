import { dirname, join } from "node:path";
import { z } from "zod";
import { currentNodes, nodesAtHandSchema, type NodesAtHand } from "../jobs/nodes-at-hand";
import { ownCores } from "../system/cores";
import { writeWhole } from "../system/atomic";
import { readIfValid } from "../system/checked-json";
import { makeFolders } from "../system/folders";
import { isGrading } from "../system/grading";
import { currentGpuCount } from "./gpus";
import { placeSchema } from "./place-schema";

// A notebook measures with the GPUs and nodes of its machine, and its records are named after them. The machine that grades
// has others. So a file beside the records keeps what the machine had, and while nbgrader grades, that file counts.

const machineSchema = z.object({
  gpus: z.number().int().nonnegative().optional(),
  nodes: nodesAtHandSchema.optional(),
  place: placeSchema.optional(),
  cores: z.number().int().positive().optional(),
  frameworks: z.array(z.string()).optional(),
});
type Machine = z.infer<typeof machineSchema>;

const file = join("results", "at-hand", "machine.json");

/** The number of GPUs for a notebook, kept beside its records for grading. */
export async function gpuCount(): Promise<number> {
  return keptOrCurrent("gpus", currentGpuCount);
}

/** Whether there is a GPU; see {@link gpuCount}. */
export async function hasGpu(): Promise<boolean> {
  return (await gpuCount()) > 0;
}

/** The number of processor cores that processes of a notebook can have for themselves, kept beside its records for grading. */
export async function coreCount(): Promise<number> {
  return keptOrCurrent("cores", () => Promise.resolve(Math.max(1, ownCores().length)));
}

/** The nodes for a notebook, kept beside its records for grading. */
export async function nodesAtHand(): Promise<NodesAtHand> {
  return keptOrCurrent("nodes", currentNodes);
}

/** What is kept for grading, while it is graded; else what there is now, which is kept. */
export async function keptOrCurrent<K extends keyof Machine>(
  key: K,
  look: () => Promise<NonNullable<Machine[K]>>,
): Promise<NonNullable<Machine[K]>> {
  const kept: Machine = readIfValid(file, machineSchema) ?? {};
  if (isGrading()) return kept[key] ?? (await look());
  const current = await look();
  // The file is only needed later, so the cell goes on where it cannot be written.
  await keep({ ...kept, [key]: current }).catch(() => undefined);
  return current;
}

async function keep(machine: Machine): Promise<void> {
  makeFolders(dirname(file));
  await writeWhole(file, JSON.stringify(machine) + "\n");
}
