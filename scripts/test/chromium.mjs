// @ts-check
import { showing } from "../../setup/progress.mjs";
import { ask, run } from "../../setup/run.mjs";

/** Installs Chromium for the browser tests where that is possible; otherwise prints which package is missing. */
export async function provideChromium() {
  if (process.env.CHROMIUM || ask("chromium", ["--version"]) || ask("google-chrome", ["--version"])) return;
  try {
    if (process.getuid?.() !== 0) throw new Error("not root");
    await showing("Debian's package chromium", async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      await run("apt-get update", "apt-get", ["update"], { env });
      await run("apt-get install", "apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
    });
  } catch {
    console.log("Tests in a browser are skipped: the package chromium would run them (sudo apt install chromium).");
  }
}
