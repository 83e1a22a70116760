import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Precision } from "../../lib/tensorflow";
import { captureIn } from "./captures";
import type { ComparedStep } from "./captured-graph";
import { askCudaWheel } from "./cuda-wheel";
import { computedType, readGraph, textOf, type GraphNode } from "./graph-def";
import { hostCopies, type KernelRegistry } from "./kernels";

// Ops that launch no kernel: they pass a tensor on, read what is there, or let a variable take a tensor's memory over.
const FREE = new Set(
  (
    "Const Identity Reshape Squeeze ExpandDims Bitcast StopGradient Placeholder VarHandleOp ReadVariableOp AssignVariableOp " +
    "NoOp"
  ).split(" "),
);

/** Whether an op launches no kernel. What lies one behind another is unpacked where it lies. */
const isFree = (node: GraphNode): boolean =>
  FREE.has(node.op) || (node.op === "Unpack" && Number(node.attributes.axis?.i ?? 0) === 0);

/** How often an op runs in a step, and the bytes that it reads and writes in it. */
export interface Work {
  kernels: number;
  bytes: number;
}

/** The same op with the same type in both steps. */
interface ComparedOp {
  op: string;
  type: string;
  ours: Work;
  keras: Work;
}

/** What two steps do, in one precision. */
export interface Comparison {
  model: string;
  precision: string;
  ops: ComparedOp[];
  /** Sums of what a step should have little of; `all kernels` are those of all ops. */
  sums: ({ what: string } & Record<"ours" | "keras", Work>)[];
  /** The layout of each step's images: NCHW, NHWC, or both. */
  layouts: Record<"ours" | "keras", string>;
}

/**
 * The sums of which our step has more than Keras's. Transposes count where both steps have one layout: Grappler gives up the layout
 * of Keras's EfficientNet, whose stochastic depth it cannot turn around, so that nothing is transposed there.
 */
export function moreThanKeras({ sums, layouts }: Comparison): string[] {
  const compared = sums.filter(({ what }) => what !== TRANSPOSES || layouts.ours === layouts.keras);
  return compared
    .filter(({ ours, keras }) => ours.kernels > keras.kernels || ours.bytes > keras.bytes)
    .map(({ what }) => what);
}

const TRANSPOSES = "transposes";

/**
 * Compares a model's training step with Keras's `train_step` of the same model, as Grappler leaves both for one H100; Keras's
 * without XLA. Shapes are those of the step, so that bytes are what kernels move at least.
 * @param precision Of ours; where it is not float32, Keras's is mixed_float16.
 * @param folder Where the graphs are written.
 */
export async function compareWithKeras(
  compared: ComparedStep,
  precision: Precision,
  { python, folder }: { python: string; folder: string },
): Promise<Comparison> {
  const file = (name: string): string => join(folder, `${compared.model}-${precision}-${name}`);
  const [{ config }] = await captureIn({ compared, precision, file: file("ours.pb") });
  await askCudaWheel(python, [
    { file: file("kernels.json"), kernels: true },
    { file: file("keras.pb"), keras: { ...compared, mixed: precision !== "float32" } },
    ...["ours", "keras"].flatMap((name) => [
      // Keras's step runs under TensorFlow's defaults, also where a pass of Grappler fails.
      {
        ...{ file: file(`${name}.opt`), graph: file(`${name}.pb`), gpus: 1 },
        ...(name === "ours" ? { config } : { config: "", forgiving: true }),
      },
      { file: file(`${name}.json`), sizes: file(`${name}.opt`) },
    ]),
  ]);
  const registry = JSON.parse(readFileSync(file("kernels.json"), "utf8")) as KernelRegistry;
  const [ours, keras] = ["ours", "keras"].map((name) => {
    const sizes = JSON.parse(readFileSync(file(`${name}.json`), "utf8")) as Sizes;
    return stepOf(readGraph(readFileSync(file(`${name}.opt`))), sizes, registry);
  });
  const names = [...new Set([...ours.ops.keys(), ...keras.ops.keys()])].sort();
  const ops = names.map((name): ComparedOp => {
    const [op, type] = name.split("|");
    return { op, type, ours: ours.ops.get(name) ?? none, keras: keras.ops.get(name) ?? none };
  });
  const sums = [...ours.sums].map(([what, work]) => ({ what, ours: work, keras: keras.sums.get(what) ?? none }));
  const layouts = { ours: ours.layout, keras: keras.layout };
  return { model: compared.model, precision, ops, sums, layouts };
}

const none: Work = { kernels: 0, bytes: 0 };
const sumOf = (a: Work, b: Work): Work => ({ kernels: a.kernels + b.kernels, bytes: a.bytes + b.bytes });

type Sizes = Record<string, { read: number; written: number }>;

function stepOf(nodes: GraphNode[], sizes: Sizes, registry: KernelRegistry) {
  const running = nodes.filter((node) => !isFree(node));
  const workOf = (some: readonly GraphNode[]): Work => ({
    kernels: some.length,
    bytes: some.reduce((sum, { name }) => sum + sizes[name].read + sizes[name].written, 0),
  });
  const ops = new Map<string, Work>();
  for (const node of running) {
    const name = `${node.op}|${computedType(node)}`;
    ops.set(name, sumOf(ops.get(name) ?? none, workOf([node])));
  }
  const copies = hostCopies(registry, nodes);
  const sums = new Map([
    ["all kernels", workOf(running)],
    [TRANSPOSES, workOf(running.filter(({ op }) => op === "Transpose"))],
    ["casts", workOf(running.filter(({ op }) => op === "Cast"))],
    ["paddings and slices", workOf(running.filter(({ op }) => /^(Pad|PadV2|Slice)$/.test(op)))],
    ["copies to the host", { kernels: copies.filter(({ towards }) => towards === "host").length, bytes: 0 }],
    ["copies from the host", { kernels: copies.filter(({ towards }) => towards === "GPU").length, bytes: 0 }],
  ]);
  const formats = new Set(nodes.filter(({ op }) => op === "Conv2D").map((node) => textOf(node, "data_format")));
  return { ops, sums, layout: [...formats].sort().join(" and ") };
}
