import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notebookPrograms } from "../notebooks/environment";

/**
 * The certificate of a hub on loopback, made by an authority of its own: a browser asks whether to trust it, a program can
 * trust `tls/ca.crt` in the hub's folder. Made once, for five years, and again where the hub has another name.
 * @param host the hub's name, below which its users have theirs; "" where it has none
 */
export async function certificateOf(folder: string, host = ""): Promise<{ certificate: string; key: string }> {
  const tls = join(folder, "tls");
  const [certificate, key] = ["hub.crt", "hub.key"].map((name) => join(tls, name));
  const name = host === "" ? "localhost" : `user.${host}`;
  if (existsSync(certificate) && new X509Certificate(readFileSync(certificate)).checkHost(name)) {
    return { certificate, key };
  }
  const work = join(folder, "tls-work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  const { execa } = await import("execa");
  // Of JupyterHub's own requirements.
  const certipy = (...args: string[]) => execa(join(notebookPrograms(), "certipy"), [...args, `--store-dir=${work}`]);
  await certipy("hub-ca");
  const names = ["IP:127.0.0.1", "IP:::1", "DNS:localhost", ...(host === "" ? [] : [`DNS:${host}`, `DNS:*.${host}`])];
  await certipy("hub", "--ca-name=hub-ca", `--alt-names=${names.join(",")}`);
  const made = join(folder, "tls-new");
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
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
