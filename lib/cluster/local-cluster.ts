import { setTimeout as sleep } from "node:timers/promises";
import { parentOf, runningProcess } from "../system/process";
import type { CommandLine } from "../system/execute";
import { firstProcessOf, heads, onHead, onNode } from "./enter";
import { setLink, shape, writeRate } from "./links";
import { killNode, startNode } from "./nodes";
import { checkRate } from "./options";
import { whyNotRoot } from "./packages";
import { hideFolders, showFolders } from "./shown-folders";
import { clusterStatus, optionsOf, rateOf, type ClusterStatus } from "./status";

/**
 * A Slurm cluster on this machine that is up. Nodes count from 1; inside, the head and the nodes are called head, node1,
 * node2, ... Once it is down, every method throws.
 */
export class LocalCluster {
  /** @param head process id of the head's first process */
  constructor(
    readonly name: string,
    private readonly head: number,
  ) {}

  /** Number of nodes. */
  get nodes(): number {
    this.checkUp();
    return optionsOf(this.head).nodes;
  }

  /** Rate of each link and direction, such as "1gbit" or "none". */
  get rate(): string {
    this.checkUp();
    return rateOf(this.head);
  }

  /** How to run a program, such as `sbatch`, on the head node, in the folder of this process: for execa or `spawn`. */
  command(program: string, args: readonly string[] = []): CommandLine {
    this.checkUp();
    return onHead(this.head, program, args);
  }

  /** How to run a program on a node, without a job. @throws where the node is down */
  on(node: number, program: string, args: readonly string[] = []): CommandLine {
    this.check(node);
    return onNode(this.head, node, program, args);
  }

  /** What Slurm and the links say now. @throws Slurm's words where slurmctld does not answer */
  async status(): Promise<ClusterStatus> {
    this.checkUp();
    return clusterStatus(this.head);
  }

  /** Shapes all links, also those of nodes that start later, to a rate such as "200mbit" or "none". */
  async setRate(rate: string): Promise<void> {
    this.checkUp();
    checkRate(rate);
    writeRate(this.head, rate);
    for (let node = 1; node <= this.nodes; node++) {
      if (firstProcessOf(this.head, node) !== undefined) await shape(this.head, node, rate);
    }
  }

  /** Ends a node at once with all that runs on it, as when its power fails. Slurm notices within seconds. */
  async killNode(node: number): Promise<void> {
    this.check(node);
    await killNode(this.head, node);
  }

  /** Starts a node that was killed; one that runs stays as it is. */
  async reviveNode(node: number): Promise<void> {
    this.check(node);
    if (firstProcessOf(this.head, node) === undefined) await startNode(this.head, node, this.rate);
  }

  /** Takes a node's link down, as when its cable is pulled: what runs on the node goes on by itself. */
  async breakLink(node: number): Promise<void> {
    this.check(node);
    await setLink(this.head, node, "down");
  }

  /** Takes a node's link up again. */
  async mendLink(node: number): Promise<void> {
    this.check(node);
    await setLink(this.head, node, "up");
  }

  /**
   * Lets all Unix accounts reach these folders on the nodes, also where they lie in a home that only its owner can enter. Of
   * such a home the nodes then show nothing else, to nobody.
   */
  async showFolders(folders: readonly string[]): Promise<void> {
    await showFolders(this.head, this.nodes, folders);
  }

  /** Takes back what {@link showFolders} did. */
  async hideFolders(): Promise<void> {
    await hideFolders(this.head, this.nodes);
  }

  /** Process id of the first process of its head: all else of the cluster ends with it. */
  get process(): number {
    this.checkUp();
    return this.head;
  }

  /** Ends the cluster with everything that runs in it, and waits until nothing of it is left. */
  async down(): Promise<void> {
    if (heads().get(this.name) !== this.head) return;
    const waiting = parentOf(this.head) ?? 0;
    process.kill(this.head, "SIGKILL");
    while (runningProcess(this.head) ?? runningProcess(waiting)) await sleep(5);
  }

  private checkUp(): void {
    if (heads().get(this.name) === this.head) return;
    throw new Error(`The cluster ${this.name} is down: start it again.`);
  }

  private check(node: number): void {
    const { nodes } = this;
    if (Number.isInteger(node) && node >= 1 && node <= nodes) return;
    throw new Error(`The cluster ${this.name} has no node ${node}: its nodes are 1 to ${nodes}.`);
  }
}

/** The cluster of this name that is up on this machine, if there is one and this process, as root, can use it. */
export function runningCluster(name = "workbook"): LocalCluster | undefined {
  if (whyNotRoot() !== undefined) return undefined;
  const head = heads().get(name);
  return head === undefined ? undefined : new LocalCluster(name, head);
}

/** The names of all clusters that are up on this machine. */
export const runningClusters = (): string[] => (whyNotRoot() === undefined ? [...heads().keys()].sort() : []);
