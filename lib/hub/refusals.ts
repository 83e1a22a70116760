import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { headAddress, type LocalCluster } from "../cluster";
import { missingPrograms } from "../system/packages";
import type { HubSettings } from "./settings";

/** Why this process cannot start or end a hub, even with everything installed, in one line; undefined where it can. */
export function whyNoHub(): string | undefined {
  if (process.platform !== "linux") return `The hub needs Linux; this is ${process.platform}.`;
  if (process.getuid?.() === 0) return undefined;
  return "The hub needs root's rights, since it checks passwords and submits jobs in users' names: run this as root (for example with sudo).";
}

/**
 * Checks everything that a hub on a local cluster needs, before any part of it starts.
 * @throws one line: what is not allowed or missing, and the remedy
 */
export function checkHub(
  settings: HubSettings,
  testAccounts: boolean,
  cluster: LocalCluster | undefined,
): { settings: HubSettings; cluster: LocalCluster } {
  const reason = whyNoHub();
  if (reason !== undefined) throw new Error(reason);
  checkAddress(settings, testAccounts);
  if (cluster === undefined)
    throw new Error("The hub needs a cluster, and none is up: start it with ./workbook cluster up.");
  return { settings: { ...settings, clusterAddress: settings.clusterAddress || headAddress }, cluster };
}

/** @throws one line where this machine cannot serve a site's own cluster */
export function checkServing({ clusterAddress }: HubSettings): void {
  if (clusterAddress === "") {
    throw new Error(
      "The hub's setting clusterAddress is empty: give this machine's address on the network of the compute nodes.",
    );
  }
  if (missingPrograms(["sbatch", "squeue", "scancel", "sinfo"]).length === 0) return;
  throw new Error(
    "The hub needs Slurm's commands on this machine (sbatch, squeue, scancel, sinfo): install slurm-client.",
  );
}

/** @throws one line where a hub outside of loopback would have test accounts or no certificate, or a file cannot be read */
export function checkAddress({ address, tls }: HubSettings, testAccounts: boolean): void {
  const outside = !isLoopback(address);
  if (outside && testAccounts) {
    throw new Error(
      `Test accounts are for loopback only, and the hub's address is ${address}: use 127.0.0.1, or leave out --test-accounts.`,
    );
  }
  if ((tls.certificate === "") !== (tls.key === "")) {
    throw new Error(
      "The hub's settings tls.certificate and tls.key go together: name both files, or none on loopback.",
    );
  }
  if (outside && tls.certificate === "") {
    throw new Error(
      `At ${address} the hub needs a real certificate: name its files in the settings tls.certificate and tls.key, or use 127.0.0.1.`,
    );
  }
  for (const file of [tls.certificate, tls.key]) {
    if (file !== "") checkPem(file);
  }
}

/** Whether only this machine can reach an address. */
export const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? address.startsWith("127.") : address === "::1";

function checkPem(file: string): void {
  try {
    if (readFileSync(file, "utf8").includes("-----BEGIN ")) return;
  } catch (error) {
    throw new Error(`The hub's TLS file ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new Error(`The hub's TLS file ${file} is not in PEM format.`);
}
