import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeCourse } from "../../lib/course";
import { withBrowser, withoutBrowser } from "../browser";
import { Lab, patience } from "../hub/lab";
import { temporaryFolder } from "../temporary";
import { startedLab } from "../workbook";

// Which of nbgrader's tools JupyterLab shows to whom, when they start it on their own machine. (On a hub: test/hub/story.slow.ts.)

const browser = withBrowser("Whom JupyterLab shows which tools");
const servers: { end: () => Promise<void> }[] = [];
afterAll(() => Promise.all(servers.map((server) => server.end())));

/** Runs `npm start`, and opens the page that it names. */
async function start(home: string, environment: NodeJS.ProcessEnv, ...flags: string[]) {
  const places = ["config", "data", "runtime"];
  const folders = Object.fromEntries(places.map((name) => [`JUPYTER_${name.toUpperCase()}_DIR`, join(home, name)]));
  const server = await startedLab({ HOME: home, ...folders, ...environment }, ...flags);
  servers.push(server);
  const page = await browser().newPage({ viewport: { width: 1400, height: 1000 } });
  await page.goto(server.address);
  return new Lab(page, new URL(server.address).origin).isThere();
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

describe.skipIf(withoutBrowser)("JupyterLab shows", () => {
  it("no tool of nbgrader's to a student without a class", async () => {
    const home = temporaryFolder("alone");
    const lab = await start(home, { WORKBOOK_EXCHANGE: join(home, "no-exchange") });
    await lab.page.getByRole("heading", { name: "Start here" }).waitFor(patience);
    expect(await lab.page.locator(".jp-RenderedMarkdown a", { hasText: "One device" }).count()).toBe(1);
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
    mkdirSync(join(home, "exchange"));
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
    // It knows the exchange folder that the course was made with.
    expect(await formgrader.getByText("does not exist and could not be created").count()).toBe(0);
  });
});
