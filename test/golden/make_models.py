#!/usr/bin/env python3
"""Writes models.json: what Keras says of the real models, small enough to be committed.

    env/bin/python test/golden/make_models.py        # with the environment that make_fixture.py describes

Of each model: every weight's name, shape and whether it is trainable, in the order of `model.weights`; and, with the weights
that our models start from and a batch of random images (both drawn by TensorFlow's counter-based generator, so that neither
needs storing), Keras's logits, loss, and the norm of each gradient, in float64.
"""

import json
import os
import sys

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

SEED, IMAGES_SEED, BATCH, CLASSES = 1, 2, 4, 10


def uniform(shape, seed):
    import tensorflow as tf

    return tf.raw_ops.StatelessRandomUniform(shape=shape, seed=seed, dtype="float32")


def initial(weight, index, initializer):
    """As lib/models/initializers.ts draws it; what is no kernel stays as Keras starts it."""
    import keras
    import tensorflow as tf

    *window, channels_in, channels_out = weight.shape
    fans = {"fan_in": channels_in, "fan_out": channels_out, "fan_avg": (channels_in + channels_out) / 2}
    deviation = (initializer.scale / (int.__mul__(*(window or [1, 1])) * fans[initializer.mode])) ** 0.5
    seed = [SEED, index]
    if initializer.distribution == "truncated_normal":
        normal = tf.raw_ops.StatelessTruncatedNormal(shape=weight.shape, seed=seed, dtype="float32")
        return normal * (deviation / 0.87962566103423978)
    limit = 3**0.5 * deviation
    return uniform(weight.shape, seed) * (2 * limit) - limit


def initializers(model):
    """Of each kernel, by its path."""
    found = {}
    for layer in model.layers:
        for kind in ("kernel_initializer", "depthwise_initializer"):
            if getattr(layer, kind, None) is not None:
                found[f"{layer.name}/kernel"] = getattr(layer, kind)
    return found


def described(name, size):
    import keras
    import numpy as np
    import tensorflow as tf
    from make_fixture import builders, pixel_range, without_dropout

    keras.backend.clear_session()
    model = builders()[name](weights=None, input_shape=(size, size, 3), classes=CLASSES, classifier_activation=None)
    dropout = [[layer.rate, layer.noise_shape is not None] for layer in model.layers if isinstance(layer, keras.layers.Dropout)]
    without_dropout(model)
    starts = initializers(model)
    for index, weight in enumerate(model.weights):
        if weight.path.endswith("/kernel"):
            weight.assign(tf.cast(initial(weight, index, starts[weight.path]), "float64"))
    images = tf.cast(uniform([BATCH, size, size, 3], [IMAGES_SEED, 0]) * pixel_range(name), "float64")
    labels = np.arange(BATCH) % CLASSES
    inference = model(images, training=False)
    with tf.GradientTape() as tape:
        training = model(images, training=True)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)(labels, training)
    gradients = tape.gradient(loss, [weight.value for weight in model.trainable_weights])
    rounded = lambda values: [float(f"{value:.7g}") for value in np.ravel(values)]
    return {
        "imageSize": size,
        "pixelRange": pixel_range(name),
        "parameters": model.count_params(),
        "dropout": dropout,
        "weights": [[weight.path, list(weight.shape), weight.trainable] for weight in model.weights],
        "inference": rounded(inference),
        "training": rounded(training),
        "loss": rounded(loss)[0],
        "gradientNorms": rounded([np.linalg.norm(gradient) for gradient in gradients]),
    }


def main():
    import keras
    import tensorflow as tf

    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    models = {
        name: described(name, size)
        for name, size in {
            **{"resnet50": 64, "resnet101": 47, "resnet152": 75},
            **{"resnet50v2": 64, "resnet101v2": 47, "resnet152v2": 75},
            **{"efficientnetb0": 64, "resnet44": 32},
        }.items()
    }
    description = {
        **{"keras": keras.__version__, "tensorflow": tf.__version__},
        **{"seed": SEED, "imagesSeed": IMAGES_SEED, "batch": BATCH, "classes": CLASSES, "models": models},
    }
    out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models.json")
    with open(out, "w", encoding="utf8") as file:
        json.dump(description, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    sys.exit(main())
