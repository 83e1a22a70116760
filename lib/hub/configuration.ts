import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeWholeSync } from "../system/atomic";
import { program } from "./jupyterhub";
import type { ServerSettings } from "./server-command";
import { jobOptions, type HubSettings } from "./settings";

/** Ports between the hub's parts: the hub listens on the cluster's network, the proxy's interface on loopback. */
const ports = { hubPort: 8081, proxyPort: 8001 };

/**
 * Writes hub.json for slurm/jupyterhub/jupyterhub_config.py.
 * @param endServers whether users' servers end with the hub
 */
export function writeConfiguration(folder: string, settings: HubSettings, endServers = true): void {
  const { idleMinutes, exchangeFolder, courseFolder } = settings;
  const serverSettings: ServerSettings = { idleMinutes, exchangeFolder, courseFolder };
  const hub = {
    settings,
    ...ports,
    endServers,
    jobOptions: jobOptions(settings),
    proxyCommand: [process.execPath, program("proxy.js")],
    serverCommand: [process.execPath, program("server-command.js")],
    serverSettings,
  };
  writeWholeSync(join(folder, "hub.json"), JSON.stringify(hub), 0o600);
  // A proxy ends with its hub, so the number in this file may by now be another process's.
  rmSync(join(folder, "proxy.pid"), { force: true });
}
