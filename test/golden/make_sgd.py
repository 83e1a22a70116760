"""Writes sgd.json: what Keras's SGD makes of a tiny model in a few steps, for test/training/step.test.ts.

    python test/golden/make_sgd.py > test/golden/sgd.json

Made with Keras 3.15.1 on TensorFlow 2.20 (float32, CPU).
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import keras
import numpy as np

STEPS, BATCH, SIZE, CLASSES, FILTERS = 5, 6, 6, 3, 4


def build():
    keras.utils.set_random_seed(1)
    image = keras.Input((SIZE, SIZE, 3))
    x = keras.layers.Conv2D(FILTERS, 3, padding="same", use_bias=False, name="conv")(image)
    x = keras.layers.BatchNormalization(name="bn")(x)
    x = keras.layers.GlobalAveragePooling2D()(keras.layers.ReLU()(x))
    return keras.Model(image, keras.layers.Dense(CLASSES, name="dense")(x))


def weights(model):
    return [{"name": w.path, "shape": list(w.shape), "values": numbers(w.numpy())} for w in model.weights]


def numbers(array):
    return [float(f"{value:.9g}") for value in np.ravel(array)]


def train(images, labels, rates, momentum):
    model = build()
    optimizer = keras.optimizers.SGD(rates[0], momentum=momentum)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer, loss, metrics=["accuracy"], jit_compile=False)
    before = weights(model)
    losses, correct = [], []
    for step, rate in enumerate(rates):
        optimizer.learning_rate.assign(rate)
        model.reset_metrics()
        value, accuracy = model.train_on_batch(images[step], labels[step])
        losses.append(float(value))
        correct.append(round(float(accuracy) * BATCH))
    model.reset_metrics()
    test_loss, test_accuracy = model.test_on_batch(images[0], labels[0])
    return {
        "momentum": momentum,
        "rates": rates,
        "before": before,
        "losses": losses,
        "correct": correct,
        "after": weights(model),
        "test": {"loss": float(test_loss), "correct": round(float(test_accuracy) * BATCH)},
    }


random = np.random.default_rng(7)
images = random.random((STEPS, BATCH, SIZE, SIZE, 3), dtype=np.float32).round(3)
labels = random.integers(0, CLASSES, (STEPS, BATCH)).astype(np.int32)
json.dump(
    {
        "images": [numbers(batch) for batch in images],
        "labels": labels.tolist(),
        "shape": [BATCH, SIZE, SIZE, 3],
        "runs": [
            train(images, labels, [0.1] * STEPS, 0.0),
            train(images, labels, [0.1, 0.1, 0.05, 0.05, 0.02], 0.9),
        ],
    },
    sys.stdout,
)
sys.stdout.write("\n")
