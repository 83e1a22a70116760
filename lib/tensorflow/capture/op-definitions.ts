import protobuf from "protobufjs";
import { cApi, type Pointer } from "../c-api";

// The fields of tensorflow/core/framework/op_def.proto that distinguish lists from single tensors, and name inputs' types.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message OpDef {
    message ArgDef { string name = 1; string type_attr = 4; string number_attr = 5; string type_list_attr = 6; }
    message AttrDef { string name = 1; string type = 2; }
    string name = 1;
    repeated ArgDef input_arg = 2;
    repeated AttrDef attr = 4;
  }`);
const OpDef = root.lookupType("OpDef");

/** TensorFlow's declaration of an op. */
interface OpDefinition {
  /** Each input, whether it is a list of tensors, and the attribute that is its type, if that is not fixed. */
  inputs: { name: string; list: boolean; type?: string }[];
  attributes: Set<string>;
}

const known = new Map<string, OpDefinition>();

/**
 * TensorFlow's own declaration of an op.
 * @throws when TensorFlow has no op of that name.
 */
export function opDefinition(graph: Pointer, op: string): OpDefinition {
  const cached = known.get(op);
  if (cached) return cached;
  const bytes = cApi().bytes(`TensorFlow op ${op}`, (buffer, status) =>
    cApi().call("opDefinition", graph, op, buffer, status),
  );
  const { inputArg, attr } = OpDef.toObject(OpDef.decode(bytes), { arrays: true }) as {
    inputArg: { name: string; typeAttr?: string; numberAttr?: string; typeListAttr?: string }[];
    attr: { name: string }[];
  };
  const definition: OpDefinition = {
    inputs: inputArg.map(({ name, typeAttr, numberAttr, typeListAttr }) => ({
      ...{ name, list: Boolean(numberAttr ?? typeListAttr), type: typeAttr },
    })),
    attributes: new Set(attr.map(({ name }) => name)),
  };
  known.set(op, definition);
  return definition;
}

/** How many of an op's inputs its list takes: all but the single ones. No op in use has two lists. */
export const listLength = (declared: OpDefinition["inputs"], count: number): number =>
  count - declared.filter(({ list }) => !list).length;
