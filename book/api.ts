import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { workbookRoot } from "../lib/system/workbook";
import { type Page, placeOf } from "./pages";

const load = createRequire(__filename);

/** What the grading's own cells import, and nobody else's program. */
const ofGrading = "./autograde/asked";

/** The `index.ts` of every room that programs and notebooks import, from the workbook's folder, as `package.json` lists them. */
export function apiRooms(): string[] {
  const { exports } = load(join(workbookRoot, "package.json")) as { exports: Record<string, string> };
  return Object.entries(exports)
    .filter(([name]) => !name.includes("*") && name !== ofGrading)
    .map(([, built]) => built.replace(/^\.\/dist\/(.+)\.js$/, "$1.ts"));
}

/**
 * A page for each of these rooms, which TypeDoc writes from the descriptions in the code.
 * @throws TypeDoc's own lines when it warns: of a link that leads nowhere, or of a parameter that is not there.
 */
export async function apiPages(): Promise<Page[]> {
  const { execa } = await import("execa");
  const rooms = apiRooms();
  const out = await mkdtemp(join(tmpdir(), "parallel-training-api-"));
  try {
    const typedoc = join(dirname(load.resolve("typedoc/package.json")), "bin", "typedoc");
    const options = ["--options", join(workbookRoot, "book", "typedoc.json"), "--out", out];
    const entries = rooms.flatMap((room) => ["--entryPoints", join(workbookRoot, room)]);
    const how = { cwd: workbookRoot, all: true, reject: false, env: { NO_COLOR: "1" } } as const;
    const { failed, all } = await execa(process.execPath, [typedoc, ...options, ...entries], how);
    if (failed) throw new Error(`The pages of the functions could not be written:\n${all}`);
    return await Promise.all(rooms.map((room) => pageOf(room, out)));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

async function pageOf(room: string, out: string): Promise<Page> {
  const file = placeOf(room);
  const name = file.slice("api/".length, -".md".length);
  const text = await readFile(join(out, `${name}.md`), "utf8");
  const title = `# ${name}\n`;
  const imported = `${title}\nPrograms and cells import these from \`parallel-training/${name}\`.\n`;
  const headings = [...text.matchAll(/^#+ (\w+)/gm)].map(([, name]) => name.toLowerCase());
  const isTwice = (name: string): boolean => headings.filter((each) => each === name).length > 1;
  const readable = text
    .replace(title, imported)
    .replaceAll("__namedParameters", "options") // an object that a function takes apart at once, which has no name
    .replaceAll("| `undefined` |", "| |") // no default
    .replaceAll("| `...` |", "| |") // what a schema begins with
    .replace(/<a id="([\w-]+)"><\/a> (`[^`]+`)/g, "[$2]{#$1}") // as MyST writes a place in a table that links lead to
    // TypeDoc counts some names twice that the page has once.
    .replace(/\(#(\w+)-\d+\)/g, (link, name: string) => (isTwice(name) ? link : `(#${name})`))
    .replace(/\[(`[^`]+`)\]\([\w./-]+\.md#property-[\w-]+\)/g, "$1"); // which MyST finds on the same page alone
  return { file, text: readable };
}
