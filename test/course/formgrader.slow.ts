import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { gradedMetadata } from "../../lib/autograde/exam";
import { gradeClass, makeCourse } from "../../lib/course";
import { noteRelease } from "../../lib/course/lesson-release";
import { startJupyterLab, type JupyterLab } from "../../lib/notebooks/jupyterlab";
import type { Notebook } from "../../lib/notebooks/notebook";
import { thisRelease } from "../../lib/system/releases";
import { hostileTexts } from "../autograde/shown/hostile-texts";
import { withBrowser, withoutBrowser } from "../browser";
import { temporaryFolder } from "../temporary";
import { firstPort } from "../ports";
import { filledIn, handIn, idleSandbox, lessonOne } from "./class";

// An instructor's server with Formgrader, and what students can make the instructor's browser ask it.

const { lesson, notebook } = lessonOne;
const answer = "conclusion-10-3";
const end = new AbortController();
const taking = "<script>document.title = 'taken'</script>";
const taken = (home: string) => join(home, "TAKEN");
let home: string;
let course: string;
let lab: JupyterLab;
let base: string;
let cookie: string;
let token: string;
let submission: string;

beforeAll(async () => {
  home = temporaryFolder("instructor");
  vi.stubEnv("HOME", home);
  for (const name of ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "WORKBOOK_COURSE"]) vi.stubEnv(name, undefined);
  course = join(home, "parallel-training-course");
  // Before there is a course, as on a hub.
  lab = await startJupyterLab({ folder: home, role: "instructor", port: firstPort, signal: end.signal });
  base = new URL(lab.address).origin;
  await makeCourse(course, { exchange: join(home, "exchange") });
  const said = hostileTexts.map(([attack, text]) => `${attack}\n\n${text}`).join("\n\n");
  const mallory = handIn(course, "mallory", lessonOne, filledIn(lessonOne, { [answer]: said }));
  writeFileSync(
    join(mallory, "nbgrader_config.py"),
    `import os, pathlib\npathlib.Path(${JSON.stringify(taken(home))}).write_text("ran as uid %d" % os.getuid())\nc = get_config()\n`,
  );
  writeFileSync(join(mallory, "page.html"), taking);
  await gradeClass(lesson, { course, sandbox: idleSandbox() });
  mkdirSync(join(course, "autograded", "mallory", lesson), { recursive: true });
  writeFileSync(join(course, "autograded", "mallory", lesson, "page.html"), taking);
  const first = await fetch(lab.formgrader ?? "", { redirect: "manual" });
  const cookies = first.headers.getSetCookie().map((line) => line.split(";")[0]);
  cookie = cookies.join("; ");
  [, token = ""] = /_xsrf=([^;]+)/.exec(cookie) ?? [];
  expect(token).not.toBe("");
  submission = await idOf(`submitted_notebooks/${lesson}/${notebook}`);
});
afterAll(async () => {
  end.abort();
  await lab?.ended;
});

/** Asks as the instructor's browser does for a page, unless `headers` say otherwise. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const usual = { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
  const response = await fetch(base + path, { method, headers: { ...usual, ...headers }, redirect: "manual" });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const get = (path: string, headers: Record<string, string> = {}) => ask("GET", path, headers);
/** The id of the first of what Formgrader lists. */
const idOf = async (list: string) =>
  (JSON.parse((await get(`/formgrader/api/${list}`)).text) as { id: string }[])[0].id;
const submitted = `parallel-training-course/submitted/mallory/${lesson}`;

