import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { searchPath, unshareFlags } from "./enter";

/** The programs a local cluster needs, by the Debian package that has them. */
const programs = {
  slurmctld: ["slurmctld"],
  slurmd: ["slurmd"],
  "slurm-client": ["sinfo", "squeue", "sbatch", "srun"],
  munge: ["munged"],
  iproute2: ["ip", "tc"],
  "util-linux": ["unshare", "nsenter", "setsid", "setpriv"],
};

/** Which of the Debian packages that a local cluster needs are missing. */
export const missingPackages = (): string[] =>
  Object.entries(programs)
    .filter(([, all]) => missingPrograms(all).length > 0)
    .map(([name]) => name);

/** Which of these programs cannot be found. */
export const missingPrograms = (names: readonly string[]): string[] => names.filter((name) => !isThere(name));

/** The command that installs packages, as a line for a shell. */
export const installLine = (packages: readonly string[]): string => `apt-get install ${packages.join(" ")}`;

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

// What the first steps of a start need of the kernel, tried in namespaces that end at once.
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

/**
 * Installs Debian packages, as root, after a line that says which.
 * @param user what needs them, as a sentence begins with it
 * @throws the command to give by hand, where this is no Debian or the installation fails
 */
export async function installPackages(packages: readonly string[], user = "The local cluster"): Promise<void> {
  const line = installLine(packages);
  if (!isThere("apt-get")) {
    throw new Error(`This system has no apt-get: install what Debian calls ${packages.join(", ")} with its own tool.`);
  }
  console.log(`${user} needs packages that are missing. Installing them: ${line}`);
  const { execa } = await import("execa");
  const apt = (...args: string[]) =>
    execa("apt-get", args, { all: true, reject: false, stdin: "ignore", env: { DEBIAN_FRONTEND: "noninteractive" } });
  const install = () => apt("install", "--yes", "--no-install-recommends", ...packages);
  let { failed, all } = await install();
  if (failed) {
    // The lists of packages may be missing, or older than what the server still has.
    await apt("update");
    ({ failed, all } = await install());
  }
  if (failed) throw new Error(`${line} failed: ${all.split("\n").filter(Boolean).slice(-3).join(" | ")}`);
}

/** The path of an installed program; undefined where there is none. */
export function programAt(program: string): string | undefined {
  const paths = searchPath.split(":").map((folder) => join(folder, program));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const isThere = (program: string): boolean => programAt(program) !== undefined;
