import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const program = createRequire(__filename).resolve("axe-core/axe.min.js");

/**
 * What axe-core finds on a page that keeps people from using it, a line for each kind.
 * @param within Only what is in elements that this selector matches.
 */
export async function seriousFindings(page: Page, within = "html"): Promise<string[]> {
  await page.addScriptTag({ path: program });
  const { violations } = await page.evaluate(
    (selector) => (globalThis as unknown as { axe: typeof axe }).axe.run(selector, { resultTypes: ["violations"] }),
    within,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 150)).join(" ")}`);
}
