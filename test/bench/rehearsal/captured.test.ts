import { beforeAll, expect, it } from "vitest";
import { captureModels } from "../../../bench/rehearsal/captures";
import { load, type LoadedGraph, type StepName } from "../../../bench/rehearsal/captured-graph";
import { checks } from "../../../bench/rehearsal/checks";
import { groupProblems, keyProblems } from "../../../bench/rehearsal/collectives";
import type { GraphNode } from "../../../bench/rehearsal/graph-def";
import { orderProblems, standstillProblems } from "../../../bench/rehearsal/order";
import { gpuPrecisions } from "../../../bench/rehearsal/precisions";
import { placementProblems } from "../../../bench/rehearsal/placement";
import { temporaryFolder } from "../../temporary";
import { text, types } from "./graphs";

// Steps as captured for GPUs, of a small model that has every kind of layer, and of a GPT.
const folder = temporaryFolder("rehearsal");
let images: LoadedGraph[];
let graphs: LoadedGraph[];
beforeAll(async () => {
  const captured = await Promise.all([
    captureModels(["tinyefficientnet"], folder),
    captureModels(["gpt-1m"], folder, ["zero-2", "pipeline"]),
  ]);
  [images] = captured.map((some) => some.map((graph) => load(graph)));
  graphs = captured.flat().map((graph) => load(graph));
});

/** A copy of a step that a test may break. */
function stepOf(strategy: string, step: StepName, task?: number): LoadedGraph {
  const found = graphs.find((each) => each.strategy === strategy && each.step === step && each.task === task);
  expect(found).toBeDefined();
  return load(found!);
}

/** The same of two processes. */
const stepsOf = (strategy: string, step: StepName) => [0, 1].map((task) => stepOf(strategy, step, task));

const named =
  (...names: string[]) =>
  ({ nodes }: LoadedGraph) =>
    nodes.filter(({ op }) => names.includes(op));
const reductions = named("CollectiveReduce");
const messages = (find: typeof keyProblems, some: LoadedGraph[]): string[] => Array.from(find(some), ([, problem]) => problem); // prettier-ignore

it("every strategy, precision and step is there, for as many replicas as there are GPUs", () => {
  const count = (key: "strategy" | "precision" | "step", value: string) =>
    images.filter((graph) => graph[key] === value).length;
  expect(images).toHaveLength(51);
  const strategies = ["one-device", "mirrored", "multi-worker", "zero-3 data=2"];
  expect(strategies.map((name) => count("strategy", name))).toEqual([15, 10, 20, 6]);
  expect(gpuPrecisions.map((name) => count("precision", name))).toEqual([23, 23, 5]);
  for (const step of ["training", "last batch", "evaluation"]) expect(count("step", step)).toBe(11);
  for (const step of ["accumulation", "update"]) expect(count("step", step)).toBe(9);
  expect(stepOf("mirrored", "training").nodes.filter(({ device }) => device.endsWith("GPU:1")).length).toBeGreaterThan(
    500,
  );
  expect(stepOf("one-device", "training").nodes.map(({ op }) => op)).not.toContain("ReverseV2"); // which is for CPUs
});

it("the checks that need no TensorFlow for CUDA find nothing", () => {
  const problems = checks.flatMap((check) => ("find" in check ? check.find({ captured: graphs }) : []));
  expect(problems).toEqual([]);
});

