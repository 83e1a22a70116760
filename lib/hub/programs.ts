import { join } from "node:path";
import { workbookRoot } from "../system/workbook";

/** The compiled file of a program in this folder. */
export const program = (name: string): string => join(workbookRoot, "dist", "lib", "hub", name);
