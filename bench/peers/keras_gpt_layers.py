"""A GPT of Keras's own layers, which two benchmarks compare with."""

import keras
from keras import layers, ops

# Those that AdamW does not decay.
VECTORS = ["bias", "gamma", "beta"]


class Gpt(keras.Model):
    """`sizes` are its layers, heads, width, context, and vocabulary."""

    def __init__(self, sizes):
        super().__init__()
        self.sizes = sizes
        width, heads = sizes["width"], sizes["heads"]
        normal = keras.initializers.RandomNormal(stddev=0.02)
        self.tokens, self.places = (
            layers.Embedding(sizes[count], width, embeddings_initializer=normal) for count in ("vocabulary", "context")
        )
        self.blocks = [
            (
                layers.LayerNormalization(epsilon=1e-5),
                layers.MultiHeadAttention(heads, width // heads, kernel_initializer=normal),
                layers.LayerNormalization(epsilon=1e-5),
                layers.Dense(4 * width, activation="gelu", kernel_initializer=normal),
                layers.Dense(width, kernel_initializer=normal),
            )
            for _ in range(sizes["layers"])
        ]
        self.finish = layers.LayerNormalization(epsilon=1e-5)

    def call(self, tokens):
        x = self.tokens(tokens) + self.places(ops.arange(self.sizes["context"]))
        for before, attend, between, widen, narrow in self.blocks:
            normalized = before(x)
            x = x + attend(normalized, normalized, use_causal_mask=True)
            x = x + narrow(widen(between(x)))
        x = self.finish(x)
        logits = ops.matmul(x, ops.transpose(ops.cast(self.tokens.embeddings, x.dtype)))
        return ops.cast(logits, "float32")  # as Keras's guide to mixed precision has it
