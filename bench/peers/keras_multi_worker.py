"""Keras under MultiWorkerMirroredStrategy, gRPC ring: `model.fit` on a cached tf.data pipeline of local batches.

First argument: the plan. Slurm says which task this is. BENCH_PACK_MEGABYTES=4: gradients are packed into all-reduces of
so many megabytes at least; without it, as it comes: one after the other, each gradient alone.
"""

import json
import os

from gate import Gate, read_images

packed = os.environ.get("BENCH_PACK_MEGABYTES")
gate = Gate(does="", versions={})
plan = gate.plan
task = int(os.environ["SLURM_PROCID"])
cluster = {"worker": plan["addresses"]}
os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": task}})

import tensorflow as tf  # noqa: E402, it reads TF_CONFIG
import tf_keras as keras  # noqa: E402

how = f"packs of {packed} MB" if packed else "as it comes"
gate.does = f"{plan['model']}, MultiWorkerMirroredStrategy over gRPC ({how}), model.fit on tf.data: images resized once, cached"
gate.versions = {"tf_keras": keras.__version__, "tensorflow": tf.__version__}
strategy = tf.distribute.MultiWorkerMirroredStrategy(
    communication_options=tf.distribute.experimental.CommunicationOptions(
        bytes_per_pack=int(float(packed) * 1e6) if packed else 0,
        implementation=tf.distribute.experimental.CommunicationImplementation.RING,
    )
)
size, batch = plan["imageSize"], plan["batchSize"]
# EfficientNet rescales inside the model.
models = {"resnet50": (keras.applications.ResNet50, 1 / 255), "efficientnetb0": (keras.applications.EfficientNetB0, 1)}
build, scale = models[plan["model"]]


def decode(image, label):
    return tf.image.resize(image, (size, size)) * scale, label


def batches(context):
    images, labels = read_images(plan)
    data = tf.data.Dataset.from_tensor_slices((images, labels.astype("int32")))
    data = data.shard(context.num_input_pipelines, context.input_pipeline_id)
    data = data.map(decode, num_parallel_calls=tf.data.AUTOTUNE).cache().repeat()
    return data.batch(batch, drop_remainder=True).prefetch(tf.data.AUTOTUNE)


with strategy.scope():
    model = build(weights=None, input_shape=(size, size, 3), classes=plan["classes"], classifier_activation=None)
    model.compile(
        optimizer=keras.optimizers.SGD(plan["learningRate"]),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


class Hold(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        gate.step_done(lambda: logs["loss"])


gate.training_begins()
model.fit(
    strategy.distribute_datasets_from_function(batches), steps_per_epoch=10**6, epochs=1, verbose=0, callbacks=[Hold()]
)
