import { spawn } from "node:child_process";
import { constants } from "node:os";
import { makeOwnFolder } from "../system/own-folder";
import { certificateOf } from "./certificate";
import { writeConfiguration } from "./configuration";
import { makeExchange } from "./exchange";
import { siteHubFolder } from "./folder";
import { hubEnvironment, jupyterHub } from "./jupyterhub";
import { checkAddress, checkServing } from "./refusals";
import { hubSettings } from "./settings";

/**
 * Runs a hub on this machine for the site's own cluster until it gets a signal, in the foreground, as systemd needs it.
 * Users' servers go on when it ends, and the next hub finds them.
 * @returns its exit status
 * @throws one line: what is missing or not allowed
 */
export async function serveHub(folder = siteHubFolder()): Promise<number> {
  const settings = hubSettings();
  checkServing(settings);
  checkAddress(settings, false);
  await makeOwnFolder(folder, 0o700);
  await makeExchange(settings.exchangeFolder);
  const tls = settings.tls.certificate === "" ? await certificateOf(folder, settings.subdomainHost) : settings.tls;
  writeConfiguration(folder, { ...settings, tls }, false);
  const [program, ...args] = jupyterHub(folder);
  const child = spawn(program, args, { env: hubEnvironment(folder, process.env), stdio: "inherit" });
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve(status ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}
