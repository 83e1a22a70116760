import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { rooms } from "../../rooms.mjs";
import { full } from "../extent";

const inLib = readdirSync(join(workbookRoot, "lib")).map((name) => `lib/${name}`);

it("every room of lib/ has its place in the order, and in the README's table", () => {
  expect(rooms.filter((room) => room.startsWith("lib/")).sort()).toEqual(inLib.sort());
  const readme = readFileSync(join(workbookRoot, "README.md"), "utf8");
  expect(rooms.filter((room) => !readme.includes(`\`${room}/\``))).toEqual([]);
});

it("every big room says what belongs there", () => {
  const lines = (room: string) =>
    readdirSync(join(workbookRoot, room), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.m?ts$|\.mjs$/.test(file))
      .reduce((sum, file) => sum + readFileSync(join(workbookRoot, room, file), "utf8").split("\n").length, 0);
  const big = rooms.filter((room) => lines(room) > 900);
  expect(big.length).toBeGreaterThan(5);
  expect(big.filter((room) => !existsSync(join(workbookRoot, room, "README.md")))).toEqual([]);
});

it.runIf(full)("an import from a higher room, and a circle of files, are errors", { timeout: 60_000 }, async () => {
  const eslint = new ESLint({ cwd: workbookRoot });
  const problems = async (text: string, filePath: string) =>
    (await eslint.lintText(text, { filePath: join(workbookRoot, filePath) })).flatMap(({ messages }) =>
      messages.map(({ ruleId }) => ruleId),
    );
  expect(await problems('import { fit } from "../training";\nvoid fit;\n', "lib/system/rows.ts")).toContain(
    "import-x/no-restricted-paths",
  );
  expect(await problems('import { show } from "./index";\nvoid show;\n', "lib/plots/display.ts")).toContain(
    "import-x/no-cycle",
  );
  expect(await problems('import { sum } from "simple-statistics";\nvoid sum;\n', "lib/system/rows.ts")).toEqual([]);
});
