import { describe, expect, it } from "vitest";
import { readGraph, textOf, type GraphNode } from "../../../bench/rehearsal/graph-def";
import { allGather, allReduce, allToAll, captureReplicas, configureTensorFlow } from "../../../lib/tensorflow/engine";
import { nativeOp, receive, reduceScatter, send, tf } from "../../../lib/tensorflow/engine";
import type { Collectives, CollectiveGroup } from "../../../lib/tensorflow/engine";
import { NCCL_TYPES } from "../../../lib/tensorflow/capture/collectives";

// Graphs for NCCL are made here, and not run, since that needs GPUs.
configureTensorFlow({ device: "cpu", logicalDevices: 2, intraOpThreads: 1 });

interface Chosen {
  collectives?: Collectives;
  tasks?: number;
  precision?: "mixed_float16";
}

/** The nodes of a step's graph. */
function graphOf(step: (x: tf.Tensor1D) => tf.Tensor[], { collectives = "nccl", tasks = 1, precision }: Chosen = {}) {
  const local = ["/device:CPU:0", "/device:CPU:1"];
  const named = (task: number) => local.map((name) => `/job:worker/replica:0/task:${task}${name}`);
  const devices = tasks === 1 ? local : Array.from({ length: tasks }, (_, task) => named(task)).flat();
  const group: CollectiveGroup = { devices, collectives, bucketBytes: 0 };
  const split = (x: tf.Tensor1D) => local.map((): [tf.Tensor1D] => [x]);
  const numberOf = () => 7; // of a mesh, whose devices have numbers for themselves
  const captured = captureReplicas(step, split, { devices: local, group, precision, numberOf });
  captured.prepare(tf.tensor1d([1, 2]));
  const [definition] = captured.definitions;
  captured.dispose();
  return readGraph(definition);
}

const reductions = (nodes: GraphNode[]): GraphNode[] => nodes.filter(({ op }) => op === "CollectiveReduce");
const buckets = (x: tf.Tensor1D): tf.Tensor[] => allReduce([x, x.mul(2), x.add(1)]);
const edges = (nodes: GraphNode[]): string[] =>
  reductions(nodes).flatMap(({ name, controls }) => controls.map((before) => `${before.name} ${name}`));

describe("NCCL's buckets", () => {
  it("are not held back in one process, where TensorFlow starts them in one order on all GPUs", () => {
    const nodes = graphOf(buckets);
    expect(reductions(nodes)).toHaveLength(6);
    expect(edges(nodes)).toEqual([]);
  });

  it("wait for one another on several nodes, in the same order on every replica", () => {
    const expected = [0, 1].flatMap((replica) =>
      [1, 2].map((bucket) => {
        const name = (number: number) => `replica_${replica}/all_reduce/bucket_${number}`;
        return `${name(bucket - 1)} ${name(bucket)}`;
      }),
    );
    expect(edges(graphOf(buckets, { tasks: 2 }))).toEqual(expected);
    expect(edges(graphOf(buckets, { tasks: 2, collectives: "ring" }))).toEqual([]);
  });

  it("never wait by TensorFlow's `wait_for`, by which the second step would hang", () => {
    for (const { attributes } of reductions(graphOf(buckets, { tasks: 2 })))
      expect(attributes.wait_for).toEqual({ list: {} });
  });
});

describe("along an axis of a mesh", () => {
  const along = { name: "data", size: 2 };
  const ops = (step: (x: tf.Tensor1D) => tf.Tensor[], chosen?: Chosen): string[] =>
    graphOf(step, chosen)
      .filter(({ op, name }) => op.startsWith("Collective") && name.startsWith("replica_0/"))
      .map((node) => `${node.op} ${textOf(node, "communication_hint")}`);

  it("sums are scattered by one op, which a ring does not have", () => {
    const scatter = (x: tf.Tensor1D) => [reduceScatter(x, { along })];
    expect(ops(scatter)).toEqual(["CollectiveReduceScatterV2 nccl"]);
    expect(ops(scatter, { collectives: "ring" })).toEqual(["CollectiveAllToAllV2 ring"]);
  });

  it("what devices send each other does not go by NCCL, which exchanges within a process only", () => {
    const swap = (x: tf.Tensor1D) => [allToAll(x, { along, between: [0, 0] })];
    const pass = (x: tf.Tensor1D) => {
      send(x, { along, from: 0, to: 1 });
      return [receive([2], { along, from: 1, to: 0 })];
    };
    for (const tasks of [1, 2]) {
      expect(ops(swap, { tasks })).toEqual(["CollectiveAllToAllV2 ring"]);
      expect(ops(pass, { tasks })).toEqual(["CollectiveBcastSendV2 ring", "CollectiveBcastRecvV2 ring"]);
    }
  });

  it("each collective waits for the one before on several nodes, and none in one process", () => {
    const several = (x: tf.Tensor1D) => [
      ...allReduce([x], { along }),
      ...allReduce([x.mul(2)]),
      allGather(x, { along }),
      reduceScatter(x, { along }),
    ];
    const waits = (tasks: number) =>
      graphOf(several, { tasks })
        .filter(({ op, name }) => op.startsWith("Collective") && name.startsWith("replica_0/"))
        .map(({ controls }) => controls.map(({ op }) => op).join());
    expect(waits(1)).toEqual(["", "", "", ""]);
    expect(waits(2)).toEqual(["", "CollectiveReduceV2", "CollectiveReduce", "CollectiveGatherV2"]);
  });
});

describe("what NCCL adds up", () => {
  // kValidDataTypes in TensorFlow's nccl_manager.cc: float32, float64, int32, int64 and float16; and no bfloat16 (14).
  it("is of the types that it takes, in a step of any precision", () => {
    expect([...NCCL_TYPES]).toEqual([1, 2, 3, 9, 19]);
    const step = (x: tf.Tensor1D): tf.Tensor[] => {
      const weights = tf.ones<tf.Rank.R2>([2, 2]);
      const gradient = tf.grad((w: tf.Tensor) => tf.matMul(x.reshape([1, 2]), w as tf.Tensor2D).sum())(weights);
      return allReduce([gradient, x]);
    };
    for (const precision of [undefined, "mixed_float16"] as const) {
      const types = reductions(graphOf(step, { precision })).map(({ attributes }) => attributes.T?.type);
      expect(types).toHaveLength(4);
      for (const type of types) expect(NCCL_TYPES).toContain(type);
    }
  });

  it("is refused in any other type when the step is captured, not when it runs", () => {
    const rounded = (x: tf.Tensor1D) => allReduce([x], { compression: "bfloat16" });
    expect(() => graphOf(rounded)).toThrow(/^TensorFlow cannot add up bfloat16 by NCCL: choose/);
    expect(reductions(graphOf(rounded, { collectives: "ring" })).map(({ attributes }) => attributes.T?.type)).toEqual([
      14, 14,
    ]);
    const bytes = (x: tf.Tensor1D) =>
      allReduce(nativeOp("Cast", { SrcT: { type: "float32" }, DstT: { type: "uint8" } }, [x]));
    expect(() => graphOf(bytes)).toThrow(
      /^TensorFlow cannot add up tensors of its type 4 by NCCL: choose the collectives "ring"/,
    );
  });
});
