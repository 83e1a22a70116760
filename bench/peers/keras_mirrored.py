"""Keras under MirroredStrategy on logical CPU devices: `model.fit` on a cached tf.data pipeline of global batches.

First argument: the plan, whose `devices` says how many; TF_USE_LEGACY_KERAS=1 takes Keras 2. BENCH_TUNED=1 takes what
is faster on logical devices than what Keras chooses: gradients are added up on one device instead of by all-reduce, and
an op has its device's share of the cores instead of all of them.
"""

import os

import tensorflow as tf

if os.environ.get("TF_USE_LEGACY_KERAS") == "1":
    import tf_keras as keras
else:
    import keras
from gate import Gate, read_images

tuned = os.environ.get("BENCH_TUNED") == "1"
how = "gradients added up on one device, an op on its device's share of the cores" if tuned else "as it comes"
gate = Gate(
    does=f"ResNet50V2, MirroredStrategy ({how}), model.fit on tf.data: images resized and scaled once, cached, batched, "
    "prefetched",
    versions={"keras": keras.__version__, "tensorflow": tf.__version__},
)
plan = gate.plan
size, devices = plan["imageSize"], plan["devices"]
if tuned:
    cores = len(os.sched_getaffinity(0))
    tf.config.threading.set_intra_op_parallelism_threads(max(1, cores // devices))
[processor] = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(processor, [tf.config.LogicalDeviceConfiguration()] * devices)
strategy = tf.distribute.MirroredStrategy(
    [f"CPU:{device}" for device in range(devices)],
    cross_device_ops=tf.distribute.ReductionToOneDevice() if tuned else None,
)


def decode(image, label):
    return tf.image.resize(image, (size, size)) / 255.0, label


images, labels = read_images(plan)
data = (
    tf.data.Dataset.from_tensor_slices((images, labels.astype("int32")))
    .map(decode, num_parallel_calls=tf.data.AUTOTUNE)
    .cache()
    .repeat()
    .batch(plan["batchSize"])
    .prefetch(tf.data.AUTOTUNE)
)
with strategy.scope():
    model = keras.applications.ResNet50V2(
        weights=None, input_shape=(size, size, 3), classes=plan["classes"], classifier_activation=None
    )
    model.compile(
        optimizer=keras.optimizers.SGD(plan["learningRate"]),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


class Hold(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        gate.step_done(lambda: logs["loss"])


gate.training_begins()
model.fit(data, steps_per_epoch=10**6, epochs=1, verbose=0, callbacks=[Hold()])
