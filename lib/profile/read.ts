import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readBytes } from "../system/read-text";
import type { ProcessProfile } from "./processes";
import { stepTimelines, type StepTimeline } from "./timeline";

/**
 * Reads a profile's steps.
 * @param path A `.pb` file, or a folder of profiles (such as TensorBoard's `--logdir`), of which the newest is read.
 * @throws one line when there is no profile, or it marks no step.
 */
export function readProfile(path: string): StepTimeline[] {
  const file = newestProfile(path);
  const bytes = readBytes(file, (problem) => new Error(`The profile ${file}: ${problem}.`), MOST_BYTES);
  try {
    return stepTimelines(bytes);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

/** As many as its events may have, see `readLines`. */
const MOST_BYTES = 256e6;

/** The processes of a run name their folders by the time, within so many milliseconds of each other. */
const ONE_RUN = 10_000;

/**
 * Reads the steps that all processes of a run recorded, each on its own host: those of `readProfile`, and of every other host a profile
 * whose folder has nearly the same time.
 */
export function profilesOfProcesses(path: string): ProcessProfile[] {
  const newest = newestProfile(path);
  const [begun, all] = [begunAt(newest), newest === path ? [] : profilesIn(path).map(({ file }) => file)];
  const others = begun === undefined ? [] : all.filter((file) => Math.abs((begunAt(file) ?? NaN) - begun) < ONE_RUN);
  const byHost = new Map([...others, newest].map((file) => [hostOf(file), file]));
  return Array.from(byHost, ([host, file]) => ({ host, timelines: readProfile(file) })).sort((one, other) =>
    one.host.localeCompare(other.host, "en", { numeric: true }),
  );
}

/** The time that a profile's folder is named by, as `profileFile` does it, in milliseconds. */
function begunAt(file: string): number | undefined {
  const [, ...parts] = /^(\d{4})_(\d\d)_(\d\d)_(\d\d)_(\d\d)_(\d\d)$/.exec(basename(dirname(file))) ?? [];
  if (parts.length === 0) return undefined;
  const [year, month, ...rest] = parts.map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

const suffix = ".xplane.pb";
const hostOf = (file: string): string => basename(file, suffix);

/** When a file was written, in milliseconds since 1970; undefined where there is none, as behind a stale link. */
function timeOf(file: string): number | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() ? stats.mtimeMs : undefined;
  } catch {
    return undefined;
  }
}

const namedIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name));

/** The profiles in a folder, the oldest first, without those of {@link unreadableProfiles}. */
function profilesIn(path: string): { file: string; time: number }[] {
  return namedIn(path)
    .flatMap((file) => {
      const time = timeOf(file);
      return time === undefined ? [] : [{ file, time }];
    })
    .sort((one, other) => one.time - other.time);
}

/** What a folder names as profiles and has no file behind, such as stale links: these are passed over. Of a file, nothing. */
export function unreadableProfiles(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? namedIn(path).filter((file) => timeOf(file) === undefined) : [];
}

/** The file that a path means, see `readProfile`. */
export function newestProfile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no file or folder ${path}: \`./workbook train --profile ${path}\` writes one.`);
  if (!stats.isDirectory()) return path;
  const newest = profilesIn(path).at(-1);
  if (newest !== undefined) return newest.file;
  const [stale] = unreadableProfiles(path);
  const what = stale === undefined ? "" : ` that can be read, and ${stale} is a link to nothing or no file`;
  throw new Error(`There is no *${suffix} in ${path}${what}: \`./workbook train --profile ${path}\` writes one.`);
}
