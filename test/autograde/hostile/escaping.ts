import { solvedBut, type Kind, type World } from "./kind";

/**
 * Cells that reach for what is not theirs. Each prints `REACHED ...` for what it got at (the two halves are put together, so that the
 * source does not hold the word), and at its end that it tried: a cell that stopped half-way is noticed.
 */
export const escaping: Kind[] = [
  reaching(
    "network",
    "TCP and UDP to the host, names, the world, and sockets in the abstract namespace",
    ({ port, socket }) => `import * as dgram from "node:dgram";
import * as dns from "node:dns/promises";
import * as net from "node:net";
import { networkInterfaces } from "node:os";
import { spawnSync } from "node:child_process";
const addresses = ["127.0.0.1", "127.0.0.2", "localhost", "::1", "0.0.0.0", "10.0.2.2", "172.17.0.1", "192.0.2.1"];
for (const list of Object.values(networkInterfaces())) for (const { address } of list ?? []) addresses.push(address);
const knock = (to: net.NetConnectOpts): Promise<void> => new Promise((resolve) => {
  const line = net.connect(to, () => { line.write("GET / HTTP/1.0\\r\\n\\r\\n"); console.log("REA" + "CHED", JSON.stringify(to)); line.destroy(); resolve(); });
  line.on("error", () => { resolve(); });
  setTimeout(() => { line.destroy(); resolve(); }, 300);
});
for (const host of addresses) {
  await knock({ host, port: ${port} });
  const sender = dgram.createSocket(host.includes(":") ? "udp6" : "udp4").on("error", () => undefined);
  sender.send("x", ${port}, host, () => { sender.close(); });
}
for (const path of ["/run/docker.sock", "/run/dbus/system_bus_socket", "/run/munge/munge.socket.2"]) await knock({ path });
try { await knock({ path: "\\0${socket}" }); } catch { /* this Node does not know them */ }
await Promise.race([
  dns.lookup("localhost.localdomain.invalid").then(() => { console.log("REA" + "CHED a name"); }, () => undefined),
  new Promise<void>((resolve) => { setTimeout(resolve, 500); }),
]);
const python = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\\\\0${socket}'); print('REA' + 'CHED an abstract socket')";
console.log(spawnSync("python3", ["-c", python]).stdout?.toString() ?? "");`,
  ),
  reaching("reads-answers", "the solutions, the tests, the checks that hold right answers, the history", ({ root }) =>
    reading([
      ...["solutions", "test", "lib/checks", "lib/autograde", ".git", "dist/test"].map((folder) => `${root}/${folder}`),
      ...["one-device.ipynb", "lesson.md"].map((file) => `${root}/solutions/01-one-device/${file}`),
      ...["test/chapters/01-one-device/exercises/steps.ts", ".git/HEAD"].map((file) => `${root}/${file}`),
      ...["times", "steps", "memory", "reading"].flatMap((name) => [
        `${root}/dist/solutions/01-one-device/exercises/${name}.js`,
        `${root}/solutions/01-one-device/exercises/${name}.ts`,
      ]),
      "../../solutions",
      "../../../../solutions",
      `/proc/self/cwd/../../solutions`,
      `/proc/1/root${root}/solutions`,
    ]),
  ),
  reaching("reads-others", "other submissions, the gradebook, homes, the files of root", ({ course, canary }) =>
    reading([
      course,
      `${course}/gradebook.db`,
      `${course}/submitted`,
      `${course}/grading`,
      `${course}/autograded`,
      `/proc/1/root${course}`,
      `/proc/self/root${course}`,
      `${canary}/secret.txt`,
      canary,
      "/root/.bashrc",
      "/etc/shadow",
      "/var/lib/parallel-training",
      "/srv/nbgrader",
      "/etc/ssh",
    ]),
  ),
  reaching("reads-processes", "secrets in the environment and in other processes", ({ secret }) => {
    const [half, rest] = [secret.slice(0, 6), secret.slice(6)];
    return `import { readdirSync, readFileSync } from "node:fs";
const wanted = "${half}" + "${rest}";
const see = (what: string, text: string) => { if (text.includes(wanted)) console.log("REA" + "CHED", what); };
see("the environment", JSON.stringify(process.env));
for (const pid of [...readdirSync("/proc").filter((name) => /^\\d+$/.test(name)), "self"]) {
  for (const name of ["environ", "cmdline", "maps", "mountinfo"]) {
    try { see(\`\${pid}/\${name}\`, readFileSync(\`/proc/\${pid}/\${name}\`, "latin1")); } catch { /* not seen */ }
  }
  try { if (readFileSync(\`/proc/\${pid}/cmdline\`, "latin1").includes("vitest")) console.log("REA" + "CHED the grader's processes"); } catch { /* not seen */ }
}
for (const name of Object.keys(process.env)) if (/TOKEN|SECRET|PASSWORD|_KEY/i.test(name)) console.log("REA" + "CHED", name);`;
  }),
  reaching(
    "searches-everything",
    "notebooks, gradebooks and the canary anywhere in the file system",
    () => `import { readdirSync } from "node:fs";
const seen: string[] = [];
const walk = (folder: string, depth: number): void => {
  let entries;
  try { entries = readdirSync(folder, { withFileTypes: true }); } catch { return; }
  for (const entry of entries) {
    const path = folder === "/" ? "/" + entry.name : folder + "/" + entry.name;
    if (/^\\/(proc|sys|usr|lib|lib64|bin|sbin)$|node_modules|site-packages|\\/python3[.\\d]*\\/test$/.test(path)) continue;
    if (/\\.ipynb$|gradebook\\.db|^secret\\.txt$|\\.pem$|id_rsa/.test(entry.name)) seen.push(path);
    if (entry.isDirectory() && depth < 12) walk(path, depth + 1);
  }
};
walk("/", 0);
const own = process.cwd() + "/";
for (const path of seen) if (!path.startsWith(own)) console.log("REA" + "CHED", path);`,
  ),
  reaching(
    "writes-installation",
    "the installation, the system, the course",
    ({
      root,
      course,
      canary,
    }) => `import { appendFileSync, chmodSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
const attempt = (what: string, act: () => void) => { try { act(); console.log("REA" + "CHED", what); } catch { /* refused */ } };
for (const folder of ${JSON.stringify([`${root}/dist`, `${root}/dist/lib/checks`, `${root}/node_modules`, `${root}/.workbook/venv`, root, "/usr", "/etc", course, canary])}) {
  attempt(folder + ", a new file", () => { writeFileSync(folder + "/escaped", "x"); unlinkSync(folder + "/escaped"); });
  attempt(folder + ", its mode", () => { chmodSync(folder, 0o777); });
}
for (const file of ${JSON.stringify([`${root}/dist/lib/checks/check.js`, `${root}/dist/lib/autograde/asked/answer.js`, `${root}/package.json`, "/etc/passwd", `${canary}/secret.txt`])}) {
  attempt(file, () => { appendFileSync(file, "// escaped"); });
  attempt(file + ", away", () => { renameSync(file, file + ".old"); });
  attempt(file + ", gone", () => { rmSync(file); });
}`,
  ),
  reaching(
    "gains-rights",
    "more rights: namespaces, mounts, other users, other processes' memory",
    ({ canary, root }) => `import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
const run = (command: string): string => spawnSync("/bin/bash", ["-c", command], { timeout: 2_000 }).stdout?.toString() ?? "";
for (const command of [
  "unshare -r id -u", "unshare -Urm cat ${canary}/secret.txt", "unshare -Urm sh -c 'mount -t tmpfs x ${root}/dist && echo yes'", "sudo -n id", "su -c id root </dev/null",
  "mount -t proc x /proc && echo yes", "mount -o remount,rw / && echo yes", "chroot / id",
  "nsenter -t 1 -a id", "newgrp root </dev/null", "mknod sda b 8 0 && echo yes", "setpriv --reuid=0 id", "dd if=/dev/sda count=1 | head -c 10",
  "echo 1 > /proc/sys/kernel/sysrq && echo yes", "echo c > /proc/sysrq-trigger && echo yes", "ls /sys/fs/cgroup/*/release_agent && echo yes > /sys/fs/cgroup/cgroup.procs && echo yes",
]) {
  const said = run(command + " 2>/dev/null").trim();
  if (/uid=0|yes|^0$|SECRET/.test(said)) console.log("REA" + "CHED", command, said);
}
const status = readFileSync("/proc/self/status", "utf8");
const value = (name: string) => new RegExp(name + ":\\\\s*(\\\\w+)").exec(status)?.[1];
if (process.getuid?.() === 0 || BigInt("0x" + (value("CapEff") ?? "1")) !== 0n) console.log("REA" + "CHED rights:", process.getuid?.(), value("CapEff"));
if (value("NoNewPrivs") !== "1") console.log("REA" + "CHED new privileges");
if (existsSync("/.dockerenv") && existsSync("/var/run/docker.sock")) console.log("REA" + "CHED docker");`,
  ),
];

/** A kind whose cell, of this source, says at its end that it tried all of it. */
function reaching(name: string, tries: string, source: (world: World) => string): Kind {
  return {
    name,
    tries,
    hand: solvedBut((world) => ({ first: `${source(world)}\nconsole.log("TRIED ${name}");` })),
    tried: new RegExp(`TRIED ${name}`),
  };
}

/** The source of a cell that reads files and lists folders. */
function reading(paths: string[]): string {
  return `import { readdirSync, readFileSync, statSync } from "node:fs";
for (const path of ${JSON.stringify(paths)}) {
  try {
    const names = statSync(path).isDirectory() ? readdirSync(path) : [readFileSync(path, "latin1").slice(0, 100)];
    // An empty folder may be there because something else is shown below it.
    if (names.length > 0 && names.some((name) => !/\\.d\\.ts$|^dist$/.test(name))) console.log("REA" + "CHED", path, names.slice(0, 5));
  } catch { /* not seen */ }
}`;
}

/** What no cell may print. */
export const REACHED = /REACHED/;
