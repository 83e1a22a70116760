"""Keras's training step of a model of keras.applications, as a graph: what `model.fit` runs for each batch, without XLA.

    python keras_step.py STEP

runs the step once instead, compiled by XLA; STEP is JSON with the arguments of network_of, and the batch.
"""

import json
import sys

import keras
import tensorflow as tf


def builder(model):
    """keras.applications' function of that name, whatever its capitals: resnet50v2."""
    functions = {name.lower(): each for name, each in vars(keras.applications).items() if callable(each)}
    if model not in functions:
        raise SystemExit(f'Keras has no model "{model}" to compare with')
    return functions[model]


def network_of(model, image_size, classes, precision):
    """The network with what train_step needs: SGD, loss from logits, accuracy."""
    keras.mixed_precision.set_global_policy(precision)
    network = builder(model)(
        weights=None, input_shape=(image_size, image_size, 3), classes=classes, classifier_activation=None
    )
    if precision != "float32":  # a loss in float32, as Keras's guide to mixed precision has it
        network = keras.Model(network.input, keras.layers.Activation("linear", dtype="float32")(network.output))
    # Without Keras's loss scale, whose condition would hide the update in a function that Grappler does not look into.
    network.compile(
        optimizer=keras.optimizers.SGD(0.01),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
        auto_scale_loss=False,
        jit_compile=False,
    )
    network.optimizer.build(network.trainable_variables)
    return network


def graph_of(batch, mixed, **sizes):
    """The GraphDef of train_step; images in float32, as they come from a data set."""
    network = network_of(precision="mixed_float16" if mixed else "float32", **sizes)
    image_size = sizes["image_size"]
    images = tf.TensorSpec((batch, image_size, image_size, 3), tf.float32)
    labels = tf.TensorSpec((batch,), tf.int32)
    step = tf.function(network.train_step).get_concrete_function((images, labels))
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


def run_compiled(batch, **sizes):
    network = network_of(**sizes)
    images = tf.zeros((batch, sizes["image_size"], sizes["image_size"], 3))
    tf.function(network.train_step, jit_compile=True)((images, tf.zeros((batch,), tf.int32)))


if __name__ == "__main__":
    run_compiled(**json.loads(sys.argv[1]))
