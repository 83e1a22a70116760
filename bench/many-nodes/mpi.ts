import { compiled } from "../peers/compiled";
import { peerProgram } from "../peers/environment";
import type { WorkerCommand } from "../workers/worker";

/**
 * How the nodes pass parts of a tensor on in Open MPI's ring all-reduce: each part as a whole, or cut into segments, whose
 * size is this number of bytes.
 */
export type RingSegment = "whole" | number;

/**
 * Open MPI's all-reduce, over TCP between the nodes of a local cluster.
 * @throws one line where its compiler is missing or fails.
 */
export async function mpiAllReduce(segment: RingSegment): Promise<WorkerCommand> {
  const parameters = {
    pml: "ob1",
    btl: "tcp,self",
    btl_tcp_if_include: "eth0",
    // The nodes share this machine's cores.
    mpi_yield_when_idle: "1",
    coll_tuned_use_dynamic_rules: "1",
    coll_tuned_allreduce_algorithm: segment === "whole" ? "4" : "5",
    ...(segment === "whole" ? {} : { coll_tuned_allreduce_algorithm_segmentsize: String(segment) }),
  };
  const env = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`OMPI_MCA_${name}`, value]));
  const remedy = "install libopenmpi-dev and openmpi-bin, or leave mpi out with --peers";
  return { command: [await compiled(peerProgram("mpi_all_reduce.c"), ["mpicc", "-O2"], remedy)], env };
}
