"""Where a Keras peer trains, and in which precision; the benchmarks of processors leave `device` out of their plans."""

import tensorflow as tf


def prepare(gate, keras):
    """Call it before the first layer. `keras` is Keras 3, or Keras 2's package."""
    precision = gate.plan["precision"]
    if precision != "float32":
        keras.mixed_precision.set_global_policy("mixed_" + precision)
    if gate.plan.get("device") == "gpu":
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        gate.device_peak = lambda: tf.config.experimental.get_memory_info("GPU:0")["peak"]
