// Lets Node run the tests' own TypeScript with the workbook's rooms as they are built, which start three times as fast:
// `node --require test/strategy/built.cjs FILE.ts`, for tests that need several processes at a time.
require("../training/typescript.cjs");
const Module = require("node:module");
const { existsSync } = require("node:fs");
const { join, relative, resolve, sep } = require("node:path");

const root = resolve(__dirname, "..", "..");
const find = Module._resolveFilename;
Module._resolveFilename = (...given) => {
  const file = find(...given);
  const [room] = relative(root, file).split(sep);
  if (room !== "lib" && room !== "datasets") return file;
  const built = join(root, "dist", relative(root, file)).replace(/\.ts$/, ".js");
  return existsSync(built) ? built : file;
};
