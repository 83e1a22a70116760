import type { LocalCluster } from "../../lib/cluster";
import { node, python, type Contender } from "../turns/contender";
import type { Images } from "../turns/images";
import type { Collective, Plan, TransferPlan } from "../workers/protocol";
import type { WorkerCommand } from "../workers/worker";
import { mpiAllReduce, type OtherWay, type RingSegment } from "./mpi";
import type { NodesContender } from "./result";
import { addressesOn, onNodes } from "./slurm";
import { wireOf } from "./wire";

/** The bytes of all gradients of a model with 1,000 classes. */
const gradientBytes = { resnet50: 4 * 25_583_592, efficientnetb0: 4 * 5_288_548 } as const;
type ModelName = keyof typeof gradientBytes;
export const modelNames = Object.keys(gradientBytes) as ModelName[];
export const classes = 1000;

/** The values of `--peers` and `--parts`. */
export const peerNames = ["mpi", "keras", "none"] as const;
export const partNames = ["all-reduce", "sizes", "halves", "step", "slow"] as const;

/** The bytes of a tensor that is gathered, or added up and scattered: as weights and gradients that devices have in parts. */
const partsBytes = 100e6;

/** The bytes of arrays that are added up in several ways. */
const sizes = [4_096, 32_768, 262_144, 2_097_152, 16_777_216];

/** How many nodes add up arrays of several sizes: trees and halves are for powers of two. */
export const nodesOfSizes = (nodes: readonly number[]): number => 2 ** Math.ceil(Math.log2(Math.max(...nodes)));

/** The choice of what to compare. */
export interface Choice {
  parts: readonly (typeof partNames)[number][];
  nodes: readonly number[];
  models: readonly ModelName[];
  peers: readonly (typeof peerNames)[number][];
  rate: string;
  slowRate: string;
  /** The batch size of one node. */
  batchSize: number;
  imageSize: number;
  syncEvery: number;
  /** Default: the strategy chooses. */
  bucketMegabytes?: number;
  segments: readonly RingSegment[];
  /** Sizes of Keras's packs of gradients; 0 leaves Keras as it is. */
  packMegabytes: readonly number[];
  /** The folder of an earlier state of the workbook. */
  before?: string;
}

type Entry = Contender<Plan | TransferPlan> & Pick<NodesContender, "peer" | "way" | "syncEvery">;

/** Contenders that take turns with each other. */
export interface Group extends Pick<NodesContender, "group" | "part" | "nodes" | "rate" | "bytes" | "model"> {
  entries: Entry[];
}

/** The groups, in the order in which they are measured. Each contains the wire, for comparison. */
export function groupsOf(choice: Choice, images: Images, cluster: Pick<LocalCluster, "command">): Group[] {
  const maker = new Maker(choice, images, cluster);
  const { models, nodes, parts, rate, slowRate } = choice;
  const groups: Group[] = [];
  if (parts.includes("all-reduce")) groups.push(...nodes.map((count) => maker.allReduce(count)));
  if (parts.includes("sizes")) groups.push(...sizes.map((bytes) => maker.size(nodesOfSizes(nodes), bytes)));
  if (parts.includes("halves")) {
    for (const collective of ["all-gather", "reduce-scatter"] as const) {
      groups.push(...nodes.map((count) => maker.half(collective, count)));
    }
  }
  for (const model of models) {
    if (parts.includes("step")) groups.push(...nodes.map((count) => maker.training("step", model, count, rate)));
    if (parts.includes("slow")) groups.push(maker.training("slow", model, Math.max(...nodes), slowRate));
  }
  return groups;
}

/** Makes groups. Each contender listens on a port of its own. */
class Maker {
  private port = 4700;

  constructor(
    private readonly choice: Choice,
    private readonly images: Images,
    private readonly cluster: Pick<LocalCluster, "command">,
  ) {}

  /** All-reduce of ResNet50's gradients. */
  allReduce(nodes: number): Group {
    const { peers, rate, segments, bucketMegabytes } = this.choice;
    const model = "resnet50";
    const bytes = gradientBytes[model];
    const transfer = (name: string, rest: Partial<TransferPlan>) =>
      this.transfer(nodes, bytes, { name, peer: "ours", command: { start: node("all-reduce") } }, rest);
    const mpi = segments.map((segment) => this.mpi(nodes, bytes, segment));
    const entries = [
      this.wire(nodes, bytes, "all-reduce"),
      ...(peers.includes("mpi") ? mpi : []),
      transfer("ours", { model, bucketMegabytes }),
      transfer("ours, one tensor", { bucketMegabytes }),
    ];
    return { group: `all-reduce, ${nodes} nodes, ${rate}`, part: "all-reduce", nodes, rate, bytes, entries };
  }

