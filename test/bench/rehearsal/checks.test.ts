import { describe, expect, it } from "vitest";
import { moreThanKeras } from "../../../bench/rehearsal/against-keras";
import { hostCopies, describeCopy, kernelProblems, type KernelRegistry } from "../../../bench/rehearsal/kernels";
import { fusionProblems, layoutProblems, transposeProblems } from "../../../bench/rehearsal/layout";
import { keptProblems, productProblems } from "../../../bench/rehearsal/precision";
import { node, stepOf, text, typed, types } from "./graphs";

const one = (name: string, type: string | number = "T") => ({ name, count: "", type });

// As TensorFlow has them: a product of two types, int32 compared on the host, a list.
const registry: KernelRegistry = {
  tensorflow: "2.20.0",
  ops: {
    MatMul: {
      ...{ inputs: [one("a"), one("b")], outputs: [one("product")] },
      kernels: [{ types: { T: [types.float32, types.float16] }, host: [], priority: 0 }],
    },
    Equal: {
      ...{ inputs: [one("x"), one("y")], outputs: [one("z", 10)] },
      kernels: [
        { types: { T: [types.float32] }, host: [], priority: 0 },
        { types: { T: [types.int32] }, host: ["x", "y", "z"], priority: 0 },
      ],
    },
    Pack: {
      ...{ inputs: [{ name: "values", count: "N", type: "T" }], outputs: [one("output")] },
      kernels: [{ types: {}, host: [], priority: 0 }],
    },
  },
};

describe("kernels", () => {
  const argument = (type: keyof typeof types) => node("Placeholder", [], { dtype: { type: types[type] } });

  it("finds an op that GPUs do not have, and a type that its kernels do not take", () => {
    const [x, halves] = [argument("float32"), argument("bfloat16")];
    const fine = node("MatMul", [x, x], typed("float32"));
    expect([...kernelProblems(registry, [x, fine])]).toEqual([]);
    const problems = [
      ...kernelProblems(registry, [node("MatMul", [halves, halves], typed("bfloat16")), node("Unique", [x])]),
    ];
    expect(problems).toEqual(["MatMul (bfloat16) has no GPU kernel", "Unique () has no GPU kernel"]);
  });

  it("finds tensors that kernels read or leave on the host, each once", () => {
    const [x, labels] = [argument("float32"), argument("int32")];
    const equal = node("Equal", [labels, labels], typed("int32"));
    const packed = node("Pack", [x, equal], { N: { i: "2" }, ...typed("float32") });
    expect(hostCopies(registry, [x, labels, equal, packed]).map(describeCopy)).toEqual([
      "Equal (int32) -> Pack (float32), to the GPU",
    ]);
    const compared = node("Equal", [x, x], typed("float32"));
    expect(hostCopies(registry, [x, compared])).toEqual([]);
    const product = node("MatMul", [x, x], typed("float32"));
    const onHost = node("Equal", [product, labels], typed("int32"));
    expect(hostCopies(registry, [x, labels, product, onHost]).map(describeCopy)).toEqual([
      "MatMul (float32) -> Equal (int32), to the host",
    ]);
  });
});

