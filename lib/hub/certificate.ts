import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notebookPrograms } from "../notebooks/environment";

/**
 * The certificate of a hub on loopback, made by an authority of its own: a browser asks whether to trust it, a program can
 * trust `tls/ca.crt` in the hub's folder. Made once, for five years.
 */
export async function certificateOf(folder: string): Promise<{ certificate: string; key: string }> {
  const tls = join(folder, "tls");
  const [certificate, key] = ["hub.crt", "hub.key"].map((name) => join(tls, name));
  if (existsSync(certificate)) return { certificate, key };
  const work = join(folder, "tls-work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  const { execa } = await import("execa");
  // Of JupyterHub's own requirements.
  const certipy = (...args: string[]) => execa(join(notebookPrograms(), "certipy"), [...args, `--store-dir=${work}`]);
  await certipy("hub-ca");
  await certipy("hub", "--ca-name=hub-ca", "--alt-names=IP:127.0.0.1,IP:::1,DNS:localhost");
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
  renameSync(made, tls);
  return { certificate, key };
}
