import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";
import { rooms } from "./rooms.mjs";

/** No room imports from one that stands higher. */
const zones = rooms.slice(0, -1).map((room, place) => ({
  target: `./${room}`,
  from: rooms.slice(place + 1).map((higher) => `./${higher}`),
  message: `${room} stands below it (rooms.mjs).`,
}));

const ANOTHER = "It is part of another chapter: what several chapters need belongs to lib/.";
const chapters = readdirSync(join(import.meta.dirname, "chapters"));
/**
 * A chapter imports from lib/, its exercises from the chapter as well, and neither from another chapter. Only the website and the
 * README's pictures (book/) show what chapters draw.
 */
const chapterZones = [
  ...["lib", "datasets", "kernel", "bench"].map((room) => ({
    target: `./${room}`,
    from: ["./chapters", "./solutions"],
    message: "Chapters stand above all rooms: what several use belongs to lib/.",
  })),
  { target: "./chapters", from: ["./solutions"], message: "Students may read a chapter, and no right answer." },
  ...chapters.flatMap((chapter) =>
    ["chapters", "solutions"].flatMap((part) =>
      ["./chapters", "./solutions"].map((from) => ({
        ...{ target: `./${part}/${chapter}`, from, except: [`./${chapter}`] },
        message: ANOTHER,
      })),
    ),
  ),
];

/**
 * The same borders for imports by the package's name.
 * @param {string} files
 * @param {string[]} refused
 */
const byName = (files, ...refused) => ({
  files: [`${files}/**/*.{ts,mts}`],
  rules: { "no-restricted-imports": ["error", { patterns: [{ group: refused, message: ANOTHER }] }] },
});
const [allChapters, allExercises] = ["parallel-training/chapters/*", "parallel-training/exercises/*"];
const namedBorders = [
  byName("{bench,datasets,kernel,lib}", allChapters, allExercises),
  ...chapters.flatMap((chapter) => [
    byName(`chapters/${chapter}`, allChapters, `!parallel-training/chapters/${chapter}`, allExercises),
    byName(
      `solutions/${chapter}`,
      ...[allChapters, `!parallel-training/chapters/${chapter}`],
      ...[allExercises, `!parallel-training/exercises/${chapter}`],
    ),
  ]),
];

export default tseslint.config(
  { ignores: ["dist/", "releases/", "results/", ".workbook/", "**/node_modules/"] },
  { files: ["**/*.{ts,mts}"], extends: [tseslint.configs.recommendedTypeChecked] },
  {
    files: ["**/*.{ts,mts}"],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["vitest.config.mts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      // Numbers read well in messages without String().
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowArray: true },
      ],
      // The binding, Jupyter and commander take plain functions off objects that need no `this`.
      "@typescript-eslint/unbound-method": "off",
      // An interface keeps its name in messages and pages, where an alias of what a schema gives is written out.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      // An interface's method is async also where one implementation has nothing to wait for.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // An interface gives a schema's type a name, which Shift-Tab shows in a cell. An alias shows all members.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
    },
  },
  {
    files: ["{bench,book,chapters,datasets,kernel,lib,setup,solutions}/**/*.{ts,mts,mjs}"],
    plugins: { "import-x": importX },
    settings: {
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".mts"] },
      "import-x/resolver-next": [createTypeScriptImportResolver()],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones: [...zones, ...chapterZones] }],
    },
  },
  ...namedBorders,
  {
    files: ["{bench,book,chapters,datasets,lib,solutions}/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name='recursive']",
          message: "Use makeFolders of lib/system/folders: on some file systems, Node's own recursive never ends.",
        },
      ],
    },
  },
  { files: ["**/*.{js,mjs,cjs}", "workbook"], extends: [tseslint.configs.base] },
  { rules: { eqeqeq: "error", "prefer-const": "error", "no-var": "error" } },
);
