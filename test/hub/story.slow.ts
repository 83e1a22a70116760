import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import { gradedMetadata } from "../../lib/autograde/exam";
import { whyNoCluster } from "../../lib/cluster";
import { hubStatus } from "../../lib/hub";
import type { Notebook } from "../../lib/notebooks/notebook";
import { findChromium } from "../../lib/plots/static";
import { workbookRoot } from "../../lib/system/workbook";
import { hostileTexts } from "../autograde/shown/hostile-texts";
import { all } from "../extent";
import { AssignmentList } from "./assignments";
import { Class } from "./class";
import { Formgrader } from "./formgrader";
import type { Lab, Terminal } from "./lab";

// A lesson's way through a class, in a real browser on a real hub: handed out, worked on by two students at once, handed in,
// graded, returned and read. Each part needs the one before it. Only with WORKBOOK_TEST=all: most of its parts have tests of their
// own in test/course, test/notebooks and apart.slow.ts; the buttons of Assignment List have none.

const reason = all ? (whyNoCluster() ?? whyNoBrowser() ?? whyNoSandboxForAll()) : "it takes WORKBOOK_TEST=all";
if (all && reason !== undefined) console.log(`A class on the hub, in a browser: skipped. ${reason}`);

const [ada, bo, iris] = ["ada", "bo", "iris"].map((name) => `${name}-${process.pid}`);
const lesson = "01-one-device";
const workbook = join(workbookRoot, "workbook");

function whyNoBrowser(): string | undefined {
  return findChromium() === undefined ? "Debian's package `chromium` is missing" : undefined;
}

/** The instructor grades in a job, as a user without rights, whose sandbox needs a user namespace: none is made in a chroot. */
function whyNoSandboxForAll(): string | undefined {
  const nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
  const trial = ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true"];
  const { status } = spawnSync("setpriv", [...nobody, ...trial], { cwd: "/" });
  return status === 0 ? undefined : "ordinary users cannot make a sandbox here (bubblewrap, user namespaces)";
}

let group: Class;
const labs: Record<string, Lab> = {};
const lists: Record<string, AssignmentList> = {};
const times: Record<string, string> = {};
let instructors: Terminal;

beforeAll(async () => {
  if (reason === undefined) group = await Class.start([ada, bo], iris);
});
afterAll(async () => {
  if (reason === undefined) await group.end();
});

let broken = false;
const began = Date.now();
beforeEach((test) => {
  test.skip(reason !== undefined || broken, reason ?? "a part before it failed");
  console.log(`${((Date.now() - began) / 1000).toFixed(0)} s: ${test.task.name}`);
  onTestFailed(async () => {
    broken = true;
    if (process.env.SCREENSHOTS !== undefined) await group.takePictures(process.env.SCREENSHOTS);
  });
});

/** What the instructor's terminal shows of one of the workbook's commands, which must succeed. */
async function instructor(command: string, seconds = 60): Promise<string> {
  const { text, status } = await instructors.run(`${workbook} ${command}`, seconds);
  expect(status, text).toBe(0);
  return text;
}

const stepsPerEpoch = (answer: string) => `// Exercise 1
function stepsPerEpoch(images: number, batchSize: number): number {
  return ${answer};
}`;
const wrong = stepsPerEpoch("Math.floor(images / batchSize)");
const right = stepsPerEpoch("Math.ceil(images / batchSize)");
const home = (name: string): string => group.hub.accounts.find((account) => account.name === name)?.home ?? "";

/** What must do nothing in an instructor's page, nor ask for anything: a settings file that was handed in would be run. */
const hostileText = [
  `The GPU wins.<script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'">`,
  `![.](../../?path=parallel-training-course/submitted/${bo}/${lesson})`,
  `![.](/user/${iris}/formgrader/?path=parallel-training-course/submitted/${bo}/${lesson})`,
  ...hostileTexts.map(([, text]) => text),
].join("\n\n");
const hostileSettings = `open(__import__("os").path.expanduser("~/taken"), "w")\n`;

/** Puts both into what a student is about to hand in, as the student could. */
function makeHostile(name: string): void {
  const folder = join(home(name), lesson);
  const file = join(folder, "one-device.ipynb");
  const notebook = JSON.parse(readFileSync(file, "utf8")) as Notebook;
  const cell = notebook.cells.find((each) => gradedMetadata(each)?.grade_id === "conclusion-10-3");
  if (!cell) throw new Error("The lesson has no such conclusion.");
  cell.source = hostileText;
  writeFileSync(file, JSON.stringify(notebook));
  writeFileSync(join(folder, "nbgrader_config.py"), hostileSettings);
  const { uid, gid } = statSync(home(name));
  chownSync(join(folder, "nbgrader_config.py"), uid, gid);
}

