import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apiRooms } from "../../book/api";
import { workbookRoot } from "../../lib/system/workbook";

const { exports } = JSON.parse(readFileSync(join(workbookRoot, "package.json"), "utf8")) as {
  exports: Record<string, string>;
};

/** The rooms that programs of the chapters and cells of the notebooks import. */
function imported(): string[] {
  const texts = ["chapters", "solutions", "test/notebooks/demo"].flatMap((folder) =>
    readdirSync(join(workbookRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => /\.(mts|ipynb)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  return [
    ...new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/parallel-training(\/[a-z0-9/-]+)\\?"/g)].map(([, room]) => `.${room}`),
      ),
    ),
  ];
}

it("notebooks and programs may import the rooms that package.json lists, and no other", () => {
  const known = (room: string) => room in exports || room.replace(/[^/]+$/, "*") in exports;
  expect(imported().filter((room) => !known(room))).toEqual([]);
  const { resolve } = createRequire(join(workbookRoot, "package.json"));
  for (const room of ["system", "command", "autograde", "checks/measured"]) {
    expect(() => resolve(`parallel-training/${room}`)).toThrow(/not defined by "exports"/);
  }
});

it("each room that package.json lists has an index, and each chapter's two parts", () => {
  const lessons = readdirSync(join(workbookRoot, "solutions"));
  for (const pattern of Object.values(exports)) {
    const files = pattern.includes("*") ? lessons.map((lesson) => pattern.replace("*", lesson)) : [pattern];
    for (const file of files)
      expect(readdirSync(join(workbookRoot, file.replace("./dist/", ""), ".."))).toContain("index.ts");
  }
});

it("the page on own programs says of each room what is in it, in the room's own words", () => {
  const page = readFileSync(join(workbookRoot, "docs/programs.md"), "utf8");
  const rows = apiRooms().map((room) => {
    const [, words = "", name] =
      /^\/\*\*([^]*?)@module (\S+)/.exec(readFileSync(join(workbookRoot, room), "utf8")) ?? [];
    return `| [\`parallel-training/${name}\`](../${room}) | ${words.replace(/[\s*]+/g, " ").trim()} |`;
  });
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  expect(page.match(/^\| \[/gm)).toHaveLength(rows.length);
});
