import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whyNoCluster } from "../../lib/cluster";
import { findChromium } from "../../lib/plots/static";
import { Class } from "./class";

// Names that end in .localhost are this machine's for browsers, without anybody's DNS.
const subdomainHost = "hub.localhost";
const reason = whyNoCluster() ?? (findChromium() === undefined ? "Debian's package `chromium` is missing" : undefined);
if (reason !== undefined) console.log(`A hub whose users have names of their own: skipped. ${reason}`);

const [ada, iris] = ["ada", "iris"].map((name) => `${name}-${process.pid}`);
let group: Class;
beforeAll(async () => {
  if (reason === undefined) group = await Class.start([ada], iris, { subdomainHost });
});
afterAll(async () => {
  if (reason === undefined) await group.end();
});

/** What a page's script reads of another page that it opens, with its reader's cookies: its path, or "nothing". */
const reads = (page: Page, address: string): Promise<string> =>
  page.evaluate(`(async () => {
    const opened = window.open(${JSON.stringify(address)});
    for (let tries = 0; tries < 600; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      try {
        const { location, body } = opened.document; // a page that is being parsed has no body yet
        if (location.href !== "about:blank" && body?.innerHTML) return location.pathname;
      } catch (error) {
        return error.name === "SecurityError" ? "nothing" : String(error);
      }
    }
    return "no answer";
  })()`);

it.skipIf(reason)(
  "a page of one user reads nothing of another's server or of the hub, with whoever's cookies it is opened",
  async () => {
    const port = new URL(group.hub.address).port;
    expect(group.hub.address).toBe(`https://${subdomainHost}:${port}`);
    const [student, instructor] = [await group.logIn(ada), await group.logIn(iris)];
    expect([student, instructor].map(({ base }) => base)).toEqual([
      `https://${ada}.${subdomainHost}:${port}/user/${ada}`,
      `https://${iris}.${subdomainHost}:${port}/user/${iris}`,
    ]);
    const addresses = { server: `${instructor.base}/tree`, hub: `${group.hub.address}/hub/home` };
    // One after the other: Chromium blocks a second window that opens beside the first, and nobody reads of a window that never was.
    const allOf = async (page: Page) => ({
      server: await reads(page, addresses.server),
      hub: await reads(page, addresses.hub),
    });
    expect(await reads(instructor.page, addresses.server)).toBe(`/user/${iris}/tree`);
    // The instructor follows a link to something that a student's server serves.
    const trap = await instructor.page.context().newPage();
    await trap.goto(`${student.base}/lab`);
    expect(new URL(trap.url()).hostname).toMatch(new RegExp(`${subdomainHost.replace(".", "\\.")}$`));
    await trap.goto(`${student.base}/static/none.html`);
    expect(new URL(trap.url()).hostname).toBe(`${ada}.${subdomainHost}`);
    expect(await allOf(trap)).toEqual({ server: "nothing", hub: "nothing" });
    expect(await allOf(student.page)).toEqual({ server: "nothing", hub: "nothing" });
  },
);
