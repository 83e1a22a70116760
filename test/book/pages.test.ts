import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pagesOf } from "../../book/pages";
import { workbookRoot } from "../../lib/system/workbook";

it("the website has every document that the README leads to, and its pictures", async () => {
  const { pages, pictures } = await pagesOf([]);
  const files = pages.map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(["index.md", "docs/course.md", "docs/glossary.md", "slurm/README.md"]));
  expect(pictures).toContain("docs/pictures/lesson.png");
  for (const picture of pictures) expect(existsSync(join(workbookRoot, picture))).toBe(true);
});

it("a link to a file that is not in the website becomes text", async () => {
  const { pages } = await pagesOf([]);
  const security = pages.find(({ file }) => file === "docs/security.md")?.text ?? "";
  expect(readFileSync(join(workbookRoot, "docs/security.md"), "utf8")).toContain("](../test/");
  expect(security).not.toContain("](../test/");
  expect(security).toContain('sandbox "nothing of the outside is seen or reached"');
  expect(security).toContain("](../slurm/jupyterhub/README.md#how-it-keeps-users-apart)");
});

it("a link to the README leads to the first page, and one to a lesson stays where the lesson is there", async () => {
  const lesson = "notebooks/01-one-device/one-device.ipynb";
  const textOf = async (lessons: string[], name: string) =>
    (await pagesOf(lessons)).pages.find(({ file }) => file === name)?.text;
  expect(await textOf([], "docs/student.md")).toContain("](../index.md#start)");
  expect(await textOf([lesson], "docs/course.md")).toContain(`](../${lesson})`);
  expect(await textOf([], "docs/course.md")).not.toContain(lesson);
});
