"""Weights and images at which a training step is well-posed: README.md says what that means and why."""

import collections
import sys

import keras
import numpy as np
import tensorflow as tf


def random_weight(generator, weight, initial):
    """A weight to start from: kernels as Keras drew them, the rest moved away from zeros and ones.

    The last convolution of each residual block is made smaller, as training makes it: else every block would multiply the
    rounding errors of those before it.
    """
    layer, kind = weight.path.rsplit("/", 1)
    if kind == "kernel":
        return initial * np.float32(0.3) if layer.endswith("_3_conv") else initial
    if kind == "count":
        return initial
    if kind in ("gamma", "moving_variance", "variance"):
        return generator.uniform(0.75, 1.25, initial.shape).astype("float32")
    return generator.normal(0.0, 0.1, initial.shape).astype("float32")


def random_images(generator, batch, size):
    """Images in [0, 1) that differ from one another as photographs do: smooth colours, and a fifth of noise."""
    coarse = generator.random((batch, 6, 6, 3))
    at = np.linspace(0, 4.999, size)
    low, part = at.astype(int), (at % 1)[:, None]
    rows = coarse[:, low] * (1 - part[..., None]) + coarse[:, low + 1] * part[..., None]
    smooth = rows[:, :, low] * (1 - part) + rows[:, :, low + 1] * part
    return (0.8 * smooth + 0.2 * generator.random(smooth.shape)).astype("float32")


def separate_maxima(generator, model, images, least=1e-5):
    """Redraws single pixels until no window of the max pooling has two largest values that rounding could swap.

    Where BatchNorm and ReLU come between the convolution and the pooling, they keep its order: `gamma` is positive. What
    ReLU made zero may be equal, as no gradient passes it; so may the zeros around.
    """
    layer = model.get_layer
    if not any(each.name == "pool1_pool" for each in model.layers):
        return images
    after_relu = any(each.name == "conv1_relu" for each in model.layers)
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
        zero = np.where(after_relu | np.all([inside[at] for at in window], axis=0), -np.inf, 0.0)
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
    remaining = collections.Counter(id(tensor) for layer in model.layers[1:] for tensor in tf.nest.flatten(layer.input))
    before_relu = {id(layer.input) for layer in model.layers if is_relu(layer)}
    values = {id(model.inputs[0]): tf.constant(images, "float64")}
    sources = {}
    convolution = norm = None
    nearest = np.inf
    for layer in model.layers[1:]:
        tensors = tf.nest.flatten(layer.input)
        inputs = [values[id(tensor)] for tensor in tensors]
        if isinstance(layer, (keras.layers.Conv2D, keras.layers.DepthwiseConv2D)):
            convolution = layer
            sources[layer] = inputs[0]
        if isinstance(layer, keras.layers.BatchNormalization):
            norm = layer
            # The last convolution, unless one comes right before: a sum's channels spread as what is added to it does.
            feeding = tensors[0]._keras_history.operation
            spread = feeding if feeding in sources else convolution
            if spread.name not in ("conv1_conv", "stem_conv"):
                values[id(tensors[0])] = inputs[0] = spread_channels(generator, spread, sources[spread], inputs[0])
        value = layer(inputs if len(inputs) > 1 else inputs[0], training=True)
        if id(layer.output) in before_relu:
            value = separate_from_zero(norm, value)
            nearest = min(nearest, np.abs(value).min())
        values[id(layer.output)] = value
        for tensor in tensors:
            remaining[id(tensor)] -= 1
            if remaining[id(tensor)] == 0:
                del values[id(tensor)]
    return nearest


def is_relu(layer):
    return isinstance(layer, keras.layers.Activation) and layer.activation is keras.activations.relu


def spread_channels(generator, convolution, source, value, least=0.2):
    """Redraws the filters whose channel hardly differs over the batch: BatchNorm would blow up its rounding error.

    `least` is the deviation relative to the root mean square; over few values it must be 0.5 besides, far from epsilon.
    """
    value, kernel = np.array(value), np.array(convolution.kernel)
    depthwise = isinstance(convolution, keras.layers.DepthwiseConv2D)
    kernel = np.swapaxes(kernel, 2, 3) if depthwise else kernel
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
        value[..., poor] += np.asarray(convolve(convolution, source, change, poor))
        kernel[..., poor] = drawn
    convolution.kernel.assign(np.swapaxes(kernel, 2, 3) if depthwise else kernel)
    return tf.constant(value)


def convolve(convolution, source, kernel, channels):
    """What a convolution with another kernel gives for some of its channels."""
    padding = convolution.padding.upper()
    if isinstance(convolution, keras.layers.DepthwiseConv2D):
        stride = convolution.strides[0]
        inputs = tf.gather(source, channels, axis=-1)
        return tf.nn.depthwise_conv2d(inputs, np.swapaxes(kernel, 2, 3), [1, stride, stride, 1], padding)
    return tf.nn.conv2d(source, kernel, convolution.strides, padding)


def separate_from_zero(layer, value, reach=0.2):
    """Shifts a BatchNorm's beta, by `reach` at most, to where the ReLU behind it, given `value`, has no input near zero."""
    beta, value = np.asarray(layer.beta), np.asarray(value)
    edges = np.full((1, len(beta)), reach)
    near = np.sort(np.concatenate([-edges, np.clip(value.reshape(-1, len(beta)), -reach, reach), edges]), axis=0)
    gap = np.argmax(np.diff(near, axis=0), axis=0)[None]
    middle = (np.take_along_axis(near, gap, 0) + np.take_along_axis(near, gap + 1, 0))[0] / 2
    shifted = (beta - middle).astype("float32")
    layer.beta.assign(shifted)
    return value + (shifted - beta)
