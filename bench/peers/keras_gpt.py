"""Keras 3: `model.fit` of a GPT of Keras's layers on a tf.data pipeline. First argument: the plan. Switch: BENCH_XLA, as in keras_fit."""

import os

import keras
import tensorflow as tf
from gate import Gate, read_tokens
from keras import layers, ops

gate = Gate(
    does="GPT of Keras's layers (MultiHeadAttention), AdamW, model.fit on tf.data",
    versions={"keras": keras.__version__, "tensorflow": tf.__version__},
)
plan = gate.plan
width, heads, vocabulary = plan["width"], plan["heads"], plan["vocabulary"]
if plan["precision"] != "float32":
    keras.mixed_precision.set_global_policy("mixed_" + plan["precision"])
if plan.get("device") == "gpu":
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    gate.device_peak = lambda: tf.config.experimental.get_memory_info("GPU:0")["peak"]
normal = keras.initializers.RandomNormal(stddev=0.02)
embedding = {"output_dim": width, "embeddings_initializer": normal}


class Gpt(keras.Model):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = layers.Embedding(vocabulary, **embedding), layers.Embedding(plan["context"], **embedding)
        self.blocks = [
            (
                layers.LayerNormalization(epsilon=1e-5),
                layers.MultiHeadAttention(heads, width // heads, kernel_initializer=normal),
                layers.LayerNormalization(epsilon=1e-5),
                layers.Dense(4 * width, activation="gelu", kernel_initializer=normal),
                layers.Dense(width, kernel_initializer=normal),
            )
            for _ in range(plan["layers"])
        ]
        self.finish = layers.LayerNormalization(epsilon=1e-5)

    def call(self, tokens):
        x = self.tokens(tokens) + self.places(ops.arange(plan["context"]))
        for before, attend, between, widen, narrow in self.blocks:
            normalized = before(x)
            x = x + attend(normalized, normalized, use_causal_mask=True)
            x = x + narrow(widen(between(x)))
        x = self.finish(x)
        logits = ops.matmul(x, ops.transpose(ops.cast(self.tokens.embeddings, x.dtype)))
        return ops.cast(logits, "float32")  # as Keras's guide to mixed precision has it


rows = read_tokens(plan).astype("int32")
data = (
    tf.data.Dataset.from_tensor_slices((rows[:, :-1], rows[:, 1:]))
    .repeat()
    .batch(plan["batchSize"], drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)
model = Gpt()
model(rows[:1, :-1])  # makes the weights
optimizer = keras.optimizers.AdamW(plan["learningRate"], weight_decay=plan["weightDecay"], epsilon=1e-8)
optimizer.exclude_from_weight_decay(var_names=["bias", "gamma", "beta"])
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
