#!/usr/bin/env python3
"""Writes what Keras computes in one training step, for `./workbook parity FIXTURE.npz` to compare with.

    python3 -m venv env && env/bin/pip install tensorflow-cpu==2.20.0      # brings Keras 3
    env/bin/python test/golden/make_fixture.py --model resnet50v2 --image-size 64 --classes 10 --batch 4 --seed 1 --out fixture.npz

The model is keras.applications' own, with random weights (also where Keras starts with zeros and ones, so that nothing is
trivially right), one batch of random images and labels. It runs twice, in float64 (the reference) and in float32 (how far
float32 arithmetic alone leads away), from the same float32 weights and images. README.md says what the file holds, and why
images and offsets are not drawn blindly.
"""

import argparse
import collections
import json
import os
import sys

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

LEARNING_RATE = 0.01


def tiny_resnet_v2(input_shape, classes, classifier_activation, weights):
    """Keras's own ResNetV2 functions with few filters, as `tinyresnetv2` in lib/models/resnet-v2.ts."""
    from keras.src.applications import resnet

    def stacks(x):
        x = resnet.stack_residual_blocks_v2(x, 4, 3, name="conv2")
        x = resnet.stack_residual_blocks_v2(x, 4, 2, name="conv3")
        x = resnet.stack_residual_blocks_v2(x, 8, 2, name="conv4")
        return resnet.stack_residual_blocks_v2(x, 8, 2, stride1=1, name="conv5")

    return resnet.ResNet(
        stacks,
        preact=True,
        use_bias=True,
        weights=weights,
        input_shape=input_shape,
        classes=classes,
        classifier_activation=classifier_activation,
        name="tinyresnetv2",
    )


def builders():
    from keras import applications

    return {
        "resnet50v2": applications.ResNet50V2,
        "resnet101v2": applications.ResNet101V2,
        "resnet152v2": applications.ResNet152V2,
        "tinyresnetv2": tiny_resnet_v2,
    }


def random_weight(generator, weight, initial):
    """A weight to start from: kernels as Keras drew them, the rest moved away from zeros and ones.

    The last convolution of each residual block is made smaller, as training makes it: else every block would multiply the
    rounding errors of those before it.
    """
    import numpy as np

    layer, kind = weight.path.rsplit("/", 1)
    if kind == "kernel":
        return initial * np.float32(0.3) if layer.endswith("_3_conv") else initial
    if kind in ("gamma", "moving_variance"):
        return generator.uniform(0.75, 1.25, initial.shape).astype("float32")
    return generator.normal(0.0, 0.1, initial.shape).astype("float32")


def random_images(generator, batch, size):
    """Images in [0, 1) that differ from one another as photographs do: smooth colours, and a fifth of noise."""
    import numpy as np

    coarse = generator.random((batch, 6, 6, 3))
    at = np.linspace(0, 4.999, size)
    low, part = at.astype(int), (at % 1)[:, None]
    rows = coarse[:, low] * (1 - part[..., None]) + coarse[:, low + 1] * part[..., None]
    smooth = rows[:, :, low] * (1 - part) + rows[:, :, low + 1] * part
    return (0.8 * smooth + 0.2 * generator.random(smooth.shape)).astype("float32")


