// @ts-check
import { ask } from "./run.mjs";

/**
 * Looks for the browser that `findChromium` of lib/plots/static.ts finds; this works before the build.
 * @returns {string | undefined} its version
 */
export function chromiumVersion() {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
  for (const name of names) {
    const version = ask(name, ["--version"]);
    if (version) return version;
  }
  return undefined;
}
