"""Writes mirrored.json: what Keras makes of a tiny model on two replicas, for test/strategy/keras.test.ts.

    python test/golden/make_mirrored.py > test/golden/mirrored.json

Made with Keras 3.15.1 and tf.distribute.MirroredStrategy of TensorFlow 2.20 (float32, two logical CPU devices).
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

STEPS, BATCH, SIZE, CLASSES, FILTERS, REPLICAS = 3, 6, 6, 3, 4, 2

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * REPLICAS)
strategy = tf.distribute.MirroredStrategy([f"CPU:{replica}" for replica in range(REPLICAS)])


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
# Unlike halves, so that statistics of a replica's images differ from those of the whole batch.
images[:, BATCH // 2 :] *= np.float32(0.5)
labels = random.integers(0, CLASSES, (STEPS, BATCH)).astype(np.int32)
json.dump(
    {
        "images": [numbers(batch) for batch in images],
        "labels": labels.tolist(),
        "shape": [BATCH, SIZE, SIZE, 3],
        "runs": [
            train(images, labels, [0.1] * STEPS, 0.0),
            train(images, labels, [0.2, 0.1, 0.05], 0.9),
        ],
    },
    sys.stdout,
)
sys.stdout.write("\n")
