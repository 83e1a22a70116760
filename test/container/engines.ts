import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installLine, missingPrograms } from "../../lib/system/packages";
import { workbookRoot } from "../../lib/system/workbook";
import { all } from "../extent";

const programs = ["buildah", "podman", "runc", "debootstrap"];
const packages = [...programs, "charliecloud"];

/** Why no image is built and tried here, with the remedy; undefined where one is. */
export function whyNoImage(): string | undefined {
  if (!all) return "it takes a quarter of an hour: WORKBOOK_TEST=all tries it";
  if (process.getuid?.() !== 0) return "it needs root's rights, for debootstrap";
  if (missingPrograms([...programs, "ch-run"]).length === 0) return undefined;
  return `it needs packages that are not installed: ${installLine(packages)}`;
}

/** Runs a program to its end. @returns what it printed */
export const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", cwd: workbookRoot, stdio: ["ignore", "pipe", "inherit"] });

/**
 * Gives buildah and podman a folder of their own for images, and settings with which they run as root in most containers:
 * no more open files and processes than there may be, runc, and control groups without systemd.
 */
export function useOwnStore(folder: string): void {
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`;
  const limits = 'default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]';
  const engine = '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"';
  writeFileSync(join(folder, "storage.conf"), storage);
  writeFileSync(join(folder, "containers.conf"), `[containers]\n${limits}\n${engine}\n`);
  process.env.CONTAINERS_STORAGE_CONF ??= join(folder, "storage.conf");
  process.env.CONTAINERS_CONF ??= join(folder, "containers.conf");
}

/** Builds the students' image on a base of its own, reaching registries as this machine does. */
export function buildImage(name: string): void {
  run("container/debian-base.sh", "debian-node");
  // Only mounted while it builds: nothing of this machine gets into the image.
  const settings = ["/etc/ssl/certs", "/etc/pip.conf"].filter((path) => existsSync(path));
  const mounts = settings.map((path) => `--volume=${path}:${path}:ro`);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const trusted = certificates === undefined ? [] : [`--build-arg=NODE_EXTRA_CA_CERTS=${certificates}`];
  const flags = ["--isolation=chroot", "--file=container/Containerfile", "--build-arg=BASE=localhost/debian-node"];
  run("buildah", "build", ...flags, ...mounts, ...trusted, `--tag=${name}`, ".");
}
