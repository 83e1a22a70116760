import { beforeAll, expect, it } from "vitest";
import { captureModels } from "../../lib/rehearsal/captures";
import { load, type LoadedGraph, type StepName } from "../../lib/rehearsal/captured-graph";
import { checks } from "../../lib/rehearsal/checks";
import { groupProblems, keyProblems, orderProblems } from "../../lib/rehearsal/collectives";
import { placementProblems } from "../../lib/rehearsal/placement";
import { temporaryFolder } from "../temporary";
import { text, types } from "./graphs";

// Steps as captured for GPUs, of a small model that has every kind of layer.
const folder = temporaryFolder("rehearsal");
let graphs: LoadedGraph[];
beforeAll(async () => {
  graphs = (await captureModels(["tinyefficientnet"], folder)).map((graph) => load(graph));
});

/** A copy of a step that a test may break. */
function stepOf(strategy: string, step: StepName, task?: number): LoadedGraph {
  const found = graphs.find((each) => each.strategy === strategy && each.step === step && each.task === task);
  expect(found).toBeDefined();
  return load(found!);
}

const reductions = ({ nodes }: LoadedGraph) => nodes.filter(({ op }) => op === "CollectiveReduce");
const keyMessages = (some: LoadedGraph[]): string[] => Array.from(keyProblems(some), ([, problem]) => problem);

it("every strategy, precision and step is there, for as many replicas as there are GPUs", () => {
  const count = (key: "strategy" | "precision" | "step", value: string) =>
    graphs.filter((graph) => graph[key] === value).length;
  expect(graphs).toHaveLength(40);
  expect(["one-device", "mirrored", "multi-worker"].map((name) => count("strategy", name))).toEqual([10, 10, 20]);
  expect(["float32", "mixed_float16"].map((name) => count("precision", name))).toEqual([20, 20]);
  for (const step of ["training", "last batch", "evaluation", "accumulation", "update"])
    expect(count("step", step)).toBe(8);
  expect(stepOf("mirrored", "training").nodes.filter(({ device }) => device.endsWith("GPU:1")).length).toBeGreaterThan(
    500,
  );
  expect(stepOf("one-device", "training").nodes.map(({ op }) => op)).not.toContain("ReverseV2"); // which is for CPUs
});

it("the checks that need no TensorFlow for CUDA find nothing", () => {
  const problems = checks.flatMap((check) => ("find" in check ? check.find({ captured: graphs }) : []));
  expect(problems).toEqual([]);
});

it("an op on another device, and a tensor that crosses GPUs, are found", () => {
  const graph = stepOf("mirrored", "training");
  const [first, other] = [0, 1].map((replica) =>
    graph.nodes.find(({ op, name }) => op === "Conv2D" && name.startsWith(`replica_${replica}/`)),
  );
  first!.device = "/device:CPU:0";
  expect([...placementProblems(graph)]).toContainEqual(
    expect.stringMatching(/Conv2D .* placed on .device:CPU:0, not on GPU:0/),
  );
  const crossed = stepOf("mirrored", "training");
  const reader = crossed.nodes.find(({ name }) => name === first!.name)!;
  reader.inputs[0].from = crossed.nodes.find(({ name }) => name === other!.inputs[0].from.name)!;
  expect([...placementProblems(crossed)]).toEqual([expect.stringMatching(/^replica_0.* reads replica_1/)]);
});

it("an all-reduce that NCCL does not make, or not among all, is found", () => {
  const graph = stepOf("multi-worker", "training", 0);
  const [first, second, third] = reductions(graph);
  first.attributes.T = { type: types.bfloat16 };
  second.attributes.communication_hint = text("ring");
  third.attributes.group_size = { i: "2" };
  expect([...groupProblems(graph)].map((problem) => problem.replace(/^\S+ /, ""))).toEqual([
    "sends bfloat16, which NCCL cannot add up",
    'goes by "ring", not by NCCL',
    "is for 2 of 4 replicas",
  ]);
});

it("replicas or processes that would not meet in an all-reduce are found", () => {
  const graph = stepOf("mirrored", "training");
  reductions(graph)[0].attributes.instance_key = { i: "999" };
  expect(keyMessages([graph])).toEqual([expect.stringContaining("replicas 0 and 1 have other all-reduces")]);
  const [here, there] = [0, 1].map((task) => stepOf("multi-worker", "training", task));
  expect(keyMessages([here, there])).toEqual([]);
  for (const node of reductions(there)) node.attributes.group_key = { i: "77" };
  expect(keyMessages([here, there])).toEqual([expect.stringContaining("task 0 has other all-reduces")]);
  const again = { ...stepOf("mirrored", "training"), step: "update" as const };
  expect(keyMessages([stepOf("mirrored", "training"), again])).toContainEqual(
    expect.stringContaining("is also that of"),
  );
  const alone = stepOf("mirrored", "evaluation");
  alone.nodes = alone.nodes.filter(({ op, name }) => op !== "CollectiveReduce" || name.startsWith("replica_0/"));
  expect(keyMessages([alone])).toEqual(["1 of 2 replicas have all-reduces"]);
});

it("between processes all-reduces that nothing keeps in order are found; in one process none must wait", () => {
  const graph = stepOf("multi-worker", "training", 0);
  for (const node of reductions(graph)) node.controls = [];
  expect([...orderProblems(graph)]).toEqual(
    [0, 1].map((replica) => expect.stringContaining(`replica ${replica} may start replica_${replica}/`) as string),
  );
  const inOneProcess = stepOf("mirrored", "training");
  for (const node of reductions(inOneProcess)) node.controls = [];
  expect([...orderProblems(inOneProcess)]).toEqual([]);
});
