import { join } from "node:path";
import { expect, it } from "vitest";
import { lessons, outdatedNotebooks } from "../../lib/notebooks";
import { workbookRoot } from "../../lib/system/workbook";

it("every lesson's students' notebooks are what its solutions give (npm run notebooks makes them so)", async () => {
  const names = await lessons();
  expect(names).not.toEqual([]);
  for (const name of names) {
    const outdated = await outdatedNotebooks(
      join(workbookRoot, "solutions", name),
      name,
      join(workbookRoot, "notebooks", name),
    );
    expect(outdated, name).toEqual([]);
  }
});
