// @ts-check
import { showing } from "../../setup/progress.mjs";

/** Installs what the local Slurm cluster needs where that is possible; else one line says what is missing. */
export async function provideSlurm() {
  // Built by set-up, so not here when this file is read.
  const built = "../../dist/lib/cluster/index.js";
  /** @type {typeof import("../../lib/cluster/index.js")} */
  const { installMissingPackages, missingPackages, whyNoCluster } = await import(built);
  if (process.getuid?.() === 0 && missingPackages().length > 0) {
    await showing("Debian's packages of Slurm", installMissingPackages).catch(() => undefined);
  }
  const reason = whyNoCluster();
  if (reason !== undefined) console.log(`Tests on a Slurm cluster are skipped: ${reason}`);
}
