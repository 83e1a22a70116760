// @ts-check
import { showing } from "../../setup/progress.mjs";

/** Installs bubblewrap, grading's sandbox, where that is possible; otherwise prints what is missing. */
export async function provideSandbox() {
  // Set-up builds it, so it may not exist when this file loads.
  const built = "../../dist/lib/autograde/index.js";
  /** @type {typeof import("../../lib/autograde/index.js")} */
  const { installSandbox, sandboxInstalled, whyNoSandbox } = await import(built);
  if (process.getuid?.() === 0 && !sandboxInstalled()) {
    await showing("Debian's package bubblewrap", installSandbox).catch(() => undefined);
  }
  const reason = whyNoSandbox();
  if (reason !== undefined) console.log(`Tests in a sandbox are skipped: ${reason}`);
}
