#!/usr/bin/env python3
"""Writes what Keras computes in one training step, for `npm run bench -- parity FIXTURE.npz` to compare with.

    python3 -m venv env && env/bin/pip install tensorflow-cpu==2.20.0      # brings Keras 3
    env/bin/python test/golden/make_fixture.py --model resnet50v2 --image-size 64 --classes 10 --batch 4 --seed 1 --out fixture.npz

The model is keras.applications' own, or built here of Keras's layers, with random weights (also where Keras starts with zeros
and ones, so that nothing is trivially right), one batch of random images and labels. It runs twice, in float64 (the reference)
and in float32 (how far float32 arithmetic alone leads away), from the same float32 weights and images. README.md says what the
file holds, and why images and offsets are not drawn blindly.
"""

import argparse
import json
import os
import sys

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

LEARNING_RATE = 0.01


def tiny_resnet(**options):
    """Keras's own ResNet functions with few filters, as `tinyresnet` in lib/models/resnet.ts."""
    from keras.src.applications import resnet

    def stacks(x):
        x = resnet.stack_residual_blocks_v1(x, 4, 3, stride1=1, name="conv2")
        x = resnet.stack_residual_blocks_v1(x, 4, 2, name="conv3")
        x = resnet.stack_residual_blocks_v1(x, 8, 2, name="conv4")
        return resnet.stack_residual_blocks_v1(x, 8, 2, name="conv5")

    return resnet.ResNet(stacks, preact=False, use_bias=True, name="tinyresnet", **options)


def tiny_resnet_v2(**options):
    """Keras's own ResNetV2 functions with few filters, as `tinyresnetv2` in lib/models/resnet-v2.ts."""
    from keras.src.applications import resnet

    def stacks(x):
        x = resnet.stack_residual_blocks_v2(x, 4, 3, name="conv2")
        x = resnet.stack_residual_blocks_v2(x, 4, 2, name="conv3")
        x = resnet.stack_residual_blocks_v2(x, 8, 2, name="conv4")
        return resnet.stack_residual_blocks_v2(x, 8, 2, stride1=1, name="conv5")

    return resnet.ResNet(stacks, preact=True, use_bias=True, name="tinyresnetv2", **options)


def tiny_efficientnet(**options):
    """Keras's own EfficientNet with few filters, as `tinyefficientnet` in lib/models/efficientnet.ts."""
    from keras.src.applications import efficientnet

    return efficientnet.EfficientNet(1 / 16, 1 / 4, 32, name="tinyefficientnet", **options)


def cifar_resnet(name, blocks, filters=16):
    """A ResNet for CIFAR-10 as in He et al. (2016), section 4.2, as lib/models/resnet-cifar.ts; keras.applications has none."""

    def build(input_shape, classes, classifier_activation, weights):
        import keras
        from keras import layers

        def convolved(x, name, count, size, strides=1):
            options = {"use_bias": False, "kernel_initializer": "he_normal", "name": f"{name}_conv"}
            if size == 3:  # "same" would pad an image that is halved on one side only
                x = layers.ZeroPadding2D(1)(x)
            return layers.Conv2D(count, size, strides, "valid", **options)(x)

        def normalized(x, name):
            return layers.BatchNormalization(name=f"{name}_bn")(x)

        def relu(x):
            return layers.Activation("relu")(x)

        inputs = layers.Input(input_shape)
        x = relu(normalized(convolved(inputs, "conv1", filters, 3), "conv1"))
        for stack in range(3):
            for block in range(blocks):
                at = f"conv{stack + 2}_block{block + 1}"
                count, strides = filters << stack, 2 if stack > 0 and block == 0 else 1
                y = relu(normalized(convolved(x, f"{at}_1", count, 3, strides), f"{at}_1"))
                y = normalized(convolved(y, f"{at}_2", count, 3), f"{at}_2")
                if strides > 1:
                    x = convolved(x, f"{at}_0", count, 1, strides)
                x = relu(layers.Add()([x, y]))
        x = layers.GlobalAveragePooling2D()(x)
        outputs = layers.Dense(classes, activation=classifier_activation, name="predictions")(x)
        return keras.Model(inputs, outputs, name=name)

    return build


def builders():
    from keras import applications

    return {
        "resnet50": applications.ResNet50,
        "resnet101": applications.ResNet101,
        "resnet152": applications.ResNet152,
        "tinyresnet": tiny_resnet,
        "resnet50v2": applications.ResNet50V2,
        "resnet101v2": applications.ResNet101V2,
        "resnet152v2": applications.ResNet152V2,
        "tinyresnetv2": tiny_resnet_v2,
        "efficientnetb0": applications.EfficientNetB0,
        "tinyefficientnet": tiny_efficientnet,
        **{f"resnet{6 * n + 2}": cifar_resnet(f"resnet{6 * n + 2}", n) for n in (3, 5, 7, 9)},
        "tinyresnet20": cifar_resnet("tinyresnet20", 3, filters=4),
    }


def without_dropout(model):
    """The model, which computes the same in every step of training: dropout's random numbers are Keras's own."""
    import keras

    for layer in model.layers:
        if isinstance(layer, keras.layers.Dropout):
            layer.rate = 0
    return model


def pixel_range(model):
    """What the model's pixels go up to: EfficientNet scales them itself."""
    return 255 if "efficientnet" in model.lower() else 1


def set_weights(model, values):
    import keras

    model.set_weights(values)
    for layer in model.layers:
        if isinstance(layer, keras.layers.Normalization):
            layer.finalize_state()  # else it computes with those it was built with


def build(arguments, floatx):
    """The model, in one precision."""
    import keras

    keras.backend.clear_session()
    keras.config.set_floatx(floatx)
    keras.config.set_dtype_policy(floatx)
    keras.utils.set_random_seed(arguments.seed)
    shape = (arguments.image_size, arguments.image_size, 3)
    builder = builders()[arguments.model.lower()]
    return without_dropout(builder(input_shape=shape, classes=arguments.classes, classifier_activation=None, weights=None))


def starting_point(arguments):
    """Weights (in the order of `model.weights`), images and labels, all of float32 or int32."""
    import numpy as np
    from well_posed import random_images, random_weight, separate_maxima, settle

    generator = np.random.default_rng(arguments.seed)
    model = build(arguments, "float32")
    initial = [random_weight(generator, weight, value) for weight, value in zip(model.weights, model.get_weights())]
    images = random_images(generator, arguments.batch, arguments.image_size) * np.float32(pixel_range(arguments.model))
    labels = generator.integers(0, arguments.classes, arguments.batch).astype("int32")

    model = build(arguments, "float64")
    set_weights(model, initial)
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
    set_weights(model, initial)
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
    parser.add_argument("--model", required=True, help="its name in lib/models, for example resnet50v2")
    parser.add_argument("--image-size", type=int, required=True, help="height and width; keras.applications wants at least 32")
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--batch", type=int, default=4, help="images in the batch")
    parser.add_argument("--seed", type=int, default=1, help="of weights, images and labels")
    parser.add_argument("--out", required=True, help="the .npz file to write")
    arguments = parser.parse_args()
    for name, least in (("image_size", 8), ("classes", 1), ("batch", 1), ("seed", 0)):
        if getattr(arguments, name) < least:
            parser.error(f"--{name.replace('_', '-')} is {getattr(arguments, name)}, but must be at least {least}")
    if arguments.seed > 4294967295:
        parser.error(f"--seed is {arguments.seed}, but must be at most 4294967295")
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
        arrays[f"initial/{weight['name']}"] = value.astype("float32")
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
