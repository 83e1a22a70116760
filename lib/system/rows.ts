/** The value in a table's cell. */
export type CellValue = string | number | boolean | null | undefined;

/** A table: one object for each row, whose keys are the columns. */
export type Rows = readonly Readonly<Record<string, CellValue>>[];
