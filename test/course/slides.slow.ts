import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { whyNoSandbox } from "../../lib/autograde/sandbox";
import { slidesCommand } from "../../lib/command/slides";
import { makeCourse } from "../../lib/course";
import type { Cell, Notebook } from "../../lib/notebooks/notebook";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { workbookRoot } from "../../lib/system/workbook";
import { hostileTexts } from "../autograde/shown/hostile-texts";
import { inProcess } from "../command/in-process";
import { code } from "../notebooks/cells";
import { temporaryFolder } from "../temporary";
import { workbook } from "../workbook";
import { handIn } from "./class";

const lesson = { lesson: "02-mirrored", notebook: "mirrored" };
const secret = "what only the instructor may read";
let course: string;
let canary: string;

/** Cells of the lesson's slide, with what a hostile student makes of them. */
function hostileNotebook(): Notebook {
  const file = join(workbookRoot, "notebooks", lesson.lesson, `${lesson.notebook}.ipynb`);
  const released = JSON.parse(readFileSync(file, "utf8")) as Notebook;
  const named = (name: string): Cell => {
    const found = released.cells.find(
      ({ metadata }) => (metadata.nbgrader as { grade_id?: string })?.grade_id === name,
    );
    if (!found) throw new Error(`${lesson.lesson} has no ${name}`);
    return found;
  };
  const heading = released.cells.find(({ metadata }) => metadata.slideshow?.slide_type === "slide");
  if (!heading) throw new Error(`${lesson.lesson} has no slide`);
  const answer = named("conclusion-10-5");
  answer.source = hostileTexts.map(([attack, text]) => `${attack}\n\n${text}`).join("\n\n");
  const figure = {
    data: [{ type: "bar", x: [1, 2], y: [1, 2] }],
    layout: {
      height: `1px" tabindex=0 autofocus onfocus="document.title='taken';location='http://evil.example/'" x="`,
      title: { text: "<img src=http://evil.example/t onerror=\"document.title='taken'\">Measured" },
      images: [{ source: "http://evil.example/i.png", x: 0, y: 1, sizex: 1, sizey: 1 }],
    },
  };
  const fragment = (id: string, source: string) => code(source, id, { slideshow: { slide_type: "fragment" } });
  return {
    ...released,
    cells: [
      heading,
      fragment(
        "reaches",
        `import * as fs from "node:fs";
const reached: string[] = [];
for (const path of ${JSON.stringify([join(canary, "written"), join(homedir(), "written")])})
  try { fs.writeFileSync(path, "x"); reached.push(path); } catch { /* not there */ }
for (const path of ${JSON.stringify([join(canary, "secret"), join(course, "nbgrader_config.py")])})
  try { reached.push(fs.readFileSync(path, "utf8")); } catch { /* not there */ }
console.log("TRIED", reached.join("; "), process.env.A_SECRET);`,
      ),
      fragment(
        "draws",
        `(globalThis as unknown as Record<symbol, (bundle: object, update: boolean) => void>)[Symbol.for("parallel-training.display")](
  { data: { "application/vnd.plotly.v1+json": ${JSON.stringify(figure)}, "text/html": "<script>document.title = 'taken'</script>" } }, false)`,
      ),
      answer,
      fragment("ends", `process.kill(process.pid, "SIGKILL")`),
    ],
  };
}

beforeAll(async () => {
  canary = temporaryFolder("canary");
  writeFileSync(join(canary, "secret"), secret);
  course = join(temporaryFolder("slides"), "course");
  await makeCourse(course);
  handIn(course, "mallory", lesson, hostileNotebook());
});

describe.skipIf(whyNoSandbox())(`the slides that a student handed in${whyNoSandbox() ?? ""}`, () => {
  let said: string;
  beforeAll(async () => {
    const env = { A_SECRET: secret, WORKBOOK_COURSE: course };
    const { exitCode, stdout, stderr } = await workbook(["slides", lesson.lesson, "--student", "mallory"], { env });
    expect([exitCode, stderr]).toEqual([0, ""]);
    said = stdout;
  });

  it("are made in grading's sandbox, and are shown without a request or a script of the student's", () => {
    const folder = join(course, "slides", "mallory", lesson.lesson);
    expect(readdirSync(folder)).toEqual(["task-10.5.slides.html"]); // and no PDF: a browser would print it as the instructor
    expect(said).toContain(join(folder, "task-10.5.slides.html"));
    expect(said).toContain("The run was ended because a cell ended the notebook's kernel.");
    expect([existsSync(join(canary, "written")), existsSync(join(homedir(), "written"))]).toEqual([false, false]);
    const page = readFileSync(join(folder, "task-10.5.slides.html"), "utf8");
    expect(page).toContain("TRIED");
    expect(page).not.toContain(secret);
    expect(page).not.toContain("c.CourseDirectory");
  });

  it.skipIf(!findChromium())("ask for nothing in a browser, and draw what was measured", async () => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: browserFlags });
    try {
      const page = await browser.newPage();
      const [asked, refused]: string[][] = [[], []];
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => refused.push(message.text()));
      const file = join(course, "slides", "mallory", lesson.lesson, "task-10.5.slides.html");
      await page.goto(pathToFileURL(file).href);
      await page.waitForSelector("body[data-ready=shown]");
      expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
      expect(refused.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
      expect(await page.title()).not.toBe("taken");
      expect(await page.locator("figcaption").allInnerTexts()).toEqual([expect.stringMatching(/^<img .*>Measured$/)]);
      expect(await page.locator(".plotly-figure .bars path").count()).toBe(2);
      const links = await Promise.all((await page.locator("a[href]").all()).map((link) => link.getAttribute("href")));
      expect(links.filter((link) => !/^(#|https:\/\/arxiv\.org\/)/.test(link ?? ""))).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it("are refused in a line where there is nothing to show", async () => {
    const told = vi.spyOn(console, "log");
    const slides = async (...args: string[]) => {
      const { status, printed } = await inProcess(slidesCommand(), lesson.lesson, "--course", course, ...args);
      return [status, printed];
    };
    const refused = (status: number, reason: string) => [status, expect.stringContaining(reason) as string];
    expect(await slides("--student", "nobody")).toEqual(refused(1, "nobody has not handed in 02-mirrored"));
    mkdirSync(join(course, "submitted", "empty", lesson.lesson), { recursive: true });
    const empty = "empty has no slides: There is no mirrored.ipynb in the submission.";
    expect(await slides("--student", "empty")).toEqual(refused(1, empty));
    if (process.getuid?.() === 0) {
      const foreign = temporaryFolder("foreign");
      chownSync(foreign, 65534, 65534);
      const elsewhere = await slides("--student", "mallory", "--out", foreign);
      expect(elsewhere).toEqual(refused(1, `${foreign} belongs to nobody`));
      expect(readdirSync(foreign)).toEqual([]);
    }
    expect(await slides("--student", "mallory", "--own")).toEqual(refused(2, "cannot be used with option '--own'"));
    expect(told).not.toHaveBeenCalled(); // and no notebook has run
    told.mockRestore();
  });
});
