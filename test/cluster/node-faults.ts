import { setTimeout } from "node:timers/promises";
import { execa } from "execa";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect } from "vitest";
import { execute, withCluster } from "./on-cluster";

/** Much more than a training's time-out: only a hang takes so many seconds. */
export const HANG = 60;
/** Slurm has noticed that a node is gone. */
const NOTICED = 15;

/** What can happen to a node: its training's process is killed, the node dies, or its link breaks. */
export type FaultKind = "worker" | "node" | "link";

/** A training by `srun` to which something happens. */
interface Faulty<Ends> {
  /** Starts it on all nodes, one task each, as long as they live. */
  train: () => ReturnType<typeof execa>;
  /** How far its newest checkpoint is. */
  reached: () => number;
  kinds: readonly FaultKind[];
  /** The most milliseconds from a new checkpoint to the fault. */
  latest: number;
  /** Waits until these tasks have ended. */
  ended: (others: readonly number[], began: number) => Promise<Ends>;
}

/** A local cluster of so many nodes for the tests of a file, which are skipped where there cannot be one. */
export function clusterWithFaults(name: string, count: number, seed: number) {
  const nodes = Array.from({ length: count }, (_, index) => index + 1);
  const random = xoroshiro128plus(seed);
  const cluster = withCluster({ name: `${name}-${process.pid}`, nodes: count, rate: "none" });

  /** Runs a Node program on all nodes, one task each. */
  function srun(words: readonly string[], environment: Record<string, string> = {}) {
    const options = [`--nodes=${count}`, "--ntasks-per-node=1", "--overcommit", "--kill-on-bad-exit=0"];
    const { file, args, env } = cluster().command("srun", [...options, process.execPath, ...words]);
    return execa(file, args, { env: { ...env, ...environment }, reject: false });
  }

  /** @param program A part of the command line of the training's process. */
  async function killWorker(node: number, program: string): Promise<void> {
    // Inside of a node only its own processes are to be seen.
    const kill = `
      for (const pid of require("node:fs").readdirSync("/proc").filter(Number)) {
        const line = (() => { try { return require("node:fs").readFileSync("/proc/" + pid + "/cmdline", "utf8"); } catch { return ""; } })();
        if (line.includes("${program}") && !line.includes("srun") && Number(pid) !== process.pid) process.kill(Number(pid), "SIGKILL");
      }`;
    await execute(cluster().on(node, process.execPath, ["--eval", kill]));
  }

  async function allIdle(): Promise<void> {
    for (const end = Date.now() + 1000 * HANG; Date.now() < end; await setTimeout(100)) {
      const { nodes } = await cluster().status();
      if (nodes.every(({ state }) => state === "idle")) return;
    }
    throw new Error("The nodes do not come back.");
  }

  /** Lets a training run into a fault of a random node, at a random moment, and mends the node. */
  async function fault<Ends>(program: string, { train, reached, kinds, latest, ended }: Faulty<Ends>) {
    const kind = kinds[uniformInt(random, 0, kinds.length - 1)];
    const node = nodes[uniformInt(random, 0, count - 1)];
    const later = latest * uniformFloat64(random);
    const before = reached();
    const running = train();
    while (reached() === before && running.exitCode === null) await setTimeout(5);
    await setTimeout(later);
    const steps = reached();
    expect(running.exitCode, "the training ended before its fault").toBeNull();
    const began = Date.now();
    if (kind === "worker") await killWorker(node, program);
    else await (kind === "node" ? cluster().killNode(node) : cluster().breakLink(node));
    const others = nodes.filter((each) => each !== node).map((each) => each - 1);
    const ends = await ended(others, began);
    const seconds = (Date.now() - began) / 1000;
    // Slurm must notice by itself; a node that is back before would be a task that srun waits for.
    await Promise.race([running, setTimeout(1000 * NOTICED)]);
    if (kind !== "worker") await (kind === "node" ? cluster().reviveNode(node) : cluster().mendLink(node));
    await Promise.race([running, setTimeout(1000 * HANG)]);
    expect(running.exitCode, "srun hangs").not.toBeNull();
    await allIdle();
    console.log(`seed ${seed}: ${kind} of node${node} after step ${steps}: known in ${seconds.toFixed(1)} s`);
    const named = new RegExp(`[Tt]ask ${node - 1} \\(node${node}, .*\\) do(es)? not answer any more`);
    return { ends, named, steps, what: `${kind} ${node}` };
  }

  return { srun, fault };
}
