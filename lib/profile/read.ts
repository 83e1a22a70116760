import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stepTimelines, type StepTimeline } from "./timeline";

/**
 * Reads a profile's steps.
 * @param path A `.pb` file, or a folder of profiles (such as TensorBoard's `--logdir`), of which the newest is read.
 * @throws one line when there is no profile, or it marks no step.
 */
export function readProfile(path: string): StepTimeline[] {
  const file = newestProfile(path);
  try {
    return stepTimelines(readFileSync(file));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** The file that a path means, see `readProfile`. */
export function newestProfile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no ${path}: \`./workbook train --profile ${path}\` writes one.`);
  if (!stats.isDirectory()) return path;
  const newest = readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".xplane.pb"))
    .map((name) => join(path, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .at(-1);
  if (newest === undefined)
    throw new Error(`There is no *.xplane.pb in ${path}: \`./workbook train --profile ${path}\` writes one.`);
  return newest;
}
