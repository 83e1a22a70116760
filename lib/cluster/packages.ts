import { spawnSync } from "node:child_process";
import { installLine, installPackages, missingPrograms, searchPath } from "../system/packages";
import { unshareFlags } from "./enter";

/** The programs a local cluster needs, by the Debian package that has them. */
const programs = {
  slurmctld: ["slurmctld"],
  slurmd: ["slurmd"],
  "slurm-client": ["sinfo", "squeue", "sbatch", "srun"],
  munge: ["munged"],
  iproute2: ["ip", "tc"],
  "util-linux": ["unshare", "nsenter", "setsid", "setpriv"],
};

/** The Debian packages that a local cluster needs and this machine lacks. */
export const missingPackages = (): string[] =>
  Object.entries(programs)
    .filter(([, all]) => missingPrograms(all).length > 0)
    .map(([name]) => name);

/** Installs the {@link missingPackages}. @throws as {@link installPackages} does */
export async function installMissingPackages(): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) await installPackages(missing, "The local cluster");
}

/** Why this process cannot start or use a local cluster, whatever is installed, in one line; undefined where it can. */
export function whyNotRoot(): string | undefined {
  if (process.platform !== "linux") return `A local cluster needs Linux; this is ${process.platform}.`;
  if (process.getuid?.() === 0) return undefined;
  return "A local cluster needs root's rights for its namespaces and links: run this as root (for example with sudo).";
}

/** Why this machine cannot have a local cluster now, in one line; undefined where it can. */
export function whyNoCluster(): string | undefined {
  const reason = whyNotRoot();
  if (reason !== undefined) return reason;
  const missing = missingPackages();
  if (missing.length > 0) {
    return `A local cluster needs packages that are not installed: ${installLine(missing)} (or ./workbook cluster up, which runs it).`;
  }
  return whyNoNamespaces();
}

// Tries in short-lived namespaces what the first steps of a start need from the kernel.
const trial = `set -e; ip link add switch type bridge; ip link add name near type veth peer name far
tc qdisc add dev near root tbf rate 1gbit burst 64kb latency 50ms; mount -t tmpfs trial /var/lib/slurm; mount -t proc proc /proc`;

function whyNoNamespaces(): string | undefined {
  const { status, stderr } = spawnSync("unshare", [...unshareFlags, "sh", "-c", trial], {
    env: { ...process.env, PATH: searchPath },
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  return `This machine lets no local cluster have its namespaces and links (${stderr.trim().replace(/\n/g, "; ")}): in a container, start that with --privileged.`;
}
