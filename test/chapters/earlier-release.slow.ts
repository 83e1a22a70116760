import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readOutputs, runInSandbox, whyNoSandbox } from "../../lib/autograde/sandbox";
import { gradeClass, makeCourse } from "../../lib/course";
import { releaseRoot } from "../../lib/system/releases";
import { workbookRoot } from "../../lib/system/workbook";
import { notebookOf, shell } from "../autograde/sandboxed";
import { filledIn, handIn, handInRecords } from "../course/class";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";
import { recordsOf } from "./own-records";

const release = "0.1.0";
/** The points that 0.1.0's own `./workbook grade` gave for these submissions, by lesson, student, and exercise. */
type Marks = Record<string, Record<string, Record<string, number>>>;
const marksOf = JSON.parse(
  readFileSync(join(workbookRoot, "test", "chapters", `marks-${release}.json`), "utf8"),
) as Marks;

const hasTag = existsSync(join(workbookRoot, ".git")) && execFileSync("git", ["tag", "--list", `v${release}`], { cwd: workbookRoot, encoding: "utf8" }) !== ""; // prettier-ignore
// It sets a whole release up, with packages of its own; test/course/lesson-release.test.ts grades by a made-up one.
const asked = all ? undefined : "it takes minutes, so only WORKBOOK_TEST=all does it";
const why =
  asked ?? whyNoSandbox() ?? (hasTag ? undefined : `there is no tag v${release}: \`git fetch --tags\` gets it`);
if (why !== undefined) console.log(`Notebooks of ${release} are not graded here: ${why}`);

describe.skipIf(why)(`notebooks of ${release}`, () => {
  beforeAll(() => {
    execFileSync(join(workbookRoot, "workbook"), ["setup", "--release", release]);
  });

  it("lie where only those may enter who may read the answers of this release", () => {
    const modeOf = (folder: string, part: number): number => statSync(folder).mode & part;
    const root = releaseRoot(release);
    expect(modeOf(root, 0o777)).toBe(modeOf(join(workbookRoot, "solutions"), 0o770));
    expect(modeOf(dirname(root), 0o050)).toBe(modeOf(workbookRoot, 0o050)); // the group gets as far as there
  });

  it.each(Object.keys(marksOf))(
    "%s gets the marks that the release itself gave, solved with records and half solved without",
    async (lesson) => {
      const course = temporaryFolder("earlier");
      await makeCourse(course);
      const name = { lesson, notebook: lesson.slice(3) };
      const root = releaseRoot(release);
      handInRecords(handIn(course, "solved", name, filledIn(name, "solved", root)), await recordsOf[lesson]());
      handIn(course, "half", name, filledIn(name, "half", root));
      const { students } = await gradeClass(lesson, { course, release });
      const marks = students.map((graded) => {
        if ("problem" in graded) return [graded.student, graded.problem];
        expect(graded.result.reasons).toEqual([]);
        return [
          graded.student,
          Object.fromEntries(graded.result.marks.map(({ gradeId, points }) => [gradeId, points])),
        ];
      });
      expect(Object.fromEntries(marks)).toEqual(marksOf[lesson]);
    },
  );

  it("run on their release's kernel, where no answer of any release is seen", async () => {
    const root = releaseRoot(release);
    const checks = join(root, "dist", "lib", "checks", "exercises");
    const probe = `cat ${checks}/steps.js ${checks}/../measured/*.js.map 2>&1 | head -c 200; ls ${root}/solutions ${root}/test ${workbookRoot}/dist ${workbookRoot}/solutions ${workbookRoot}/releases`;
    const cells = [
      `import { checkStepsPerEpoch } from "parallel-training/checks";\ncheckStepsPerEpoch(Math.max).score(2);`,
      shell(probe),
    ];
    const { cells: ran } = await runInSandbox({ notebook: notebookOf(cells), files: [], questions: "{}", root });
    const [stub, seen] = readOutputs(ran).map(({ outputs }) => outputs.map(({ text }) => text).join(""));
    expect(stub).toContain("Checks are made after the run.");
    expect(seen).toContain(`cat: ${checks}/steps.js: No such file or directory`);
    for (const folder of [
      join(root, "solutions"),
      join(root, "test"),
      join(workbookRoot, "dist"),
      join(workbookRoot, "solutions"),
    ])
      // prettier-ignore
      expect(seen).toContain(`'${folder}': No such file or directory`);
    expect(seen).toContain(`${workbookRoot}/releases:\n0.1.0\n`);
  });
});
