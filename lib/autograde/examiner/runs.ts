import { readFile } from "node:fs/promises";
import { isObject, type SubmittedFile } from "../intake";

/** Limits of the records that are read. */
const most = { files: 400, bytes: 20_000_000 };

/** The distinct ids of the run records among a submission's files. */
export async function runsIn(files: readonly SubmittedFile[]): Promise<string[]> {
  const records = files.filter(({ path, bytes }) => /^results\/.*\.json$/.test(path) && bytes <= most.bytes);
  const ids = new Set<string>();
  for (const { from } of records.slice(0, most.files)) {
    const id = idOf(await readFile(from, "utf8").catch(() => ""));
    if (id !== undefined) ids.add(id);
  }
  return [...ids].sort();
}

/** The id in the text of a record; undefined if it is no complete record or the id is not valid. */
function idOf(text: string): string | undefined {
  try {
    const whole = JSON.parse(text) as unknown;
    const record = isObject(whole) && "run" in whole ? whole.run : whole; // of a training that was killed
    if (!isObject(record) || !("epochs" in record)) return undefined;
    return typeof record.id === "string" && /^[\w.:+-]{4,200}$/.test(record.id) ? record.id : undefined;
  } catch {
    return undefined;
  }
}
