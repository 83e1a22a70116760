"""Runs a GPT's training step on the CPU, as Grappler has left it for a GPU: also in float16, which TensorFlow has for CPUs, too.

    python computed_steps.py GRAPH UPDATES

prints the losses of some updates with one batch, and the loss scale behind them (JSON). Weights are random, rows as well.
"""

import json
import sys

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.core.framework import graph_pb2

RATE = 0.001


def shape_of(node):
    return [dimension.size for dimension in node.attr["shape"].shape.dim]


def number_of(name):
    return int(name.rsplit("_", 1)[1])


definition = graph_pb2.GraphDef()
with open(sys.argv[1], "rb") as opened:
    definition.ParseFromString(opened.read())
for node in definition.node:
    node.device = ""
nodes = {node.name: node for node in definition.node}
read = {name.split(":")[0].lstrip("^") for node in definition.node for name in node.input}
variables = {node.attr["shared_name"].s.decode(): node for node in definition.node if node.op == "VarHandleOp"}
weights = {nodes[node.input[0]].attr["shared_name"].s for node in definition.node if node.op == "ResourceApplyAdam"}
scalars = sorted((name for name in variables if not shape_of(variables[name])), key=number_of)
has_scale = len(scalars) > 1  # beside the number of Adam's updates
random = np.random.default_rng(1)

with tf.Graph().as_default() as graph:
    tf.import_graph_def(definition, name="")
    handles = {name: graph.get_tensor_by_name(node.name + ":0") for name, node in variables.items()}

    def first(name):
        shape = shape_of(variables[name])
        if name.encode() in weights:  # also biases, so that all of them matter
            return random.normal(0.5, 0.2, shape) if len(shape) == 1 else random.normal(0, 0.02, shape)
        return np.full(shape, 2**15 if has_scale and name == scalars[0] else 0)

    start = [tf.raw_ops.AssignVariableOp(resource=handles[name], value=tf.constant(first(name), tf.float32)) for name in sorted(variables)]
    scale = tf.raw_ops.ReadVariableOp(resource=handles[scalars[0]], dtype=tf.float32)
    arguments = sorted((node for node in definition.node if node.op == "Placeholder"), key=lambda node: number_of(node.name))
    tokens, labels, rate, count, stop = arguments  # in the order in which they were made
    rows, context = shape_of(tokens)
    text = random.integers(0, 65, [rows, context + 1], np.int32)
    values = [text[:, :-1].copy().view(np.float32), text[:, 1:].copy().view(np.float32), RATE, rows * context, 0]
    feeds = {node.name + ":0": np.reshape(value, shape_of(node)) for node, value in zip(arguments, values)}
    [entropy] = [node.name for node in definition.node if node.op == "SparseSoftmaxCrossEntropyWithLogits"]
    loss = tf.reduce_mean(graph.get_tensor_by_name(entropy + ":0"))
    ends = [graph.get_operation_by_name(node.name) for node in definition.node if node.name not in read]
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with tf.Session(config=config) as session:
        session.run(start)
        losses = [float(session.run([loss, ends], feeds)[0]) for _ in range(int(sys.argv[2]))]
        print(json.dumps({"losses": losses, "scale": float(session.run(scale)) if has_scale else 1}))
