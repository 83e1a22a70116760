import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytes, solvedBut, type Kind } from "./kind";

const none = /no notebook|not a notebook|is no |cannot be read|too large|is not/i;

/** What is no notebook at all, or one that nobody can open. */
export const notNotebooks: Kind[] = [
  { name: "text", tries: "a text", hand: bytes("I did it all on paper.\n"), lost: "everything", says: none },
  {
    name: "pdf",
    tries: "a PDF",
    hand: bytes(Buffer.from("%PDF-1.7\n%\xff\xfe\x00\x01\n1 0 obj\n<<>>\nendobj\n", "latin1")),
    lost: "everything",
    says: none,
  },
  { name: "empty", tries: "an empty file", hand: bytes(""), lost: "everything", says: none },
  {
    name: "nothing",
    tries: "nothing at all",
    hand: () => Promise.resolve(),
    lost: "everything",
    says: /no notebook|missing|not handed in/i,
  },
  {
    name: "huge",
    tries: "100 MB",
    hand: bytes(Buffer.alloc(100 * 2 ** 20, "[")),
    lost: "everything",
    says: /too large|MB|MiB/,
  },
  {
    name: "huge-inside",
    tries: "a notebook with 40 MB of outputs",
    hand: solvedBut({
      change: ({ cells }) => {
        cells[2].outputs = [{ output_type: "display_data", data: { "text/plain": "x".repeat(40 * 2 ** 20) } }];
      },
    }),
    lost: "everything",
    says: /too large|MB|MiB/,
  },
  {
    name: "nested",
    tries: "JSON, nested a million times",
    hand: bytes(`{"cells":${"[".repeat(1e6)}${"]".repeat(1e6)},"metadata":{},"nbformat":4,"nbformat_minor":5}`),
    lost: "everything",
    says: none,
  },
  {
    name: "old-format",
    tries: "a notebook of format 3, with nothing of the lesson in it",
    hand: bytes(
      JSON.stringify({
        metadata: { name: "x" },
        nbformat: 3,
        nbformat_minor: 0,
        worksheets: [{ cells: [{ cell_type: "code", input: "1", outputs: [] }] }],
      }),
    ),
    lost: "everything",
    says: /missing and were put back/,
  },
  {
    name: "odd-cells",
    tries: "cells that are no cells",
    hand: bytes(
      JSON.stringify({
        cells: [
          null,
          7,
          "x",
          [],
          {},
          { cell_type: "evil", source: 3 },
          { cell_type: "code", source: { a: 1 }, metadata: null },
        ],
        metadata: [],
        nbformat: 4,
        nbformat_minor: 5,
      }),
    ),
    lost: "everything",
  },
  {
    name: "other-name",
    tries: "the notebook by another name, and two of them",
    hand: async (place) => {
      await solvedBut({})(place);
      await rename(join(place.folder, place.file), join(place.folder, "My Notebook (final).ipynb"));
      await writeFile(join(place.folder, "Untitled.ipynb"), "{}");
    },
    lost: "everything",
    says: /one-device\.ipynb/,
  },
  {
    name: "folder",
    tries: "a folder with the notebook's name",
    hand: async ({ folder, file }) => {
      await mkdir(join(folder, file));
      await writeFile(join(folder, file, "x"), "x");
    },
    lost: "everything",
    says: /folder|no file|not a file|regular file|no notebook/i,
  },
];