it("a GPU does not move the integers of a text, which it would do on the host", () => {
  const moves = named("Reshape", "Split", "SplitV", "Slice", "Transpose", "ConcatV2");
  const moved = graphs.flatMap((graph) =>
    moves(graph)
      .filter(({ attributes, inputs }) => attributes.T?.type === types.int32 && inputs[0].from.op !== "Const")
      .map(({ name }) => `${graph.name}: ${name}`),
  );
  expect(moved).toEqual([]);
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

it("a collective that NCCL does not make, and one that it should not, is found", () => {
  const graph = stepOf("multi-worker", "training", 0);
  const [first, second] = reductions(graph);
  first.attributes.T = { type: types.bfloat16 };
  second.attributes.communication_hint = text("ring");
  const stages = stepOf("pipeline stage=2", "training");
  named("CollectiveBcastRecvV2")(stages)[0].attributes.communication_hint = text("nccl");
  expect([graph, stages].flatMap((each) => [...groupProblems(each)]).map((problem) => problem.replace(/^\S+ /, ""))).toEqual([
    "sends bfloat16, which NCCL does not take",
    'goes by "ring", not by "nccl"',
    'goes by "nccl", not by "ring"',
  ]); // prettier-ignore
});

it("replicas or processes that would not meet in an all-reduce are found", () => {
  const graph = stepOf("mirrored", "training");
  reductions(graph)[0].attributes.instance_key = { i: "999" };
  expect(messages(keyProblems, [graph])).toEqual([
    expect.stringMatching(/^group \d+: replica 0 has .*Reduce 999 float32.*; replica 1 has/),
  ]);
  const [here, there] = stepsOf("multi-worker", "training");
  expect(messages(keyProblems, [here, there])).toEqual([]);
  for (const node of reductions(there)) node.attributes.group_key = { i: "77" };
  expect(messages(keyProblems, [here, there])).toContainEqual(
    expect.stringMatching(/^group 77: \S+ is for 4 devices, but 2 have such$/),
  );
  const again = { ...stepOf("mirrored", "training"), step: "update" as const };
  expect(messages(keyProblems, [stepOf("mirrored", "training"), again])).toContainEqual(
    expect.stringContaining("is also that of"),
  );
  const alone = stepOf("mirrored", "evaluation");
  alone.nodes = alone.nodes.filter(({ op, name }) => op !== "CollectiveReduce" || name.startsWith("replica_0/"));
  expect(messages(keyProblems, [alone])).toEqual([expect.stringMatching(/ is for 2 devices, but 1 have such$/)]);
});

it("devices of a mesh that would not meet along an axis are found", () => {
  const steps = stepsOf("zero-2 copies=2,data=2", "training");
  expect(messages(keyProblems, steps)).toEqual([]);
  // Along `data` the groups are those of a process, along `copies` each has a device of both.
  const [{ nodes, numbers }] = steps;
  const gather = nodes.find(({ op, name }) => op === "CollectiveGatherV2" && name.startsWith("replica_1/"))!;
  const group = gather.inputs[2].from.name; // behind the part and how many they are
  const other = { ...steps[0], numbers: { ...numbers, [group]: numbers[group] + 77 } };
  expect(messages(keyProblems, [other, steps[1]]).filter((problem) => problem.includes("1 have such")).length).toBeGreaterThan(1); // prettier-ignore
  const [stages] = [stepOf("pipeline stage=2", "training")];
  const [sender] = named("CollectiveBcastSendV2")(stages);
  sender.op = "CollectiveBcastRecvV2";
  sender.inputs.shift();
  expect(messages(keyProblems, [stages])).toEqual([
    expect.stringMatching(/^group \d+: 0 devices send by the key \d+$/),
  ]);
});

it("between processes collectives that nothing keeps in order are found; in one process none must wait", () => {
  const graph = stepOf("multi-worker", "training", 0);
  for (const node of reductions(graph)) node.controls = [];
  expect([...orderProblems(graph)]).toEqual(
    [0, 1].map((replica) => expect.stringMatching(`^replica ${replica} may start replica_${replica}/.* before or after`) as string), // prettier-ignore
  );
  const inOneProcess = stepOf("mirrored", "training");
  for (const node of reductions(inOneProcess)) node.controls = [];
  expect([...orderProblems(inOneProcess)]).toEqual([]);
  const sharded = stepOf("zero-2 copies=2,data=2", "training", 1);
  expect([...orderProblems(sharded)]).toEqual([]);
  for (const node of named("CollectiveReduceScatterV2", "CollectiveReduceV2")(sharded)) node.controls = [];
  expect([...orderProblems(sharded)]).toHaveLength(2);
});

it("devices that come to two collectives in another order, and stages that both receive first, are found", () => {
  const [here, there] = stepsOf("zero-2 copies=2,data=2", "training");
  expect(messages(standstillProblems, [here, there])).toEqual([]);
  // Of two that follow each other on all devices, the first waits for the second on one of them.
  const [first, second] = named("CollectiveReduceV2")(there).filter(({ name }) => name.startsWith("replica_0/"));
  second.controls = [];
  first.controls.push(second);
  expect(messages(standstillProblems, [here, there])).toEqual([
    expect.stringMatching(/^devices wait for each other in .*CollectiveReduceV2/),
  ]);
  const stages = stepOf("pipeline stage=2", "training");
  const received = named("CollectiveBcastRecvV2")(stages);
  const sent = named("CollectiveBcastSendV2")(stages);
  expect(messages(standstillProblems, [stages])).toEqual([]);
  const of = (some: GraphNode[], replica: number) => some.find(({ name }) => name.startsWith(`replica_${replica}/`))!;
  for (const replica of [0, 1]) of(sent, replica).controls.push(...received.filter(({ name }) => name.startsWith(`replica_${replica}/`))); // prettier-ignore
  expect(messages(standstillProblems, [stages])).toEqual([
    expect.stringMatching(/^devices wait for each other in .*Collective/),
  ]);
});
