/**
 * How much of the longest tests is tried. `npm test` tries what takes seconds, `npm run test:full` also what takes minutes, and
 * with WORKBOOK_TEST=all in the environment the whole of what takes longer still.
 */
export const full = ["full", "all"].includes(process.env.WORKBOOK_TEST ?? "");
export const all = process.env.WORKBOOK_TEST === "all";