describe("layout", () => {
  const images = node("Placeholder");
  const conv = (format: string) => node("Conv2D", [images], { data_format: text(format), ...typed("float32") });

  it("is channels first where float32 is trained, and else channels last", () => {
    expect([...layoutProblems(stepOf([conv("NCHW")]))]).toEqual([]);
    expect([...layoutProblems(stepOf([conv("NHWC")]))]).toEqual(["Conv2D replica_0/Conv2D is in NHWC, not NCHW"]);
    expect([...layoutProblems(stepOf([conv("NCHW")], { step: "evaluation" }))]).toHaveLength(1);
    expect([...layoutProblems(stepOf([conv("NCHW")], { precision: "mixed_float16" }))]).toHaveLength(1);
    // A GPT's layer normalization has no images.
    const rows = node("FusedBatchNormV3", [], { data_format: text("NCHW") });
    expect([...layoutProblems(stepOf([rows], { precision: "mixed_float16" }))]).toEqual([]);
    expect([...layoutProblems(stepOf([rows, conv("NHWC")], { precision: "mixed_float16" }))]).toHaveLength(1);
  });

  it("has transposes at its two ends only", () => {
    const first = node("Transpose", [images]);
    const layer = conv("NCHW");
    const logits = node("BatchMatMulV2", [layer]);
    const last = node("Transpose", [node("Tile", [logits])]);
    expect([...transposeProblems(stepOf([images, first, layer, logits, last]))]).toEqual([]);
    const between = node("Transpose", [node("BroadcastTo", [node("Mean", [layer])])]);
    expect([...transposeProblems(stepOf([images, layer, between]))]).toEqual([
      "what BroadcastTo replica_0/BroadcastTo computes is transposed",
    ]);
  });

  it("fuses BatchNorm and the ReLU behind it in 16 bits", () => {
    const relu = node("Relu", [node("FusedBatchNormV3")]);
    expect([...fusionProblems(stepOf([relu], { precision: "mixed_float16" }))]).toHaveLength(1);
    expect([...fusionProblems(stepOf([relu]))]).toEqual([]);
    const gathering = { ...node("Identity"), controls: [relu] };
    expect([...fusionProblems(stepOf([relu, gathering], { precision: "mixed_float16" }))]).toEqual([]);
    expect([...fusionProblems(stepOf([node("_FusedBatchNormEx")], { precision: "mixed_float16" }))]).toEqual([]);
  });
});

it("what our step has more of than Keras's is told, transposes where both have one layout", () => {
  const few = { kernels: 1, bytes: 10 };
  const sums = [
    { what: "all kernels", ours: few, keras: { kernels: 2, bytes: 9 } },
    { what: "casts", ours: few, keras: few },
    { what: "transposes", ours: few, keras: { kernels: 0, bytes: 0 } },
  ];
  const comparison = { model: "m", precision: "float32", ops: [], sums };
  expect(moreThanKeras({ ...comparison, layouts: { ours: "NCHW", keras: "NCHW" } })).toEqual([
    "all kernels",
    "transposes",
  ]);
  expect(moreThanKeras({ ...comparison, layouts: { ours: "NCHW", keras: "NHWC" } })).toEqual(["all kernels"]);
});

describe("precision", () => {
  const cast = (from: ReturnType<typeof node>) =>
    node("Cast", [from], { SrcT: { type: types.float16 }, DstT: { type: types.float32 } });
  const mixed = { precision: "mixed_float16" };

  it("multiplies in 16 bits where it is mixed, and else in float32", () => {
    const product = (type: keyof typeof types) => [node("Conv2D", [], typed(type))];
    expect([...productProblems(stepOf(product("float16"), mixed))]).toEqual([]);
    expect([...productProblems(stepOf(product("float32"), mixed))]).toEqual([
      "Conv2D replica_0/Conv2D computes in float32",
    ]);
    expect([...productProblems(stepOf(product("float16")))]).toHaveLength(1);
  });

  it("updates weights in float32 by gradients that may have come in 16 bits", () => {
    const gradient = node("Conv2DBackpropFilter", [node("Mul", [], typed("float16"))], typed("float16"));
    const update = (by: ReturnType<typeof node>) => {
      const product = node("Mul", [by], typed("float32"));
      return [gradient, by, product, node("AssignSubVariableOp", [product])];
    };
    expect([...keptProblems(stepOf(update(cast(gradient)), mixed))]).toEqual([]);
    const packed = node("ConcatV2", [gradient], typed("float16"));
    const moved = node("Reshape", [packed], typed("float16"));
    expect([...keptProblems(stepOf([packed, moved, ...update(cast(moved))], mixed))]).toEqual([]);
    const sum = node("Add", [gradient, gradient], typed("float16"));
    expect([...keptProblems(stepOf([sum, ...update(cast(sum))], mixed))]).toEqual([
      "Add replica_0/Add makes in float16 what the step keeps",
    ]);
    const rounded = node("Mul", [gradient], typed("float16"));
    expect([...keptProblems(stepOf([rounded, ...update(cast(rounded))], mixed))]).toEqual([
      "Mul replica_0/Mul makes in float16 what the step keeps",
    ]);
  });

  it.each(["CollectiveReduce", "CollectiveReduceV2", "CollectiveReduceScatterV2"])("adds up by %s in float32", (op) => {
    const sum = node(op, [], typed("float16"));
    expect([...keptProblems(stepOf([sum, cast(sum)], mixed))]).toEqual([`replica_0/${op} adds up in float16`]);
  });
});
