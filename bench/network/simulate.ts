import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { workbookRoot } from "../../lib/system/workbook";
import { compiled } from "../peers/compiled";
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
  const source = join(workbookRoot, "bench", "network", "all_reduce.cc");
  const remedy = "SimGrid: `apt-get install libsimgrid-dev`";
  const program = await compiled(source, ["g++", "-O2", "-std=c++17", "-lsimgrid"], remedy);
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
