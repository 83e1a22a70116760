import { compiled } from "../peers/compiled";
import { peerProgram } from "../peers/environment";
import type { WorkerCommand } from "../workers/worker";

/**
 * How the nodes pass parts of a tensor on in Open MPI's ring all-reduce: each part as a whole, or cut into segments, whose
 * size is this number of bytes.
 */
export type RingSegment = "whole" | number;

/** Ways of an all-reduce beside rings. A tree adds up on the way to its root and sends the sums back. */
export type OtherWay = "tree" | "halving and doubling";

/** By Open MPI's own numbers: of all-reduces, of sums at a root (5: a binomial tree) and of sending from it (6: the same tree). */
const ways: Record<"whole" | OtherWay, Record<string, string>> = {
  whole: { allreduce: "4" },
  tree: { allreduce: "2", reduce: "5", bcast: "6" },
  "halving and doubling": { allreduce: "6" },
};

/**
 * Open MPI's all-reduce, over TCP between the nodes of a local cluster.
 * @throws one line where its compiler is missing or fails.
 */
export async function mpiAllReduce(way: RingSegment | OtherWay): Promise<WorkerCommand> {
  const isSegmented = typeof way === "number";
  const algorithms = isSegmented ? { allreduce: "5" } : ways[way];
  const parameters = {
    pml: "ob1",
    btl: "tcp,self",
    btl_tcp_if_include: "eth0",
    // The nodes share this machine's cores.
    mpi_yield_when_idle: "1",
    coll_tuned_use_dynamic_rules: "1",
    ...Object.fromEntries(
      Object.entries(algorithms).map(([collective, algorithm]) => [`coll_tuned_${collective}_algorithm`, algorithm]),
    ),
    ...(isSegmented && { coll_tuned_allreduce_algorithm_segmentsize: String(way) }),
  };
  const env = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`OMPI_MCA_${name}`, value]));
  const remedy = "install libopenmpi-dev and openmpi-bin, or leave mpi out with --peers";
  return { command: [await compiled(peerProgram("mpi_all_reduce.c"), ["mpicc", "-O2"], remedy)], env };
}
