import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notebookPrograms } from "../notebooks/environment";

/**
 * The certificate of a hub on loopback, signed by an authority of its own: a browser asks whether to trust it, and a program
 * can trust `tls/ca.crt` in the hub's folder. It is made once, for five years, and again when the hub's name changes.
 * @param host the hub's name, to which users' names are added in front; "" where it has none
 */
export async function certificateOf(folder: string, host = ""): Promise<{ certificate: string; key: string }> {
  const tls = join(folder, "tls");
  const [certificate, key] = ["hub.crt", "hub.key"].map((name) => join(tls, name));
  const name = host === "" ? "localhost" : `user.${host}`;
  if (existsSync(certificate) && new X509Certificate(readFileSync(certificate)).checkHost(name)) {
    return { certificate, key };
  }
  const work = emptyFolder(join(folder, "tls-work"));
  const { execa } = await import("execa");
  // JupyterHub itself depends on certipy.
  const certipy = (...args: string[]) => execa(join(notebookPrograms(), "certipy"), [...args, `--store-dir=${work}`]);
  await certipy("hub-ca");
  const names = ["IP:127.0.0.1", "IP:::1", "DNS:localhost", ...(host === "" ? [] : [`DNS:${host}`, `DNS:*.${host}`])];
  await certipy("hub", "--ca-name=hub-ca", `--alt-names=${names.join(",")}`);
  const made = emptyFolder(join(folder, "tls-new"));
  for (const [from, to] of [
    ["hub-ca/hub-ca.crt", "ca.crt"],
    ["hub/hub.crt", "hub.crt"],
    ["hub/hub.key", "hub.key"],
  ]) {
    writeFileSync(join(made, to), readFileSync(join(work, from)), { mode: 0o600 });
  }
  rmSync(work, { recursive: true });
  rmSync(tls, { recursive: true, force: true });
  renameSync(made, tls);
  return { certificate, key };
}

function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}