def separate_maxima(generator, model, images, least=1e-5):
    """Redraws single pixels until no window of the max pooling has two largest values that rounding could swap."""
    import numpy as np

    layer = model.get_layer
    for _ in range(100):
        convolved = np.asarray(layer("conv1_conv")(layer("conv1_pad")(images.astype("float64"))))
        edge = ((0, 0), (1, 1), (1, 1), (0, 0))
        padded, inside = np.pad(convolved, edge), np.pad(np.ones_like(convolved, bool), edge)
        rows, columns = ((length - 3) // 2 + 1 for length in padded.shape[1:3])
        window = [
            (slice(None), slice(i, i + 2 * rows - 1, 2), slice(j, j + 2 * columns - 1, 2)) for i in range(3) for j in range(3)
        ]
        # The zeros around count as one value: which of them is the maximum makes no difference.
        ours = np.sort(np.stack([np.where(inside[at], padded[at], -np.inf) for at in window]), axis=0)[-2:]
        zero = np.where(np.all([inside[at] for at in window], axis=0), -np.inf, 0.0)
        largest = np.sort(np.concatenate([ours, zero[None]]), axis=0)[-2:]
        close = np.argwhere(largest[1] - largest[0] < least * np.std(convolved))
        if len(close) == 0:
            return images
        for image, row, column, _ in close:
            at = image, min(4 * row, images.shape[1] - 1), min(4 * column, images.shape[2] - 1)
            images[at] = generator.random(3)
    sys.exit("make_fixture.py: no images found whose maxima are distinct; try another --seed")


def settle(generator, model, images):
    """Runs the model as in training, layer by layer, and mends weights on the way where rounding would decide the outcome.

    Returns how near to zero the input of any ReLU is.
    """
    import keras
    import numpy as np
    import tensorflow as tf

    remaining = collections.Counter(id(tensor) for layer in model.layers[1:] for tensor in tf.nest.flatten(layer.input))
    values = {id(model.inputs[0]): tf.constant(images, "float64")}
    convolution = source = None
    nearest = np.inf
    for layer in model.layers[1:]:
        tensors = tf.nest.flatten(layer.input)
        inputs = [values[id(tensor)] for tensor in tensors]
        if isinstance(layer, keras.layers.Conv2D):
            convolution, source = layer, inputs[0]
        normalises = isinstance(layer, keras.layers.BatchNormalization)
        if normalises and convolution.name != "conv1_conv":
            values[id(tensors[0])] = inputs[0] = spread_channels(generator, convolution, source, inputs[0])
        value = layer(inputs if len(inputs) > 1 else inputs[0], training=True)
        if normalises:
            value = separate_from_zero(layer, value)
            nearest = min(nearest, np.abs(value).min())
        values[id(layer.output)] = value
        for tensor in tensors:
            remaining[id(tensor)] -= 1
            if remaining[id(tensor)] == 0:
                del values[id(tensor)]
    return nearest


def spread_channels(generator, convolution, source, value, least=0.2):
    """Redraws the filters whose channel hardly differs over the batch: BatchNorm would blow up its rounding error."""
    import numpy as np
    import tensorflow as tf

    value, kernel = np.array(value), np.array(convolution.kernel)
    count = value[..., 0].size
    height, width, channels, filters = kernel.shape
    limit = (6 / (height * width * (channels + filters))) ** 0.5
    for attempt in range(200):
        axes = (0, 1, 2)
        floor = 0.5 if count < 16 else 0.0
        poor = np.flatnonzero(value.std(axes) < np.maximum(floor, least * np.sqrt((value**2).mean(axes))))
        if count == 1 or len(poor) == 0:
            break
        # Larger and larger, since some channels must outweigh what a shortcut adds.
        drawn = generator.uniform(-limit, limit, (height, width, channels, len(poor))) * (1 + attempt / 10)
        drawn = drawn.astype("float32").astype("float64")
        change = drawn - kernel[..., poor]
        value[..., poor] += np.asarray(tf.nn.conv2d(source, change, convolution.strides, "VALID"))
        kernel[..., poor] = drawn
    convolution.kernel.assign(kernel)
    return tf.constant(value)


def separate_from_zero(layer, value, reach=0.2):
    """Shifts a BatchNorm's beta, by `reach` at most, to where the ReLU behind it has no input near zero."""
    import numpy as np

    beta, value = np.asarray(layer.beta), np.asarray(value)
    edges = np.full((1, len(beta)), reach)
    near = np.sort(np.concatenate([-edges, np.clip(value.reshape(-1, len(beta)), -reach, reach), edges]), axis=0)
    gap = np.argmax(np.diff(near, axis=0), axis=0)[None]
    middle = (np.take_along_axis(near, gap, 0) + np.take_along_axis(near, gap + 1, 0))[0] / 2
    shifted = (beta - middle).astype("float32")
    layer.beta.assign(shifted)
    return value + (shifted - beta)


def build(arguments, floatx):
    """The model, in one precision."""
    import keras

    keras.backend.clear_session()
    keras.config.set_floatx(floatx)
    keras.config.set_dtype_policy(floatx)
    keras.utils.set_random_seed(arguments.seed)
    shape = (arguments.image_size, arguments.image_size, 3)
    builder = builders()[arguments.model.lower()]
    return builder(input_shape=shape, classes=arguments.classes, classifier_activation=None, weights=None)


def starting_point(arguments):
    """Weights (in the order of `model.weights`), images and labels, all of float32 or int32."""
    import numpy as np

    generator = np.random.default_rng(arguments.seed)
    model = build(arguments, "float32")
    initial = [random_weight(generator, weight, value) for weight, value in zip(model.weights, model.get_weights())]
    images = random_images(generator, arguments.batch, arguments.image_size)
    labels = generator.integers(0, arguments.classes, arguments.batch).astype("int32")

    model = build(arguments, "float64")
    model.set_weights(initial)
    images = separate_maxima(generator, model, images)
    nearest = settle(generator, model, images)
    for i, weight in enumerate(model.weights):
        if weight.trainable:
            initial[i] = np.asarray(weight).astype("float32")
    return initial, images, labels, nearest


def step(arguments, floatx, initial, images, labels):
    """Runs inference, then one step of SGD, and returns all of it by name."""
    import keras
    import numpy as np
    import tensorflow as tf

    model = build(arguments, floatx)
    model.set_weights(initial)
    found = {}
    x = tf.constant(images, floatx)
    found["outputs/inference"] = model(x, training=False)
    # Softmax within the loss, as Keras does it for a model that ends in softmax: it looks up the logits.
    criterion = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    with tf.GradientTape() as tape:
        found["outputs/training"] = model(x, training=True)
        found["loss/loss"] = criterion(labels, found["outputs/training"])
    trainable = model.trainable_weights
    gradients = tape.gradient(found["loss/loss"], [weight.value for weight in trainable])
    keras.optimizers.SGD(LEARNING_RATE).apply(gradients, trainable)
    for weight, gradient in zip(trainable, gradients):
        found[f"gradients/{weight.path}"] = gradient
    for weight in model.weights:
        kind = "weights" if weight.trainable else "moving"
        found[f"{kind}/{weight.path}"] = weight.value
    weights = [{"name": weight.path, "trainable": weight.trainable} for weight in model.weights]
    return weights, {name: np.asarray(value) for name, value in found.items()}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True, help="resnet50v2, resnet101v2, resnet152v2 or tinyresnetv2")
    parser.add_argument("--image-size", type=int, required=True, help="height and width; Keras wants at least 32")
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--batch", type=int, default=4, help="images in the batch")
    parser.add_argument("--seed", type=int, default=1, help="of weights, images and labels")
    parser.add_argument("--out", required=True, help="the .npz file to write")
    arguments = parser.parse_args()
    for name, least in (("image_size", 32), ("classes", 1), ("batch", 1), ("seed", 0)):
        if getattr(arguments, name) < least:
            parser.error(f"--{name.replace('_', '-')} is {getattr(arguments, name)}, but must be at least {least}")
    return parser, arguments


