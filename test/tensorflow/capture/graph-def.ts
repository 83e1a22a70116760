import protobuf from "protobufjs";

// The fields of TensorFlow's GraphDef that tests look at, with their numbers in tensorflow/core/framework/*.proto.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message AttrValue { bytes list = 1; bytes s = 2; int32 i = 3; int32 type = 6; }
  message NodeDef {
    string name = 1;
    string op = 2;
    repeated string input = 3;
    string device = 4;
    map<string, AttrValue> attr = 5;
  }
  message GraphDef { repeated NodeDef node = 1; }`);

/** A node of a graph. An input that begins with `^` is a control edge. */
export interface NodeDef {
  name: string;
  op: string;
  input: string[];
  device: string;
  /** `type` is a TF_DataType. */
  attr: Record<string, { list: Uint8Array; s: Uint8Array; i: number; type: number }>;
}

/** The nodes of a serialized GraphDef. */
export function nodesOf(definition: Uint8Array): NodeDef[] {
  const { node } = root.lookupType("GraphDef").decode(definition) as unknown as { node: NodeDef[] };
  return node;
}
