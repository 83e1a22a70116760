import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeCourse, openCourse } from "../../lib/course";
import { temporaryFolder } from "../temporary";

it.each(["a?b", "a%20b/course", "%C3%BC", "?"])(
  "a course in %s, which nbgrader would keep elsewhere, is refused",
  async (name) => {
    const folder = temporaryFolder("course");
    const course = join(folder, name);
    for (const use of [makeCourse, openCourse]) {
      await expect(use(course)).rejects.toThrow(
        /^nbgrader cannot keep a gradebook in .*, because of the [?%] in its name/,
      );
    }
    expect(readdirSync(folder)).toEqual([]);
  },
);

it.each(["a#b", "x, y", "a&b=1;", "100%"])("a course may be in %s", async (name) => {
  const course = join(temporaryFolder("course"), name);
  expect(await makeCourse(course)).toBe(true);
  await openCourse(course);
});