describe("Formgrader", () => {
  it.each([
    ["in a written answer's image", "", { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }],
    ["in a page that somebody opens", "", {}],
    ["in a link of another site's", "", { "sec-fetch-site": "cross-site" }],
    ["by a program that says nothing of itself", "", { "sec-fetch-dest": "", "sec-fetch-site": "" }],
    ["on another of its pages", "manage_assignments", {}],
    ["of its own interface", "api/assignments", { "sec-fetch-dest": "empty" }],
  ])("runs no settings of a folder that is asked for %s", async (_, page, headers) => {
    const path = (value: string) => `/formgrader/${page}?path=${encodeURIComponent(value)}`;
    for (const folder of [submitted, join(home, submitted), `./${submitted}/`]) {
      const { status, text } = await get(path(folder), headers);
      expect(status).toBeOneOf([400, 403]);
      expect(text).not.toContain("Traceback");
    }
    expect((await ask("POST", path(submitted), headers)).status).toBeGreaterThanOrEqual(400);
    expect(existsSync(taken(home))).toBe(false);
  });

  it("serves nothing of a submission but the page that was made of it", async () => {
    expect((await get(`/formgrader/submissions/${submission}/`)).status).toBe(200);
    const up = "..%2f..%2f..%2f..%2f";
    for (const file of [
      "page.html",
      `${notebook}.ipynb`,
      `${up}submitted%2fmallory%2f${lesson}%2fpage.html`,
      `${up}gradebook.db`,
    ]) {
      const { status, text } = await get(`/formgrader/submissions/${submission}/${file}`);
      expect([file, status]).toEqual([file, 404]);
      expect(text).not.toContain("document.title");
    }
  });

  it("lets the notebook server serve a submission's files only where their scripts are nobody's", async () => {
    for (const path of [
      `/files/${submitted}/page.html`,
      `/files/parallel-training-course/autograded/mallory/${lesson}/page.html`,
    ]) {
      const { status, headers } = await get(path, { referer: `${base}/lab` });
      expect(status).toBe(200);
      expect(headers.get("content-security-policy")).toMatch(/; sandbox allow-scripts/);
    }
    const converted = await get(`/nbconvert/html/${submitted}/${notebook}.ipynb`, { referer: `${base}/lab` });
    expect(converted.headers.get("content-security-policy")).toMatch(/; sandbox allow-scripts/);
  });

  it("writes into its pages no names but names", async () => {
    for (const page of [
      "manage_submissions/X",
      "gradebook/X",
      `gradebook/${lesson}/X`,
      "manage_students/X",
      "api/assignment/X",
    ]) {
      const { status, text } = await get(`/formgrader/${page.replace("X", "%22%3Balert(1)%3B%22")}`);
      expect([page, status]).toEqual([page, 404]);
      expect(text).not.toContain("alert(1)");
    }
    expect((await get(`/formgrader/gradebook/${lesson}`)).status).toBe(200);
  });

  it("sends data as data, never as a page", async () => {
    const asked: [string, string, string][] = [
      ...["status", "students", "assignments", `grades?submission_id=${submission}`, `comments?submission_id=${submission}`].map((path): [string, string, string] => ["GET", path, "application/json"]), // prettier-ignore
      ["POST", `submitted_notebook/${submission}/flag`, "text/plain"],
    ];
    for (const [method, path, type] of asked) {
      const { status, headers } = await ask(method, `/formgrader/api/${path}`, { "x-xsrftoken": token, "sec-fetch-dest": "empty" }); // prettier-ignore
      expect([path, status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([path, 200, expect.stringContaining(type), "nosniff"]); // prettier-ignore
    }
  });

  it("takes marks from its own pages only", async () => {
    const grade = await idOf(`grades?submission_id=${submission}`);
    const comment = await idOf(`comments?submission_id=${submission}`);
    for (const what of [`grade/${grade}`, `comment/${comment}`]) {
      const put = async (headers: Record<string, string>): Promise<[string, number]> => {
        const asked = { "sec-fetch-dest": "empty", ...headers };
        return [what, (await ask("PUT", `/formgrader/api/${what}`, asked)).status];
      };
      expect(await put({})).toEqual([what, 403]);
      expect(await put({ "x-xsrftoken": "guessed" })).toEqual([what, 403]);
      expect(await put({ "x-xsrftoken": token, "sec-fetch-site": "same-site" })).toEqual([what, 403]);
      expect(await put({ "x-xsrftoken": token, "sec-fetch-site": "cross-site" })).toEqual([what, 403]);
      expect(await put({ "x-xsrftoken": token, cookie: "" })).toEqual([what, 403]);
    }
  });

  it("puts no points into the gradebook but those of the release that a lesson was handed out from", async () => {
    await noteRelease(course, lesson, "0.0.1");
    const asked = { "x-xsrftoken": token, "sec-fetch-dest": "empty" };
    const { text } = await ask("POST", `/formgrader/api/assignment/${lesson}/assign`, asked);
    const error = `${lesson} was handed out from release 0.0.1, and this is ${thisRelease}. \`./workbook grade\` books its points.`;
    expect(JSON.parse(text)).toEqual({ success: false, error, log: "" });
    await noteRelease(course, lesson, thisRelease);
  });

  it("does not validate a notebook, which would run it", async () => {
    const { status } = await ask("POST", `/assignments/validate?path=${submitted}/${notebook}.ipynb`, {
      "x-xsrftoken": token,
      "sec-fetch-dest": "empty",
    });
    expect(status).toBe(404);
  });
});

describe.skipIf(withoutBrowser)("an instructor's browser", () => {
  const browser = withBrowser("An instructor's browser with Formgrader");

  /** Opens a page as the instructor. @returns the page, and all that it asked for and complained of */
  async function open(url: string): Promise<{ page: Page; asked: string[]; said: string[] }> {
    const context = await browser().newContext();
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    await page.goto(`${base}/api/status${new URL(lab.address).search}`); // logs in
    const asked: string[] = [];
    const said: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(url, { waitUntil: "networkidle" });
    return { page, asked, said };
  }

  it("asks for nothing that a hostile answer names, and shows it as text", async () => {
    const { page, asked, said } = await open(`${base}/formgrader/submissions/${submission}/`);
    const own = /^http:\/\/127\.0\.0\.1:\d+\/formgrader\/(static\/|api\/(grades|comments)\?|submissions\/\w+\/$)/;
    expect(asked.filter((url) => !own.test(url) && !url.startsWith("data:"))).toEqual([]);
    expect(said).toEqual([]);
    expect(await page.title()).toBe(notebook);
    const shown = page.locator(".nbgrader_cell", { has: page.locator(`[id="${answer}"]`) });
    const text = await shown.innerText();
    for (const [attack] of hostileTexts) expect(text).toContain(attack);
    expect(await shown.locator("img, script, style, iframe, form, svg, math, [onerror], [style*=fixed]").count()).toBe(
      0,
    );
    const links = await Promise.all((await shown.locator("a[href]").all()).map((link) => link.getAttribute("href")));
    expect(links.every((link) => link?.startsWith("https://arxiv.org/"))).toBe(true);
    expect(await page.locator(".live-notebook a[href]").count()).toBe(0);
    // The page works all the same.
    await page.locator(".comment[placeholder]").first().waitFor({ state: "attached" });
    await page.locator(`[id="${answer}-comment"]`).fill("Read on.");
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.locator(`[id="${answer}-comment"]`).blur();
    expect((await saved).status()).toBe(200);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
    await page.context().close();
  });

  it("asks for nothing that a feedback page names", async () => {
    const file = join(course, "feedback", "mallory", lesson, `${notebook}.html`);
    const { page, asked, said } = await open(`file://${file}`);
    // nbgrader's own style names letters, which the page's policy refuses.
    const letters = /\/fonts\/glyphicons-halflings-regular\.\w+$/;
    expect(asked.filter((url) => !letters.test(url))).toEqual([`file://${file}`]);
    expect(said.filter((line) => !/glyphicons-halflings.*Content Security Policy/.test(line))).toEqual([]);
    expect(await page.title()).toBe(notebook);
    expect(await page.locator("script").count()).toBe(0);
    const text = await page.locator("body").innerText();
    for (const [attack] of hostileTexts) expect(text).toContain(attack);
    await page.context().close();
  });

  it("asks for nothing where JupyterLab shows the graded notebook", async () => {
    const file = join(course, "autograded", "mallory", lesson, `${notebook}.ipynb`);
    const graded = JSON.parse(readFileSync(file, "utf8")) as Notebook;
    const cells = graded.cells.filter((cell) => gradedMetadata(cell)?.grade_id === answer); // JupyterLab draws what is in sight
    writeFileSync(join(home, "answer.ipynb"), JSON.stringify({ ...graded, cells }));
    const { page, asked } = await open(`${base}/lab/tree/answer.ipynb`);
    await page.locator(".jp-Notebook .jp-MarkdownOutput", { hasText: "an image that logs the reader out" }).waitFor();
    await page.waitForTimeout(2000);
    const wanted = /pixel|evil|logout|[?&]path=|\/files\/|mallory\/(x|fig)/;
    expect(asked.filter((url) => wanted.test(url))).toEqual([]);
    expect(await page.locator(".jp-MarkdownOutput a[href*=evil], .jp-MarkdownOutput img").count()).toBe(0);
    await page.context().close();
  });
});

it("a student's server has no Formgrader", async () => {
  const stop = new AbortController();
  const own = temporaryFolder("student");
  const students = await startJupyterLab({ folder: own, port: firstPort, signal: stop.signal });
  expect(students.formgrader).toBeUndefined();
  const { origin, search } = new URL(students.address);
  for (const path of ["/formgrader/", "/formgrader/manage_assignments"]) {
    expect((await fetch(`${origin}${path}${search}`)).status).toBe(404);
  }
  expect((await fetch(`${origin}/nbgrader_version${search}&version=x`)).status).toBe(200); // of its other pages
  stop.abort();
  await students.ended;
  expect(readdirSync(own)).toEqual([]);
});
