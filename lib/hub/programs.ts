import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** A program of this folder, built. */
export const program = (name: string): string => join(workbookRoot, "dist", "lib", "hub", name);
