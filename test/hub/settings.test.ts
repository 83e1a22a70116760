import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { checkAddress, checkServing, isLoopback } from "../../lib/hub/refusals";
import { serverCommand } from "../../lib/hub/server-command";
import { writeConfiguration } from "../../lib/hub/configuration";
import { hubSettings, jobOptions, pagesAt } from "../../lib/hub/settings";
import { notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/system/workbook";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder("hub-settings");
  vi.stubEnv("WORKBOOK_HUB_SETTINGS", own({}));
});

function own(value: unknown, name = "hub.json"): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}

it("listens on loopback, with a certificate of its own, unless a site says otherwise", () => {
  const { address, port, tls, instructors } = hubSettings();
  expect({ address, port, tls, instructors }).toEqual({
    address: "127.0.0.1",
    port: 8443,
    tls: { certificate: "", key: "" },
    instructors: [],
  });
});

it("takes from the site's own file only what it names", () => {
  own({ instructors: ["ada"], servers: { partition: "gpu", options: ["--gres=gpu:1"] } });
  const settings = hubSettings({ port: 9000 });
  expect(settings).toMatchObject({ port: 9000, instructors: ["ada"], servers: { cpus: 2, time: "4:00:00" } });
  expect(jobOptions(settings)).toEqual([
    ...["--nodes=1", "--ntasks=1", "--partition=gpu", "--time=4:00:00", "--mem=4G", "--cpus-per-task=2"],
    "--gres=gpu:1",
  ]);
});

it.each([
  [{ adress: "" }, "the whole: Unrecognized key"],
  [{ address: "hub.example.org" }, "address: it must be an IP address of this machine."],
  [{ port: 70_000 }, "port: Too big"],
  [{ subdomainHost: "https://hub.example.org" }, "subdomainHost: it must be a name in small letters with a dot"],
  [{ subdomainHost: "hub" }, "subdomainHost: it must be a name in small letters with a dot"],
  [{ servers: { options: ["gres=gpu"] } }, "servers.options.0: it must begin with --."],
  [{ servers: { time: "4 hours" } }, "servers.time: it must be one word, or empty."],
  [{ servers: { environment: { "A=B": "" } } }, "servers.environment.A=B:"],
  [{ instructors: ["Ada; rm"] }, "instructors.0: an account's name has small letters"],
  [{ exchangeFolder: "exchange" }, "exchangeFolder: it must be an absolute path"],
  [{ idleMinutes: 0 }, "idleMinutes: Too small"],
  ["{", "it is no JSON"],
])("refuses %j in one line that names the file and the setting", (value, words) => {
  const file = own(value);
  expect(() => hubSettings()).toThrow(words);
  expect(() => hubSettings()).toThrow(file);
  expect(() => hubSettings()).not.toThrow("\n");
});

it("refuses a file of settings that is not there", () => {
  vi.stubEnv("WORKBOOK_HUB_SETTINGS", join(folder, "none.json"));
  expect(() => hubSettings()).toThrow("none.json, which does not exist: correct it, or unset it.");
});

it("knows loopback", () => {
  expect(["127.0.0.1", "127.1.2.3", "::1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["0.0.0.0", "::", "10.0.0.1", "128.0.0.1"].map(isLoopback)).toEqual([false, false, false, false]);
});

it("has test accounts on loopback only", () => {
  const certificate = own("-----BEGIN CERTIFICATE-----", "hub.crt");
  const real = hubSettings({ address: "0.0.0.0", tls: { certificate, key: certificate } });
  expect(() => checkAddress(real, true)).toThrow(
    "Test accounts are for loopback only, and the hub's address is 0.0.0.0: use 127.0.0.1, or leave out",
  );
  checkAddress(real, false);
  checkAddress(hubSettings(), true);
});

it.each([
  [{}, "At 0.0.0.0 the hub needs a real certificate: name its files"],
  [{ certificate: "/x" }, "go together"],
  [{ certificate: "/no/cert", key: "/no/key" }, "The hub's TLS file /no/cert cannot be read"],
  [{ certificate: "/etc/passwd", key: "/etc/passwd" }, "The hub's TLS file /etc/passwd is not in PEM format."],
])("outside of loopback refuses the certificate %j", (tls, words) => {
  expect(() => checkAddress(hubSettings({ address: "0.0.0.0", tls }), false)).toThrow(words);
});

it("serves a real cluster only where its nodes can reach it", () => {
  expect(() => checkServing(hubSettings())).toThrow("The hub's setting clusterAddress is empty");
});

it("has its pages at its name, where its users have names below it", () => {
  expect(pagesAt(hubSettings())).toBe("https://127.0.0.1:8443");
  expect(pagesAt(hubSettings({ subdomainHost: "hub.example.org", port: 443 }))).toBe("https://hub.example.org:443");
  expect(pagesAt(hubSettings({ address: "::1" }))).toBe("https://[::1]:8443");
});

it("takes as a user's name, which stands in commands of root's, a name and nothing after it", () => {
  writeConfiguration(folder, hubSettings({ clusterAddress: "127.0.0.1" }));
  const names = [
    "ada",
    "a_b.c-1",
    "ada;reboot",
    "ada reboot",
    "ada\n",
    "ada\nreboot",
    "$(reboot)",
    "-ada",
    "../ada",
    "a".repeat(33),
  ];
  const program = `
import json, sys
from traitlets.config import PyFileConfigLoader
config = PyFileConfigLoader("jupyterhub_config.py", sys.argv[1]).load_config()
authenticator = config.JupyterHub.authenticator_class(config=config)
assert type(authenticator).__name__ == "PasswordAuthenticator"
print(json.dumps([name for name in json.loads(sys.argv[2]) if authenticator.validate_username(name)]))`;
  const ours = join(workbookRoot, "slurm", "jupyterhub");
  const said = execFileSync(notebookPython(), ["-c", program, ours, JSON.stringify(names)], {
    cwd: folder,
    stdio: "pipe",
  });
  expect(JSON.parse(said.toString())).toEqual(["ada", "a_b.c-1"]);
});

it("ends servers also where no hub is left to do so, has their kernels on sockets, and tells their command no secret", () => {
  const folders = { exchangeFolder: "/srv/exchange", courseFolder: "/home/ada/course" };
  const words = serverCommand({ role: "instructor", idleMinutes: 30, ...folders });
  expect(words).toContain("--ServerApp.shutdown_no_activity_timeout=1800");
  expect(words).toContain("--MappingKernelManager.cull_idle_timeout=1800");
  expect(words).toContain("--TerminalManager.cull_inactive_timeout=1800");
  expect(words).toContain("--KernelManager.transport=ipc");
  expect(words).toContain("WORKBOOK_COURSE=/home/ada/course");
  expect(words.join(" ")).not.toMatch(/token/i);
});

it("gives servers settings of their own, and not those that their users have for other servers", () => {
  vi.stubEnv("JUPYTER_RUNTIME_DIR", "/tmp/notebook-server-a");
  const rest = { idleMinutes: 30, exchangeFolder: "/srv/exchange", courseFolder: "" };
  const words = serverCommand({ role: "student", ...rest });
  expect(words).toContain("JUPYTER_CONFIG_DIR=/tmp/notebook-server-a/config");
  expect(words.find((word) => word.startsWith("JUPYTERLAB_SETTINGS_DIR="))).toMatch(/\.jupyter\/lab\/user-settings$/);
});
