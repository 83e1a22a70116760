// @ts-check
import { showing } from "../../setup/progress.mjs";
import { chromiumVersion } from "../../setup/chromium.mjs";
import { run } from "../../setup/run.mjs";

/** Installs Chromium for the browser tests where that is possible; otherwise prints which package is missing. */
export async function provideChromium() {
  if (chromiumVersion()) return;
  try {
    if (process.getuid?.() !== 0) throw new Error("sudo apt install chromium");
    await showing("Debian's package chromium", async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      await run("apt-get update", "apt-get", ["update"], { env });
      const waiting = ["-o", "DPkg::Lock::Timeout=300"]; // another program may be installing something
      const install = [...waiting, "install", "-y", "--no-install-recommends", "chromium"];
      await run("apt-get install", "apt-get", install, { env });
    });
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split("\n");
    console.log(`Tests in a browser are skipped; the package chromium would run them: ${reason}`);
  }
}
