import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { startCluster, type LocalCluster } from "../../lib/cluster";
import { startHub, stopHub, type Hub } from "../../lib/hub";
import type { HubOverrides } from "../../lib/hub/settings";
import { freePort } from "../../lib/system/free-port";
import { browserFlags, chromiumPath } from "../../lib/plots/static";
import { firstPort } from "../ports";
import { Lab, patience } from "./lab";
import { temporaryFolder } from "../temporary";

/** A class that meets on a hub: a cluster, its hub, and a browser in which each person has a window of their own. */
export class Class {
  private constructor(
    readonly cluster: LocalCluster,
    readonly folder: string,
    readonly hub: Hub,
    private readonly browser: Browser,
  ) {}

  static async start(students: string[], instructor: string, settings: HubOverrides = {}): Promise<Class> {
    const cluster = await startCluster({ nodes: 2, cpus: 4, memory: 9000, rate: "none", name: `hub-${process.pid}` });
    const outer = temporaryFolder("hub");
    chmodSync(outer, 0o755); // students' homes will be in it
    const folder = join(outer, "hub");
    try {
      const hub = await startHub({
        cluster,
        folder,
        testAccounts: { students, instructors: [instructor] },
        settings: { port: await freePort("127.0.0.1", firstPort), ...settings },
      });
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
      return new Class(cluster, folder, hub, browser);
    } catch (error) {
      await stopHub(folder); // with its accounts
      await cluster.down();
      rmSync(outer, { recursive: true });
      throw error;
    }
  }

  /** Logs in with the account's password in a new window, and waits for JupyterLab on a server of one's own. */
  async logIn(name: string): Promise<Lab> {
    const account = this.hub.accounts.find((each) => each.name === name);
    if (account === undefined) throw new Error(`The hub has no account ${name}.`);
    const page = await (await this.window()).newPage();
    await page.goto(this.hub.address);
    await page.locator("#username_input").fill(name);
    await page.locator("#password_input").fill(account.password);
    await page.locator("#login_submit").click();
    // Rather soon, but its job may have to wait.
    await page.waitForURL(`**/user/${name}/lab**`, { timeout: 200_000 }).catch(async (error: unknown) => {
      const said = await page.locator("body").innerText();
      throw new Error(`${name} got no server. The page says: ${said}`, { cause: error });
    });
    return new Lab(page, `${new URL(page.url()).origin}/user/${name}`).isThere();
  }

  /** A window where nobody is logged in. The hub's certificate is its own. */
  async window(): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 1500, height: 1000 },
    });
    context.setDefaultTimeout(patience.timeout);
    return context;
  }

  /** Pictures of all open pages, for whoever looks into what went wrong. */
  async takePictures(folder: string): Promise<void> {
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page, index) => page.screenshot({ path: join(folder, `${index + 1}.png`) })));
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.hub.down();
    await this.cluster.down();
    rmSync(join(this.folder, ".."), { recursive: true });
  }
}
