// @ts-check
import { showing } from "../../setup/progress.mjs";

/** Installs bubblewrap, in which submissions are graded, where that is possible; else one line says what is missing. */
export async function provideSandbox() {
  // Built by set-up, so not here when this file is read.
  const built = "../../dist/lib/autograde/index.js";
  /** @type {typeof import("../../lib/autograde/index.js")} */
  const { installSandbox, sandboxInstalled, whyNoSandbox } = await import(built);
  if (process.getuid?.() === 0 && !sandboxInstalled()) {
    await showing("Debian's package bubblewrap", installSandbox).catch(() => undefined);
  }
  const reason = whyNoSandbox();
  if (reason !== undefined) console.log(`Tests in a sandbox are skipped: ${reason}`);
}
