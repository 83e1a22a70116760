import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { typeError } from "../../kernel/cell-error";

it.each([
  [`Module '"parallel-training/checks"' has no exported member 'checkSteps'.`, true],
  ["Cannot find module 'parallel-training/lessons' or its corresponding type declarations.", true],
  [`Module '"fs"' has no exported member 'checkSteps'.`, false],
  ["Cannot find name 'checkSteps'.", false],
])("an import that only an earlier release had is explained in the last line: %s", (message, explained) => {
  const { traceback } = typeError([{ file: "", line: 1, column: 10, message }], new Map());
  expect(traceback.at(-1)!.startsWith("This notebook may be of an earlier release")).toBe(explained);
  expect(traceback[0]).toContain(message);
});

it("a name that is missing in many places is said once, with the first place", () => {
  const name = "Cannot find name 'tf'.";
  const messages = [name, "Expression expected.", name, "Cannot find namespace 'tf'."];
  const findings = messages.map((message, i) => ({ file: "", line: i + 1, column: 5, message }));
  expect(typeError(findings, new Map()).traceback.map((line) => stripVTControlCharacters(line))).toEqual([
    "line 1, column 5: Cannot find name 'tf'. If another cell makes or imports it, run that one first. (2 more places)",
    "line 2, column 5: Expression expected.",
  ]);
});
