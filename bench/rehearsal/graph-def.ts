import protobuf from "protobufjs";

// The fields of a GraphDef that the checks read, with their numbers in tensorflow/core/framework/{graph,node_def,attr_value,
// tensor,tensor_shape}.proto (TensorFlow 2.20).
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Dim { int64 size = 1; }
  message Shape { repeated Dim dim = 2; bool unknown_rank = 3; }
  message Tensor { int32 dtype = 1; Shape tensor_shape = 2; bytes tensor_content = 4; repeated int32 int_val = 7; }
  message List { repeated bytes s = 2; repeated int64 i = 3; repeated int32 type = 6; repeated Shape shape = 7; }
  message Attribute {
    oneof value {
      List list = 1; bytes s = 2; int64 i = 3; float f = 4; bool b = 5; int32 type = 6; Shape shape = 7; Tensor tensor = 8;
    }
  }
  message Node {
    string name = 1;
    string op = 2;
    repeated string input = 3;
    string device = 4;
    map<string, Attribute> attr = 5;
  }
  message Graph { repeated Node node = 1; }`);
const GraphMessage = root.lookupType("Graph");

/** A shape; a dimension that is not known is -1. */
interface ShapeMessage {
  dim?: { size?: string }[];
  unknownRank?: boolean;
}

/** The value of an op's attribute: one of these fields. A type is a number of TensorFlow's DataType. */
export interface Attribute {
  s?: Uint8Array;
  i?: string;
  b?: boolean;
  type?: number;
  shape?: ShapeMessage;
  list?: { s?: Uint8Array[]; i?: string[]; type?: number[]; shape?: ShapeMessage[] };
  tensor?: { dtype?: number; tensorShape?: ShapeMessage; tensorContent?: Uint8Array; intVal?: number[] };
}

/** One op of a graph. */
export interface GraphNode {
  name: string;
  op: string;
  device: string;
  /** The tensors that it reads, in the op's order. */
  inputs: { from: GraphNode; output: number }[];
  /** The ops that it waits for without reading them. */
  controls: GraphNode[];
  attributes: Record<string, Attribute | undefined>;
}

/** Reads a serialized GraphDef. */
export function readGraph(bytes: Uint8Array): GraphNode[] {
  const { node: messages = [] } = GraphMessage.toObject(GraphMessage.decode(bytes), { longs: String }) as {
    node?: { name: string; op: string; input?: string[]; device?: string; attr?: GraphNode["attributes"] }[];
  };
  const nodes = messages.map(({ name, op, device = "", attr = {} }): GraphNode => ({
    ...{ name, op, device, attributes: attr },
    ...{ inputs: [], controls: [] },
  }));
  const named = new Map(nodes.map((node) => [node.name, node]));
  messages.forEach(({ input = [] }, index) => {
    for (const text of input) {
      const [, control, name, output = "0"] = /^(\^?)([^:]*):?(\d+)?$/.exec(text)!; // TensorFlow writes no other form
      const from = named.get(name);
      if (!from) throw new Error(`The graph's op ${nodes[index].name} reads ${name}, which is not in the graph.`);
      if (control === "") nodes[index].inputs.push({ from, output: Number(output) });
      else nodes[index].controls.push(from);
    }
  });
  return nodes;
}

/** The names of TensorFlow's types that steps have; another type has its number. */
const typeNames: Record<number, string> = {
  ...{ 1: "float32", 2: "float64", 3: "int32", 4: "uint8", 7: "string", 9: "int64", 10: "bool", 14: "bfloat16" },
  ...{ 19: "float16", 20: "resource", 21: "variant" },
};

/** A type's name: `float32`. */
const typeName = (type: number): string => typeNames[type] ?? `type ${type}`;

/** The type by which an op is called: that of what it computes. Of a Cast both: `float32 to float16`. */
export function computedType({ attributes }: GraphNode): string {
  const type = (name: string) => attributes[name]?.type;
  const [from, to] = [type("SrcT") ?? type("T"), type("DstT") ?? type("type")];
  if (from !== undefined && to !== undefined) return `${typeName(from)} to ${typeName(to)}`;
  const one = from ?? type("dtype") ?? type("TI");
  return one === undefined ? "" : typeName(one);
}

/** A text attribute, or an empty text. */
export const textOf = ({ attributes }: GraphNode, name: string): string =>
  Buffer.from(attributes[name]?.s ?? []).toString("utf8");

/** The value of a constant that is one int32. TensorFlow leaves out zeros. */
export function numberOf({ attributes }: GraphNode): number {
  const { intVal, tensorContent } = attributes.value?.tensor ?? {};
  return intVal?.[0] ?? (tensorContent ? Buffer.from(tensorContent).readInt32LE() : 0);
}

/** The replica that an op belongs to, by its name; undefined for those around the replicas. */
export function replicaOf({ name }: GraphNode): number | undefined {
  const [, number] = /^replica_(\d+)\//.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}
