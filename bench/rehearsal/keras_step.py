"""Keras's training step of a model of keras.applications, or of a GPT of its layers, as a graph: what `model.fit` runs for each batch,
without XLA."""

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


def graph_of(model, image_size, classes, batch, mixed, sizes=None):
    """The GraphDef of train_step: loss from logits, accuracy; images in float32, as they come from a data set, with SGD; or a GPT's
    tokens, with AdamW and gradients clipped to a global norm of 1."""
    keras.mixed_precision.set_global_policy("mixed_float16" if mixed else "float32")
    if sizes:
        network = Gpt(sizes)
        tokens = tf.TensorSpec((batch, sizes["context"]), tf.int32)
        network(tf.zeros(tokens.shape, tokens.dtype))  # makes the weights
        optimizer = keras.optimizers.AdamW(0.001, weight_decay=0.01, epsilon=1e-8, global_clipnorm=1.0)
        optimizer.exclude_from_weight_decay(var_names=VECTORS)
        inputs = (tokens, tokens)
    else:
        network = builder(model)(
            weights=None, input_shape=(image_size, image_size, 3), classes=classes, classifier_activation=None
        )
        if mixed:  # a loss in float32, as Keras's guide to mixed precision has it
            network = keras.Model(network.input, keras.layers.Activation("linear", dtype="float32")(network.output))
        optimizer = keras.optimizers.SGD(0.01)
        inputs = (tf.TensorSpec((batch, image_size, image_size, 3), tf.float32), tf.TensorSpec((batch,), tf.int32))
    # Without Keras's loss scale, whose condition would hide the update in a function that Grappler does not look into.
    network.compile(
        optimizer=optimizer,
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
        auto_scale_loss=False,
        jit_compile=False,
    )
    network.optimizer.build(network.trainable_variables)
    step = tf.function(network.train_step).get_concrete_function(inputs)
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
