// @ts-check
import { showing } from "../../setup/progress.mjs";

/**
 * Installs the packages of the local Slurm cluster where that is possible; otherwise prints what is missing.
 * @returns {Promise<boolean>} whether tests on the cluster run
 */
export async function provideSlurm() {
  // Set-up builds it, so it may not exist when this file loads.
  const built = "../../dist/lib/cluster/index.js";
  /** @type {typeof import("../../lib/cluster/index.js")} */
  const { installMissingPackages, missingPackages, whyNoCluster } = await import(built);
  if (process.getuid?.() === 0 && missingPackages().length > 0) {
    await showing("Debian's packages of Slurm", installMissingPackages).catch(() => undefined);
  }
  const reason = whyNoCluster();
  if (reason !== undefined) console.log(`Tests on a Slurm cluster are skipped: ${reason}`);
  return reason === undefined;
}
