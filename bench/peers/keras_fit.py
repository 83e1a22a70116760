"""Keras: `model.fit` on a cached tf.data pipeline. First argument: the plan; TF_USE_LEGACY_KERAS=1 takes Keras 2.

Switches: BENCH_XLA=on or off (as Keras chooses: on in Keras 3, off in Keras 2), BENCH_INPUT="not tuned",
BENCH_OPS_AT_A_TIME=1 (as TensorFlow chooses: as many as cores).
"""

import os

import tensorflow as tf

if os.environ.get("TF_USE_LEGACY_KERAS") == "1":
    import tf_keras as keras
else:
    import keras
from gate import Gate, read_images
from keras_device import prepare

gate = Gate(
    does="ResNet50V2, model.fit on tf.data: images resized and scaled once, cached, batched, prefetched",
    versions={"keras": keras.__version__, "tensorflow": tf.__version__},
)
plan = gate.plan
size = plan["imageSize"]
prepare(gate, keras)


def decode(image, label):
    return tf.image.resize(image, (size, size)) / 255.0, label


if "BENCH_OPS_AT_A_TIME" in os.environ:
    tf.config.threading.set_inter_op_parallelism_threads(int(os.environ["BENCH_OPS_AT_A_TIME"]))
images, labels = read_images(plan)
data = (
    tf.data.Dataset.from_tensor_slices((images, labels.astype("int32")))
    .map(decode, num_parallel_calls=tf.data.AUTOTUNE)
    .cache()
    .repeat()
    .batch(plan["batchSize"])
    .prefetch(tf.data.AUTOTUNE)
)
if "device" in plan:  # nothing is resized or gathered while it trains
    data = data.take(1).cache().repeat().prefetch(tf.data.AUTOTUNE)
    gate.does = "ResNet50V2, model.fit on tf.data, which sends the same batch at each step"
if os.environ.get("BENCH_INPUT") == "not tuned":
    options = tf.data.Options()
    options.autotune.enabled = False
    data = data.with_options(options)
model = keras.applications.ResNet50V2(
    weights=None, input_shape=(size, size, 3), classes=plan["classes"], classifier_activation=None
)
if plan["precision"] != "float32":  # a loss in float32, as Keras's guide to mixed precision has it
    model = keras.Model(model.input, keras.layers.Activation("linear", dtype="float32")(model.output))
model.compile(
    optimizer=keras.optimizers.SGD(plan["learningRate"]),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
    **({"jit_compile": os.environ["BENCH_XLA"] == "on"} if "BENCH_XLA" in os.environ else {}),
)


class Hold(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        gate.step_done(lambda: logs["loss"])


gate.training_begins()
model.fit(data, steps_per_epoch=10**6, epochs=1, verbose=0, callbacks=[Hold()])
