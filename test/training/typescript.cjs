// Lets Node run the TypeScript of this project as it stands (`node --require test/training/typescript.cjs FILE.ts`),
// for tests that need a process of their own.
const { readFileSync } = require("node:fs");
const typescript = require("typescript");

const compilerOptions = {
  target: typescript.ScriptTarget.ES2022,
  module: typescript.ModuleKind.Node16,
  moduleResolution: typescript.ModuleResolutionKind.Node16,
  esModuleInterop: true,
};
require.extensions[".ts"] = (module, file) => {
  const source = readFileSync(file, "utf8");
  module._compile(typescript.transpileModule(source, { compilerOptions, fileName: file }).outputText, file);
};
