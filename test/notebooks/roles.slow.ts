import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse } from "../../lib/course";
import { browserFlags, findChromium } from "../../lib/plots/static";
import { workbookRoot } from "../../lib/system/workbook";
import { Lab, patience } from "../hub/lab";
import { firstPort } from "../ports";
import { temporaryFolder } from "../temporary";

// Which of nbgrader's tools JupyterLab shows to whom, when they start it on their own machine. (On a hub: test/hub/story.slow.ts.)

const executablePath = findChromium();
if (executablePath === undefined)
  console.log("Whom JupyterLab shows which tools: skipped; Debian's package `chromium` would run it.");

let browser: Browser;
const servers: ChildProcess[] = [];
beforeAll(async () => {
  if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args: browserFlags });
});
afterAll(async () => {
  if (executablePath === undefined) return;
  await browser.close();
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve) => {
          server.once("exit", resolve);
          server.kill("SIGINT");
        }),
    ),
  );
});

/** Runs `npm start`, and opens the page that it names. */
async function start(home: string, environment: NodeJS.ProcessEnv, ...flags: string[]) {
  const folder = (place: string) => join(home, place);
  const folders = {
    JUPYTER_CONFIG_DIR: folder("config"),
    JUPYTER_DATA_DIR: folder("data"),
    JUPYTER_RUNTIME_DIR: folder("runtime"),
  };
  const server = spawn(
    process.execPath,
    [join(workbookRoot, "workbook"), "start", "--no-browser", `--port=${firstPort}`, ...flags],
    { env: { ...process.env, HOME: home, ...folders, ...environment } },
  );
  servers.push(server);
  const address = await new Promise<string>((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = /http\S+\/lab\?token=\S+/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    server.once("exit", () => {
      reject(new Error(`It ended: ${text}`));
    });
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.goto(address);
  return new Lab(page, new URL(address).origin).isThere();
}

/** Everything of nbgrader's that a page offers: menus, panels, commands and buttons. */
async function toolsOf(lab: Lab): Promise<string[]> {
  const { page } = lab;
  const commands = await lab.commands();
  const menus = await page.locator(".lm-MenuBar-itemLabel").allInnerTexts();
  const items = menus.includes("Nbgrader") ? await lab.items("Nbgrader") : [];
  const grading = menus.includes("Grading") ? await lab.items("Grading") : [];
  const tool = /assignment|grad(er|ing)|course|validate/i;
  const offered = [...menus, ...(await lab.sidePanels()), ...commands].filter((name) => tool.test(name));
  return [...new Set([...items, ...grading, ...offered])].sort();
}

describe.skipIf(executablePath === undefined)("JupyterLab shows", () => {
  it("no tool of nbgrader's to a student without a class", async () => {
    const home = temporaryFolder("alone");
    const lab = await start(home, { WORKBOOK_EXCHANGE: join(home, "no-exchange") });
    expect(await toolsOf(lab)).toEqual([]);
    // Validate is a button of an open notebook. The checkout's own are not opened here, since JupyterLab saves by itself.
    expect(await lab.disabledExtensions()).toEqual(
      expect.arrayContaining(["@jupyter/nbgrader", "jupyterlab-jupytext"]),
    );
    if (process.env.SCREENSHOT) await lab.page.screenshot({ path: `${process.env.SCREENSHOT}/alone.png` });
  });

  it("a student of a class its Assignment List, and nothing that is the instructor's", async () => {
    const home = temporaryFolder("student");
    mkdirSync(join(home, "exchange"));
    const lab = await start(home, { WORKBOOK_EXCHANGE: join(home, "exchange") });
    expect(await toolsOf(lab)).toEqual(["Assignment List", "Nbgrader"]);
    if (process.env.SCREENSHOT) await lab.page.screenshot({ path: `${process.env.SCREENSHOT}/student.png` });
  });

  it("an instructor Create Assignment and Formgrader, too, which opens without a hub", async () => {
    const home = temporaryFolder("instructor");
    await makeCourse(join(home, "parallel-training-course"), { exchange: join(home, "exchange") });
    const lab = await start(home, { WORKBOOK_COURSE: "" }, "--instructor");
    expect(await toolsOf(lab)).toEqual([
      "Assignment List",
      "Create assignment",
      "Formgrader",
      "Grading",
      "Nbgrader",
      "Nbgrader Create Assignment",
    ]);
    const opened = lab.page.context().waitForEvent("page", patience);
    await lab.menu("Grading", "Formgrader");
    const formgrader = await opened;
    await formgrader.getByRole("link", { name: "Manual Grading" }).waitFor(patience);
    expect(new URL(formgrader.url()).pathname).toBe("/formgrader/manage_assignments");
  });
});
