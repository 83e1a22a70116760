"""Keras 3: `model.fit` of a GPT of Keras's layers on a tf.data pipeline. First argument: the plan. Switch: BENCH_XLA, as in keras_fit."""

import os

import keras
import tensorflow as tf
from gate import Gate, read_tokens
from keras_device import prepare
from keras_gpt_layers import VECTORS, Gpt

gate = Gate(
    does="GPT of Keras's layers (MultiHeadAttention), AdamW, model.fit on tf.data",
    versions={"keras": keras.__version__, "tensorflow": tf.__version__},
)
plan = gate.plan
prepare(gate, keras)
rows = read_tokens(plan).astype("int32")
data = (
    tf.data.Dataset.from_tensor_slices((rows[:, :-1], rows[:, 1:]))
    .repeat()
    .batch(plan["batchSize"], drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)
model = Gpt(plan)
model(rows[:1, :-1])  # makes the weights
optimizer = keras.optimizers.AdamW(plan["learningRate"], weight_decay=plan["weightDecay"], epsilon=1e-8)
optimizer.exclude_from_weight_decay(var_names=VECTORS)
model.compile(
    optimizer=optimizer,
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    **({"jit_compile": os.environ["BENCH_XLA"] == "on"} if "BENCH_XLA" in os.environ else {}),
)


class Hold(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        gate.step_done(lambda: logs["loss"])


gate.training_begins()
model.fit(data, steps_per_epoch=10**6, epochs=1, verbose=0, callbacks=[Hold()])
