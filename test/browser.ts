import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { browserFlags, findChromium } from "../lib/plots/static";

const executablePath = findChromium();

/** Whether tests that need a browser are left out. */
export const withoutBrowser = executablePath === undefined;

/** A browser for the tests of a file, where there is one. @param what is tried in it, as the line says that it is left out */
export function withBrowser(what: string): () => Browser {
  if (withoutBrowser) console.log(`${what}: skipped; Debian's package \`chromium\` would run it.`);
  let browser: Browser;
  beforeAll(async () => {
    if (!withoutBrowser) browser = await chromium.launch({ executablePath, args: browserFlags });
  });
  afterAll(() => browser?.close());
  return () => browser;
}