  /** All-reduce of one array, in several ways. */
  size(nodes: number, bytes: number): Group {
    const { peers, rate } = this.choice;
    const ways = ["whole", "tree", "halving and doubling"] as const;
    const mpi = peers.includes("mpi") ? ways.map((way) => this.mpi(nodes, bytes, way)) : [];
    const ours = this.transfer(nodes, bytes, { name: "ours", peer: "ours", command: { start: node("all-reduce") } });
    const entries = [this.wire(nodes, bytes, "all-reduce"), ...mpi, ours];
    return { group: `${bytes} bytes, ${nodes} nodes, ${rate}`, part: "sizes", nodes, rate, bytes, entries };
  }

  private mpi(nodes: number, bytes: number, way: RingSegment | OtherWay): Entry {
    const words = way === "whole" ? "ring" : typeof way === "number" ? `ring, ${way / 1024} KiB` : way;
    const command = { start: () => mpiAllReduce(way), options: ["--mpi=pmix"] };
    return this.transfer(nodes, bytes, { name: `Open MPI ${words}`, peer: "mpi", command });
  }

  private transfer(
    nodes: number,
    bytes: number,
    who: Omit<Description, "plan">,
    rest: Partial<TransferPlan> = {},
  ): Entry {
    const plan: TransferPlan = { collective: "all-reduce", addresses: this.addresses(nodes), bytes, ...rest };
    return this.entry(nodes, { ...who, plan });
  }

  /** A half of an all-reduce, as sharded models use it, on a mesh of one device a node. */
  half(collective: "all-gather" | "reduce-scatter", nodes: number): Group {
    const { rate } = this.choice;
    const bytes = 4 * nodes * Math.round(partsBytes / 4 / nodes);
    const plan: TransferPlan = { collective, addresses: this.addresses(nodes), bytes };
    const ours = this.entry(nodes, {
      ...{ name: `ours, ${collective}`, peer: "ours", way: collective, plan },
      command: { start: node("halves") },
    });
    const entries = [this.wire(nodes, bytes, collective), ours];
    return { group: `${collective}, ${nodes} nodes, ${rate}`, part: "halves", nodes, rate, bytes, entries };
  }

  /** Training: each node alone, all nodes together for each batch or every few batches, and Keras. */
  training(part: "step" | "slow", model: ModelName, nodes: number, rate: string): Group {
    const { batchSize, before, bucketMegabytes, imageSize, packMegabytes, peers, syncEvery } = this.choice;
    const plan: Plan = { ...this.images, classes, model, imageSize, batchSize, precision: "float32" };
    const ours = (way: Way, rest: Partial<Plan>) =>
      this.entry(nodes, { name: way, way, peer: "ours", plan: { ...plan, ...rest }, command: { start: node("ours") } });
    const earlier = (workbook: string) => {
      const command = { start: node("ours", workbook) };
      return this.entry(nodes, {
        name: "sync, before",
        way: "sync",
        peer: "before",
        plan: { ...plan, ...together() },
        command,
      });
    };
    const together = (): Partial<Plan> => ({ addresses: this.addresses(nodes), bucketMegabytes });
    const keras = packMegabytes.map((size) => {
      const env = { TF_USE_LEGACY_KERAS: "1", ...(size > 0 ? { BENCH_PACK_MEGABYTES: String(size) } : {}) };
      const start = python("keras", "keras_multi_worker.py", env);
      const name = size > 0 ? `keras sync, packs of ${size} MB` : "keras sync";
      const own = { ...plan, addresses: this.addresses(nodes) };
      return this.entry(nodes, { name, peer: "keras", way: "sync", plan: own, command: { start } });
    });
    const bytes = gradientBytes[model];
    const entries = [
      this.wire(nodes, bytes, "all-reduce"),
      ours("alone", {}),
      ours("sync", together()),
      ...(before === undefined ? [] : [earlier(before)]),
      // The warm-up must end with an update, and the first update is captured.
      ours("accumulate", { ...together(), syncEvery, warmUpSteps: 2 * syncEvery }),
      ...(peers.includes("keras") && part === "step" ? keras : []),
    ];
    return { group: `${model}, ${nodes} nodes, ${rate}`, part, nodes, rate, bytes, model, entries };
  }

  private wire(nodes: number, bytes: number, collective: Collective): Entry {
    const wire = wireOf(this.cluster, this.addresses(nodes), bytes, collective);
    return { ...wire, peer: "wire", way: collective, syncEvery: 1 };
  }

  private entry(nodes: number, { name, peer, way = "all-reduce", plan, command }: Description): Entry {
    const syncEvery = "syncEvery" in plan ? (plan.syncEvery ?? 1) : 1;
    const start = async (say: (line: string) => void): Promise<WorkerCommand> =>
      onNodes(this.cluster, nodes, await command.start(say), command.options);
    return { name, peer, way, syncEvery, plan, command: start };
  }

  private addresses(nodes: number): string[] {
    return addressesOn(nodes, ++this.port);
  }
}

type Way = NodesContender["way"];

interface Command {
  start(say: (line: string) => void): Promise<WorkerCommand>;
  /** More options of `srun`. */
  options?: string[];
}

interface Description {
  name: string;
  peer: NodesContender["peer"];
  way?: Way;
  plan: Plan | TransferPlan;
  command: Command;
}
