"""The bytes that each op of a graph reads and writes, by the shapes that Grappler infers."""

from tensorflow.core.protobuf import meta_graph_pb2
from tensorflow.python.framework import dtypes
from tensorflow.python.grappler import item


def with_results(graph, names):
    """The graph as Grappler takes it, with the ops that must be kept. It does not believe the shapes of placeholders, which may be
    fed with anything; a function's arguments, which they stand for here, do have their shapes. So does an op without inputs; each has a
    name of its own, or Grappler would take them for equal."""
    meta = meta_graph_pb2.MetaGraphDef()
    meta.graph_def.CopyFrom(graph)
    for node in meta.graph_def.node:
        if node.op == "Placeholder" and node.attr["dtype"].type != dtypes.resource.as_datatype_enum:
            node.op = "ImmutableConst"
            node.attr["memory_region_name"].s = node.name.encode()
    for name in names:
        meta.collection_def["train_op"].node_list.value.append(name)
    return meta


def with_placeholders(graph):
    """Undoes what with_results did to arguments."""
    for node in graph.node:
        if node.op == "ImmutableConst":
            node.op = "Placeholder"
            del node.attr["memory_region_name"]
    return graph


def sizes(graph):
    """For each op's name: the bytes of its inputs, of its outputs, and how many of its tensors have no known shape."""
    read_by_others = {name.split(":")[0].lstrip("^") for node in graph.node for name in node.input}
    results = [node.name for node in graph.node if node.name not in read_by_others]
    properties = item.Item(with_results(graph, results)).GetOpProperties()
    written = {name: [bytes_of(tensor) for tensor in tensors] for name, tensors in properties.items()}

    def tensor(name):
        node, _, output = name.partition(":")
        outputs = written.get(node, [])
        return outputs[int(output or 0)] if int(output or 0) < len(outputs) else None

    result = {}
    for node in graph.node:
        read = [tensor(name) for name in node.input if not name.startswith("^")]
        wrote = written.get(node.name, [])
        result[node.name] = {
            "read": sum(each or 0 for each in read),
            "written": sum(each or 0 for each in wrote),
            "unknown": sum(each is None for each in read + wrote),
        }
    return result


def bytes_of(tensor):
    if tensor.shape.unknown_rank or any(dimension.size < 0 for dimension in tensor.shape.dim):
        return None
    count = 1
    for dimension in tensor.shape.dim:
        count *= dimension.size
    return count * dtypes.as_dtype(tensor.dtype).size
