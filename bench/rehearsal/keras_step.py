"""Keras's training step of a model of keras.applications, or of a GPT of its layers, as a graph: what `model.fit` runs for each batch,
without XLA.

    python keras_step.py STEP

runs the step once instead, compiled by XLA; STEP is JSON with the arguments of network_of, and the batch.
"""

import json
import os
import sys

import keras
import tensorflow as tf

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "peers"))
from keras_gpt_layers import VECTORS, Gpt  # noqa: E402


def builder(model):
    """keras.applications' function of that name, whatever its capitals: resnet50v2."""
    functions = {name.lower(): each for name, each in vars(keras.applications).items() if callable(each)}
    if model not in functions:
        raise SystemExit(f'Keras has no model "{model}" to compare with')
    return functions[model]


def network_of(model, image_size, classes, precision, sizes=None):
    """The network with what train_step needs: loss from logits, accuracy; SGD, or for a GPT AdamW and gradients clipped to a global norm
    of 1."""
    keras.mixed_precision.set_global_policy(precision)
    if sizes:
        network = Gpt(sizes)
        network(tf.zeros((1, sizes["context"]), tf.int32))  # makes the weights
        optimizer = keras.optimizers.AdamW(0.001, weight_decay=0.01, epsilon=1e-8, global_clipnorm=1.0)
        optimizer.exclude_from_weight_decay(var_names=VECTORS)
    else:
        network = builder(model)(
            weights=None, input_shape=(image_size, image_size, 3), classes=classes, classifier_activation=None
        )
        if precision != "float32":  # a loss in float32, as Keras's guide to mixed precision has it
            network = keras.Model(network.input, keras.layers.Activation("linear", dtype="float32")(network.output))
        optimizer = keras.optimizers.SGD(0.01)
    # Without Keras's loss scale, whose condition would hide the update in a function that Grappler does not look into.
    network.compile(
        optimizer=optimizer,
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
        auto_scale_loss=False,
        jit_compile=False,
    )
    network.optimizer.build(network.trainable_variables)
    return network


def batch_of(batch, image_size, sizes=None, **_):
    """A batch's shapes: a GPT's tokens, or images in float32, as they come from a data set, and their classes."""
    if sizes:
        tokens = tf.TensorSpec((batch, sizes["context"]), tf.int32)
        return tokens, tokens
    return tf.TensorSpec((batch, image_size, image_size, 3), tf.float32), tf.TensorSpec((batch,), tf.int32)


def graph_of(batch, mixed, **step):
    """The GraphDef of train_step."""
    network = network_of(precision="mixed_float16" if mixed else "float32", **step)
    step = tf.function(network.train_step).get_concrete_function(batch_of(batch, **step))
    definition = step.graph.as_graph_def()
    handles = {inner.op.name: outer for outer, inner in step.graph.captures if outer.dtype == tf.resource}
    for node in definition.node:
        if node.name in handles:
            become_variable(node, handles[node.name])
    return definition


def become_variable(node, handle):
    """Makes the argument that stands for a variable the variable itself, so that Grappler knows its shape."""
    held = handle._handle_data.shape_and_type[0]
    node.op = "VarHandleOp"
    node.attr.clear()
    node.attr["dtype"].type = held.dtype
    node.attr["shape"].shape.CopyFrom(held.shape)
    node.attr["shared_name"].s = node.name.encode()


def run_compiled(batch, **step):
    network = network_of(**step)
    inputs = tuple(tf.zeros(spec.shape, spec.dtype) for spec in batch_of(batch, **step))
    tf.function(network.train_step, jit_compile=True)(inputs)


if __name__ == "__main__":
    run_compiled(**json.loads(sys.argv[1]))
