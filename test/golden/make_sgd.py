"""Writes what Keras's SGD makes of a tiny model in a few steps: on one device, for test/training/step.test.ts, and on two
replicas, for test/strategy/keras.test.ts.

    python test/golden/make_sgd.py > test/golden/sgd.json
    python test/golden/make_sgd.py mirrored > test/golden/mirrored.json

Made with Keras 3.15.1 on TensorFlow 2.20 (float32, CPU), the second file with tf.distribute.MirroredStrategy on two logical devices.
Each replica moves its statistics by its own images. Keras 3 leaves them apart (and saves those of the first replica, where
Keras 2 took the mean); here their mean over the replicas is written, and the test images are classified by it.
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import keras
import numpy as np
import tensorflow as tf

MIRRORED = sys.argv[1:] == ["mirrored"]
BATCH, SIZE, CLASSES, FILTERS = 6, 6, 3, 4
if MIRRORED:
    STEPS, REPLICAS, RATES = 3, 2, [0.2, 0.1, 0.05]
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * REPLICAS)
    strategy = tf.distribute.MirroredStrategy([f"CPU:{replica}" for replica in range(REPLICAS)])
else:
    STEPS, RATES = 5, [0.1, 0.1, 0.05, 0.05, 0.02]
    strategy = tf.distribute.get_strategy()


def build():
    keras.utils.set_random_seed(1)
    image = keras.Input((SIZE, SIZE, 3))
    x = keras.layers.Conv2D(FILTERS, 3, padding="same", use_bias=False, name="conv")(image)
    x = keras.layers.BatchNormalization(name="bn")(x)
    x = keras.layers.GlobalAveragePooling2D()(keras.layers.ReLU()(x))
    return keras.Model(image, keras.layers.Dense(CLASSES, name="dense")(x))


def weights(model):
    return [{"name": w.path, "shape": list(w.shape), "values": numbers(w.numpy())} for w in model.weights]


def average_statistics(model):
    with strategy.scope():
        for weight in model.non_trainable_weights:
            weight.assign(np.mean([each.numpy() for each in weight.value.values], axis=0))


def numbers(array):
    return [float(f"{value:.9g}") for value in np.ravel(array)]


def one_batch(images, labels):
    options = tf.data.Options()
    # Each replica takes its rows of the batch, the first half and the second.
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    return tf.data.Dataset.from_tensors((images, labels)).with_options(options)


def train(images, labels, rates, momentum):
    with strategy.scope():
        model = build()
        optimizer = keras.optimizers.SGD(rates[0], momentum=momentum)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile(optimizer, loss, metrics=["accuracy"], jit_compile=False)
    before = weights(model)
    losses, correct = [], []
    for step, rate in enumerate(rates):
        optimizer.learning_rate.assign(rate)
        history = model.fit(one_batch(images[step], labels[step]), epochs=1, shuffle=False, verbose=0).history
        losses.append(float(history["loss"][0]))
        correct.append(round(float(history["accuracy"][0]) * BATCH))
    if MIRRORED:
        average_statistics(model)
    test_loss, test_accuracy = model.evaluate(one_batch(images[0], labels[0]), verbose=0)
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
if MIRRORED:
    # Unlike halves, so that statistics of a replica's images differ from those of the whole batch.
    images[:, BATCH // 2 :] *= np.float32(0.5)
labels = random.integers(0, CLASSES, (STEPS, BATCH)).astype(np.int32)
json.dump(
    {
        "images": [numbers(batch) for batch in images],
        "labels": labels.tolist(),
        "shape": [BATCH, SIZE, SIZE, 3],
        "runs": [train(images, labels, [0.1] * STEPS, 0.0), train(images, labels, RATES, 0.9)],
    },
    sys.stdout,
)
sys.stdout.write("\n")
