import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { workbookRoot } from "../../lib/system/workbook";

/** The Python peers. Each has an environment of its own, so that their packages do not conflict. */
export type PeerEnvironment = "keras" | "torch";

const programs = join(workbookRoot, "bench", "peers");

/** A Python program of this folder. */
export const peerProgram = (name: string): string => join(programs, name);

/** The benchmark's folder in the user's cache, since an installation may be shared and read-only. */
export const workFolder = join(
  process.env.XDG_CACHE_HOME ?? join(os.homedir(), ".cache"),
  "parallel-training",
  "bench",
);

/**
 * The Python of a peer's environment. The packages are installed the first time, and when their versions have changed.
 * @param say Reports what is about to be installed.
 * @throws one line when Python or the packages cannot be installed.
 */
export async function pythonWith(peer: PeerEnvironment, say: (line: string) => void): Promise<string> {
  const requirements = join(programs, `${peer}.txt`);
  const digest = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 8);
  const folder = join(workFolder, `${peer}-${digest}`);
  const python = join(folder, "bin", "python");
  const completionMark = join(folder, "installed");
  if (existsSync(completionMark)) return python;
  const download = peer === "torch" ? ", some gigabytes" : "";
  say(`Installing ${peer} (${requirements}) into ${folder}, once${download}.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  await run(peer, process.env.PYTHON ?? "python3", ["-m", "venv", folder]);
  await run(peer, python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
  await writeFile(completionMark, "");
  return python;
}

async function run(peer: PeerEnvironment, program: string, args: string[]): Promise<void> {
  const { execa } = await import("execa");
  const result = await execa(program, args, { reject: false, all: true });
  if (!result.failed) return;
  const reason = (result.all ?? "").trim().split("\n").at(-1) ?? "";
  const remedy = `leave it out with --peers, or mend the cause: ${reason === "" ? result.shortMessage : reason}`;
  throw new Error(`${peer} could not be installed: ${remedy}`);
}
