import { allGather, mesh, reduceScatter } from "../../lib/sharding";
import { resolveCluster } from "../../lib/strategy";
import { installation, tf } from "../../lib/tensorflow/engine";
import { Gate } from "./gate";
import type { TransferPlan } from "./protocol";

// The halves of an all-reduce, alone, on a mesh of one device a node: each step gathers the nodes' parts of a tensor, or adds up the nodes'
// tensors and gives each its part.

async function main(): Promise<void> {
  const gate = new Gate<TransferPlan>({
    does: "a mesh, one captured step that gathers a tensor or adds up and scatters it, and does nothing else",
    versions: { tensorflow: installation().version, node: process.versions.node },
  });
  const { bytes, collective } = gate.plan;
  const cluster = await resolveCluster();
  const nodes = cluster.members.length;
  const grid = mesh({ data: nodes }, { cluster, device: "cpu" });
  const [along] = grid.axes;
  const gathers = collective === "all-gather";
  const own = tf.fill([bytes / 4 / (gathers ? nodes : 1)], cluster.task + 1);
  // The step returns the sum of a few numbers, since training does not copy tensors to JavaScript either.
  const step = grid.capture(
    (x: tf.Tensor1D) => {
      const got = gathers ? allGather(x, { along }) : reduceScatter(x, { along });
      return gathers ? tf.sum(got.reshape([nodes, -1]).slice([0, 0], [nodes, 1])) : got.slice([0], [1]).squeeze();
    },
    (_, x: tf.Tensor1D) => [x],
    { name: "halves" },
  );
  await grid.team?.join({});
  gate.trainingBegins();
  for (;;) {
    const result = step(own as tf.Tensor1D);
    const [sum] = await result.data();
    result.dispose();
    if (sum !== (nodes * (nodes + 1)) / 2) throw new Error(`The sum over ${nodes} nodes is ${sum}.`);
    await gate.pass();
  }
}

void main();
