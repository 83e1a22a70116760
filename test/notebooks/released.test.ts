import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lessons, lessonsNamed, outdatedFiles, outdatedNotebooks, remedy } from "../../lib/notebooks";
import { workbookRoot } from "../../lib/system/workbook";

it("every lesson's instructor's notebook is what lesson.md gives, and lesson.md what the notebook gives", async () => {
  const names = await lessons();
  expect(names).not.toEqual([]);
  const folders = names.map((name) => join("solutions", name));
  expect([...(await outdatedFiles("notebook", folders)).keys()], remedy).toEqual([]);
  expect([...(await outdatedFiles("source", folders)).keys()], remedy).toEqual([]);
});

it("every lesson's students' notebooks are what its solutions give (npm run notebooks makes them so)", async () => {
  const folders = (await lessons()).map((lesson) => ({
    lesson,
    solutions: join(workbookRoot, "solutions", lesson),
    target: join(workbookRoot, "notebooks", lesson),
  }));
  expect(await outdatedNotebooks(folders)).toEqual([]);
  const names = readdirSync(join(workbookRoot, "notebooks")).filter((name) => name !== ".ipynb_checkpoints");
  expect(names.sort()).toEqual([...(await lessons()), "README.md"]); // none of a lesson that is gone
});

it("a name that is no lesson's is refused with the names that are", async () => {
  await expect(lessonsNamed(["01-one-device", "11-none"])).rejects.toThrow(
    /^There is no lesson "11-none": choose one of 00-typescript, .*\.$/,
  );
  expect(await lessonsNamed(["02-mirrored"])).toEqual(["02-mirrored"]);
});
