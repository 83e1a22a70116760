import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { peerProgram, workFolder } from "../peers/environment";
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
  return { command: [await compiled()], env };
}

async function compiled(): Promise<string> {
  const source = peerProgram("mpi_all_reduce.c");
  const digest = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 8);
  const program = join(workFolder, `mpi-all-reduce-${digest}`);
  if (existsSync(program)) return program;
  await mkdir(workFolder, { recursive: true });
  const { execa } = await import("execa");
  const made = `${program}.${process.pid}`;
  const result = await execa("mpicc", ["-O2", "-o", made, source], { reject: false });
  if (result.failed) {
    const reason = result.stderr?.trim().split("\n").at(-1) ?? "";
    const remedy = "install libopenmpi-dev and openmpi-bin, or leave mpi out with --peers";
    throw new Error(`Open MPI's program could not be compiled: ${reason || result.shortMessage} (${remedy}).`);
  }
  await rename(made, program);
  return program;
}
