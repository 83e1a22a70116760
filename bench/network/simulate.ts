import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { workbookRoot } from "../../lib/system/workbook";
import { workFolder } from "../peers/environment";
import type { Platform } from "./platform";

/** The ways to add up that SimGrid's program knows. `levels`: within each node, then between nodes, then within each again. */
export const algorithms = ["ring", "halving", "tree", "levels"] as const;
export type Algorithm = (typeof algorithms)[number];

/** SimGrid's simplest model of a network: messages share links fairly, without TCP's slow start and acknowledgements. */
const model = [
  ...["network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0", "contexts/stack-size:256"],
].map((setting) => `--cfg=${setting}`);

/**
 * The seconds of an all-reduce on a simulated network, of as many bytes on each of its hosts.
 * @param jobs With 2, every other host belongs to a second job that adds up at the same time; the time is the first one's.
 * @throws one line when SimGrid is missing or fails.
 */
export async function simulated(
  { xml, hosts }: Platform,
  { algorithm, bytes, jobs = 1 }: { algorithm: Algorithm; bytes: number; jobs?: 1 | 2 },
): Promise<number> {
  const { execa } = await import("execa");
  const program = await compiled();
  const folder = await mkdtemp(join(os.tmpdir(), "simgrid-"));
  try {
    const file = join(folder, "platform.xml");
    await writeFile(file, xml);
    const order = Array.from({ length: jobs }, (_, job) => hosts.filter((_, host) => host % jobs === job)).flat();
    const words = [...model, "--log=root.thres:critical", file, algorithm, String(bytes), String(jobs)];
    const { stdout } = await execa(program, words, { input: order.join("\n") });
    return Number(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The program, compiled once for each of its versions. */
async function compiled(): Promise<string> {
  const source = join(workbookRoot, "bench", "network", "all_reduce.cc");
  const digest = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 8);
  const program = join(workFolder, `simgrid-all-reduce-${digest}`);
  if (existsSync(program)) return program;
  await mkdir(workFolder, { recursive: true });
  const { execa } = await import("execa");
  const made = `${program}.${process.pid}`;
  const result = await execa("g++", ["-O2", "-std=c++17", "-o", made, source, "-lsimgrid"], { reject: false });
  if (result.failed) {
    const isMissing = result.stderr?.includes("simgrid") === true;
    const reason = isMissing
      ? "SimGrid is not installed"
      : (result.stderr?.trim().split("\n").at(-1) ?? result.shortMessage);
    throw new Error(
      `The simulator could not be compiled: ${reason} (\`apt-get install libsimgrid-dev\` installs SimGrid).`,
    );
  }
  await rename(made, program);
  return program;
}
