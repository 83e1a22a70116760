// @ts-check
/**
 * The program that set-up runs to make of the package plotly.js-dist what the workbook uses: for pages, builds with only the
 * traces that figures have; for notebooks, the types without their comments, which the kernel reads in half of the time.
 *
 * plotly.js's own way to a build with chosen traces starts from the package plotly.js, which brings 175 MB. The file of
 * plotly.js-dist holds the same modules, each as a function under its path, so a bundler can leave out those that are not needed.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { root } from "./paths.mjs";

const require = createRequire(import.meta.url);
/** Of the build, which set-up makes before it runs this. */
const built = join(root, "dist", "lib");
/** @type {typeof import("../lib/plots/plotly.js")} */
const { browserFolder, plotlyBuilds, plotlyFolder } = require(join(built, "plots", "plotly.js"));
/** @type {typeof import("../lib/system/folders.js")} */
const { makeFolders } = require(join(built, "system", "folders.js"));

const source = require.resolve("plotly.js-dist");

/** The file of plotly.js-dist: its name and version, its modules, and the licences of what is in it. */
const layout =
  /^(\/\*.*?\*\/).*?\nvar Plotly = \(\(\) => \{\n(.*)\n {2}return require_index\(\);\n\}\)\(\);\n(.*)\nwindow\./s;

/** Makes everything in `plotlyFolder`. @throws one line when plotly.js-dist is not laid out as expected. */
async function bundlePlotly() {
  makeFolders(plotlyFolder);
  const text = readFileSync(source, "utf8");
  for (const { file, types } of Object.values(plotlyBuilds)) await writeFile(file, await plotlyWith(types, text));
  await writeTypes();
}

/**
 * A minified plotly.js that draws only some kinds of traces. In a page, it defines `Plotly`.
 * @param {readonly string[]} types
 * @param {string} text The file of plotly.js-dist.
 */
async function plotlyWith(types, text) {
  const [, header = "", modules = "", licences = ""] = layout.exec(text) ?? [];
  const nameOf = (/** @type {string} */ path) => {
    const name = new RegExp(`var (\\w+) = __commonJS\\(\\{\\s+"${path}"\\(`).exec(modules)?.[1];
    if (name !== undefined) return name;
    throw new Error(
      `${source} has no module ${path}: setup/bundle-plotly.mjs has to follow the new layout of plotly.js-dist.`,
    );
  };
  const entry = [
    // Nothing happens when a module is defined, only when it is first called: the bundler may leave it out.
    modules.replaceAll(/= (__commonJS|__esm)\(/g, "= /* @__PURE__ */ $1("),
    `const plotly = ${nameOf("lib/core.js")}();`,
    `plotly.register([${types.map((type) => `${nameOf(`src/traces/${type}/index.js`)}()`).join()}]);`,
    `import { drawsFigures } from ${JSON.stringify(join(browserFolder, "page.mjs"))};`,
    "drawsFigures(plotly);",
    "export default plotly;",
  ].join("\n");
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: source,
    platform: "browser",
    plugins: [{ name: "traces", load: (id) => (id === source ? entry : null) }],
  });
  const { output } = await bundle.generate({
    ...{ format: "iife", name: "Plotly", minify: true, strict: true },
    ...{ postBanner: header, postFooter: licences },
  });
  await bundle.close();
  return output[0].code;
}

/** Writes plotly.js's declarations without comments, which are five sixths of them. */
async function writeTypes() {
  const { default: ts } = await import("typescript");
  const root = dirname(source);
  const program = ts.createProgram([join(root, "lib", "index.d.ts")], { noLib: true, types: [] });
  const printer = ts.createPrinter({ removeComments: true });
  for (const file of program.getSourceFiles()) {
    const written = join(plotlyFolder, "types", relative(root, file.fileName));
    makeFolders(dirname(written));
    await writeFile(written, printer.printFile(file));
  }
}

await bundlePlotly();
