import type { HandedInCell } from "../../lib/autograde/intake";
import { sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";

/** A code cell that has not run. */
export const code = (source: string, id = "it", metadata: Cell["metadata"] = {}): Cell => ({
  ...{ cell_type: "code", execution_count: null, id, metadata, outputs: [], source },
});

/** A cell of text. */
export const markdown = (source: string, id = "it", metadata: Cell["metadata"] = {}): Cell => ({
  ...{ cell_type: "markdown", id, metadata, source },
});

/** What nbgrader knows of a cell. */
export const nbgrader = (id: string, how: object): Cell["metadata"] => ({
  nbgrader: { grade_id: id, schema_version: 3, ...how },
});

/** A notebook of the newest format, for the course's kernel. */
export const notebookWith = (cells: Cell[]): Notebook => ({
  cells,
  metadata: { kernelspec: { name: "parallel-training", display_name: "TypeScript", language: "typescript" } },
  nbformat: 4,
  nbformat_minor: 5,
});

/** A code cell that nbgrader knows. */
export const graded = (id: string, source: string, how: object): Cell => code(source, id, nbgrader(id, how));

/** A released cell as a student's notebook has it. */
export const handedInAs = (cell: Cell, source = sourceOf(cell)): HandedInCell => ({
  ...{ type: cell.cell_type, source, id: cell.id },
  ...(cell.metadata.nbgrader ? { gradeId: cell.id } : {}),
});