/** The requests that a user's server has taken so far, as its log has them. */
const requestsTo = (name: string): string[] =>
  readFileSync(join(home(name), ".notebook-server.log"), "utf8")
    .split("\n")
    .flatMap((line) => /\] \d{3} (?:GET|POST|PUT|HEAD) (\S+) \(/.exec(line)?.[1] ?? []);

describe("a lesson's way", { shuffle: false }, () => {
  it("an instructor gets a server with Formgrader, makes a course and hands lesson 1 out", async () => {
    labs[iris] = await group.logIn(iris);
    expect(await labs[iris].items("Nbgrader")).toEqual(["Assignment List", "Create assignment"]);
    expect(await labs[iris].items("Grading")).toEqual(["Formgrader"]);
    expect(await labs[iris].sidePanels()).toContain("Nbgrader Create Assignment");
    instructors = await labs[iris].openTerminal();
    expect(await instructor("course init")).toContain("is a course now");
    expect(await instructor(`course release ${lesson}`)).toContain(`${lesson} is handed out`);
  });

  it("two students get servers through Slurm, jobs of their own accounts", async () => {
    [labs[ada], labs[bo]] = await Promise.all([group.logIn(ada), group.logIn(bo)]);
    expect(await labs[ada].items("Nbgrader")).toEqual(["Assignment List"]);
    expect(await labs[ada].page.getByRole("menuitem", { name: "Grading" }).count()).toBe(0);
    expect(await labs[ada].sidePanels()).not.toContain("Nbgrader Create Assignment");
    const servers = (await hubStatus(group.folder))?.servers ?? [];
    expect(servers.map(({ user, state }) => [user, state]).sort()).toEqual(
      [ada, bo, iris].map((name) => [name, "RUNNING"]),
    );
    expect(new Set(servers.map(({ id }) => id)).size).toBe(3);
    const terminal = await labs[bo].openTerminal();
    const job = servers.find(({ user }) => user === bo)?.id ?? "";
    expect((await terminal.run('echo "$(id -un) job $SLURM_JOB_ID in $(pwd)"')).text).toMatch(
      new RegExp(`${bo} job ${job} in .*/home/${bo}`),
    );
  });

  it("one fails an exercise, mends it and passes, while the other leaves it; both hand in", async () => {
    await Promise.all([workOfAda(), workOfBo()]);
  });

  async function fetchAndOpen(name: string) {
    lists[name] = await AssignmentList.open(labs[name]);
    await lists[name].fetch(lesson);
    const notebook = await labs[name].openNotebook(`${lesson}/one-device.ipynb`);
    return {
      notebook,
      exercise: notebook.cell("function stepsPerEpoch("),
      check: notebook.cell("checkStepsPerEpoch(stepsPerEpoch)"),
    };
  }

  async function workOfAda(): Promise<void> {
    const { notebook, exercise, check } = await fetchAndOpen(ada);
    await notebook.runAll(700);
    expect(await notebook.errors().allInnerTexts()).toEqual([]);
    expect(await notebook.output(check)).toContain("0 of 2 points");
    expect(await notebook.figures().count()).toBeGreaterThan(5);

    await notebook.write(exercise, wrong);
    await notebook.run(exercise);
    const explained = await notebook.run(check);
    expect(explained).toContain("✗ 50,000 images in batches of 256: your function gave 195 steps, which is not the");
    expect(explained).toContain('Read on in "Epoch, batch, step".');
    await notebook.write(exercise, right);
    await notebook.run(exercise);
    expect(await notebook.run(check)).toContain("2 of 2 points; 2 of 48 so far. Done.");

    await notebook.write(notebook.cell("Write your answer here."), "A steady epoch took 3 s.");
    await handIn(ada, () => notebook.save());
  }

  async function workOfBo(): Promise<void> {
    const { notebook, exercise, check } = await fetchAndOpen(bo);
    await notebook.run(notebook.cell("import { measure,"));
    await notebook.write(exercise, wrong);
    await notebook.run(exercise);
    expect(await notebook.run(check)).toContain("0.67 of 2 points");
    const validated = await notebook.validate(300);
    expect(validated).toContain("Validation Results");
    expect(validated).toContain("checkStepsPerEpoch(stepsPerEpoch)");
    await handIn(bo, async () => {
      await notebook.save();
      makeHostile(bo);
    });
  }

  async function handIn(name: string, save: () => Promise<void>): Promise<void> {
    await save();
    await lists[name].show();
    times[name] = await lists[name].submit(lesson);
  }

  it("the instructor collects and grades in the sandbox; Formgrader's own button refuses", async () => {
    expect(await instructor(`course collect ${lesson}`)).toContain("2 students have handed in");
    const formgrader = await Formgrader.open(labs[iris]);
    expect(await formgrader.autograde(lesson, ada)).toContain("graded in a sandbox, by `./workbook grade");
    await formgrader.page.close();
    const said = await instructor(`grade ${lesson}`, 500);
    expect(said).toMatch(new RegExp(`${ada} +2 of 48 points, written answers to mark`));
    expect(said).toMatch(new RegExp(`${bo} +0.67 of 48 points, written answers to mark`));
  });

  it("marks conclusions by hand, where a student's script does nothing, and returns feedback", async () => {
    const formgrader = await Formgrader.open(labs[iris]);
    const asked: string[] = [];
    formgrader.page.on("request", (request) => asked.push(request.url()));
    const before = requestsTo(iris).length;
    await formgrader.openSubmission(lesson, "one-device", bo);
    expect(await formgrader.answer("conclusion-10-3")).toContain("The GPU wins.");
    expect(await formgrader.page.title()).not.toBe("taken");
    const taken = requestsTo(iris).slice(before);
    expect(taken.some((path) => /\/formgrader\/submissions\/\w+\/(\?|$)/.test(path))).toBe(true);
    const own =
      /\/user\/[\w-]+\/(formgrader\/(static|api|manage_submissions|gradebook|submissions|$)|static|api|lab|terminals)/;
    expect([...taken, ...asked].filter((url) => !own.test(url) && !url.startsWith("data:"))).toEqual([]);
    expect([...taken, ...asked].filter((url) => /path=|submitted(\/|%2f)|evil|logout|\.png/i.test(url))).toEqual([]);
    expect(existsSync(join(home(iris), "taken"))).toBe(false);
    await formgrader.mark("conclusion-10-3", 0, "Which GPU?");
    await formgrader.openSubmission(lesson, "one-device", ada);
    await formgrader.mark("conclusion-10-3", 2.5, "Say how many images.");
    await formgrader.page.close();
    expect(await instructor(`course return ${lesson}`, 200)).toContain("is returned to 2 students");
  });

  it("both read their points and the reasons", async () => {
    const read = async (name: string) => {
      await lists[name].show();
      await lists[name].fetchFeedback(lesson);
      return labs[name].readPage(`${lesson}/feedback/${times[name]}/one-device.html`);
    };
    const before = requestsTo(bo).length;
    const [adas, bos] = await Promise.all([read(ada), read(bo)]);
    expect(adas).toContain("one-device (Score: 4.5 / 60");
    expect(adas).toContain("Say how many images.");
    expect(adas).toContain("✓ 50,000 images in batches of 256: 196 steps");
    const toBo = ["one-device (Score: 0.67 / 60", "expected 196 steps, but your function gave 195 steps", "Which GPU?"];
    for (const said of toBo) expect(bos).toContain(said);
    const taken = requestsTo(bo).slice(before);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((path) => /evil|path=|logout/.test(path))).toEqual([]);
  });

  it("a student reaches neither the other's files nor the gradebook nor the hub's secrets, by program or by address", async () => {
    const course = join(home(iris), "parallel-training-course");
    readFileSync(join(course, "gradebook.db")); // all there
    readFileSync(join(home(ada), lesson, "one-device.ipynb"));
    readFileSync(join(group.folder, "hub.sqlite"));
    const terminal = await labs[bo].openTerminal();
    for (const path of [
      join(home(ada), lesson, "one-device.ipynb"),
      join(course, "gradebook.db"),
      join(group.folder, "hub.sqlite"),
      join(group.folder, "cookie-secret"),
      join(group.folder, "test-accounts.json"),
    ]) {
      expect((await terminal.run(`cat ${path}`)).text).toMatch(/Permission denied/);
    }
    const inbound = join(group.hub.exchangeFolder, "parallel-training", "inbound");
    expect((await terminal.run(`ls ${inbound}`)).text).toMatch(/Permission denied/);
    expect((await terminal.run(`mv ${join(inbound, "..")} ${join(inbound, "..", "..", "mine")}`)).text).toMatch(
      /not permitted|denied/,
    );

    const { request } = labs[bo].page.context();
    for (const path of [
      `/user/${ada}/api/contents/${lesson}/one-device.ipynb`,
      `/user/${ada}/files/${lesson}/one-device.ipynb`,
      `/user/${iris}/formgrader/gradebook`,
      `/user/${iris}/files/parallel-training-course/gradebook.db`,
      `/hub/api/users`,
      `/hub/api/users/${ada}`,
      "/hub/admin",
    ]) {
      const response = await request.get(group.hub.address + path);
      expect([path, response.status()]).toEqual([path, expect.toBeOneOf([403, 404])]);
    }
    const page = await labs[bo].page.context().newPage();
    await page.goto(`${group.hub.address}/user/${ada}/lab`);
    expect(await page.locator("body").innerText()).toMatch(/403|404/);
    await page.close();
  });
});
