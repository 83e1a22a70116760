import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytes, kind, solvedBut, ungraded, type Kind } from "./kind";

const none = /no notebook|not a notebook|is no |cannot be read|too large|is not/i;
const tooLarge = /too large|MB|MiB/;
const folders = /folder|no file|not a file|regular file|no notebook/i;

/** What is no notebook at all, or one that nobody can open. */
export const notNotebooks: Kind[] = [
  ungraded("text", "a text", none, bytes("I did it all on paper.\n")),
  ungraded("pdf", "a PDF", none, bytes(Buffer.from("%PDF-1.7\n%\xff\xfe\x00\x01\n1 0 obj\n<<>>\nendobj\n", "latin1"))),
  ungraded("empty", "an empty file", none, bytes("")),
  ungraded("nothing", "nothing at all", /no notebook|missing|not handed in/i, () => Promise.resolve()),
  ungraded("huge", "100 MB", tooLarge, bytes(Buffer.alloc(100 * 2 ** 20, "["))),
  kind("huge-inside", "a notebook with 40 MB of outputs", {
    change: ({ cells }) => {
      cells[2].outputs = [{ output_type: "display_data", data: { "text/plain": "x".repeat(40 * 2 ** 20) } }];
    },
    lost: "everything",
    says: tooLarge,
  }),
  ungraded(
    "nested",
    "JSON, nested a million times",
    none,
    bytes(`{"cells":${"[".repeat(1e6)}${"]".repeat(1e6)},"metadata":{},"nbformat":4,"nbformat_minor":5}`),
  ),
  ungraded(
    "old-format",
    "a notebook of format 3, with nothing of the lesson in it",
    /missing and were put back/,
    bytes(
      '{"metadata":{"name":"x"},"nbformat":3,"nbformat_minor":0,' +
        '"worksheets":[{"cells":[{"cell_type":"code","input":"1","outputs":[]}]}]}',
    ),
  ),
  ungraded(
    "odd-cells",
    "cells that are no cells",
    undefined,
    bytes(
      '{"cells":[null,7,"x",[],{},{"cell_type":"evil","source":3},{"cell_type":"code","source":{"a":1},"metadata":null}],' +
        '"metadata":[],"nbformat":4,"nbformat_minor":5}',
    ),
  ),
  ungraded("other-name", "the notebook by another name, and two of them", /one-device\.ipynb/, async (place) => {
    await solvedBut({})(place);
    await rename(join(place.folder, place.file), join(place.folder, "My Notebook (final).ipynb"));
    await writeFile(join(place.folder, "Untitled.ipynb"), "{}");
  }),
  ungraded("folder", "a folder with the notebook's name", folders, async ({ folder, file }) => {
    await mkdir(join(folder, file));
    await writeFile(join(folder, file, "x"), "x");
  }),
];