def main():
    parser, arguments = parse_arguments()
    import keras
    import numpy as np
    import tensorflow as tf

    if arguments.model.lower() not in builders():
        parser.error(f'there is no model "{arguments.model}"; there are: {", ".join(builders())}')

    initial, images, labels, nearest = starting_point(arguments)
    weights, single = step(arguments, "float32", initial, images, labels)
    _, double = step(arguments, "float64", initial, images, labels)

    description = {
        "format": 1,
        "model": arguments.model.lower(),
        "imageSize": arguments.image_size,
        "classes": arguments.classes,
        "batch": arguments.batch,
        "seed": arguments.seed,
        "learningRate": LEARNING_RATE,
        "keras": keras.__version__,
        "tensorflow": tf.__version__,
        "weights": weights,
    }
    arrays = {"description": np.frombuffer(json.dumps(description).encode(), "uint8"), "images": images, "labels": labels}
    for weight, value in zip(weights, initial):
        arrays[f"initial/{weight['name']}"] = value
    for name in single:
        arrays[f"float32/{name}"] = single[name].astype("float32")
        arrays[f"float64/{name}"] = double[name].astype("float64")
    # Random numbers hardly shrink, and a large model's take minutes to try.
    small = sum(array.nbytes for array in arrays.values()) < 1e8
    with open(arguments.out, "wb") as file:
        (np.savez_compressed if small else np.savez)(file, **arrays)
    size = os.path.getsize(arguments.out) / 1e6
    print(
        f"{arguments.out}: {arguments.model}, loss {float(double['loss/loss']):.6f}, {len(single)} tensors, {size:.1f} MB, "
        f"no ReLU input nearer to zero than {nearest:.1e}"
    )


if __name__ == "__main__":
    sys.exit(main())
