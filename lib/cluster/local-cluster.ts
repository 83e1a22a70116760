import { setTimeout as sleep } from "node:timers/promises";
import { parentOf, runningProcess } from "../system/process";
import type { CommandLine } from "../system/execute";
import { firstProcessOf, clusterHeads, onHead, onNode, runningNodes } from "./enter";
import { setLink, shape, writeRate } from "./links";
import { killNode, startNode } from "./nodes";
import { checkRate } from "./options";
import { whyNotRoot } from "./packages";
import { hideFolders, showFolders } from "./shown-folders";
import { clusterStatus, optionsOf, rateOf, type ClusterStatus } from "./status";

/**
 * A Slurm cluster on this machine. Nodes are numbered from 1; inside, the hosts are called head, node1, node2, ... Once the
 * cluster is down, every method throws.
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

  /** The command that runs a program, such as `sbatch`, on the head node, in the folder of this process. */
  command(program: string, args: readonly string[] = []): CommandLine {
    this.checkUp();
    return onHead(this.head, program, args);
  }

  /** The command that runs a program on a node, without a job. @throws where the node is down */
  on(node: number, program: string, args: readonly string[] = []): CommandLine {
    this.check(node);
    return onNode(this.head, node, program, args);
  }

  /** The state of nodes, jobs and links now. @throws Slurm's message where slurmctld does not answer */
  async status(): Promise<ClusterStatus> {
    this.checkUp();
    return clusterStatus(this.head);
  }

  /**
   * Limits all links, also those of nodes that start later, to a rate such as "200mbit" or "none".
   * @param node Only this node's link, until it starts anew.
   * @throws one line where this node is down.
   */
  async setRate(rate: string, node?: number): Promise<void> {
    this.checkUp();
    checkRate(rate);
    if (node !== undefined) {
      this.check(node);
      return shape(this.head, node, rate);
    }
    writeRate(this.head, rate);
    for (const node of runningNodes(this.head, this.nodes)) await shape(this.head, node, rate);
  }

  /**
   * Ends a node and everything that runs on it at once, as if its power failed. Slurm notices within seconds.
   * @returns whether the node was up.
   */
  async killNode(node: number): Promise<boolean> {
    this.check(node);
    return killNode(this.head, node);
  }

  /** Starts a node that was killed; does nothing to a node that runs. */
  async reviveNode(node: number): Promise<void> {
    this.check(node);
    if (firstProcessOf(this.head, node) === undefined)
      await startNode(this.head, node, this.rate, optionsOf(this.head).cpus);
  }

  /** Takes a node's link down, as if its cable were pulled; the node's processes go on. */
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
   * Lets all Unix accounts reach these folders on the nodes, even inside a home that only its owner can enter. On the nodes,
   * such a home then holds nothing but these folders.
   */
  async showFolders(folders: readonly string[]): Promise<void> {
    await showFolders(this.head, this.nodes, folders);
  }

  /** Undoes {@link showFolders}. */
  async hideFolders(): Promise<void> {
    await hideFolders(this.head, this.nodes);
  }

  /** Process id of the first process of its head, with which the whole cluster ends. */
  get process(): number {
    this.checkUp();
    return this.head;
  }

  /** Ends the cluster with everything that runs in it, and waits until all its processes have ended. */
  async down(): Promise<void> {
    if (!this.isUp()) return;
    const unshare = parentOf(this.head) ?? 0;
    process.kill(this.head, "SIGKILL");
    while (runningProcess(this.head) ?? runningProcess(unshare)) await sleep(5);
  }

  private isUp(): boolean {
    return clusterHeads().get(this.name) === this.head;
  }

  private checkUp(): void {
    if (!this.isUp()) throw new Error(`The cluster ${this.name} is down: start it again.`);
  }

  private check(node: number): void {
    const { nodes } = this;
    if (Number.isInteger(node) && node >= 1 && node <= nodes) return;
    throw new Error(`The cluster ${this.name} has no node ${node}: its nodes are 1 to ${nodes}.`);
  }
}

/** The cluster with this name, if it is up on this machine and this process can use it, which only root can. */
export function runningCluster(name = "workbook"): LocalCluster | undefined {
  if (whyNotRoot() !== undefined) return undefined;
  const head = clusterHeads().get(name);
  return head === undefined ? undefined : new LocalCluster(name, head);
}

/** The names of all clusters that are up on this machine. */
export const runningClusters = (): string[] => (whyNotRoot() === undefined ? [...clusterHeads().keys()].sort() : []);
