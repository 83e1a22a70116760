"""A ResNet for CIFAR-10 in Keras with model.fit, and MultiWorkerMirroredStrategy or Horovod."""

import time

import course
import tensorflow as tf
from course import plan
from keras import __version__ as keras_version
from keras_resnet import dataset, evaluation, resnet, strategy_of, use_devices

keras = tf.keras
HOROVOD = plan["distribution"] == "horovod"
rank, workers = plan["rank"], plan["workers"]
versions = {"tensorflow": tf.__version__, "keras": keras_version}
if HOROVOD:
    import horovod
    import horovod.tensorflow.keras as hvd

    hvd.init()
    rank, workers = hvd.rank(), hvd.size()
    versions["horovod"] = horovod.__version__
use_devices()
strategy = strategy_of(HOROVOD)
with strategy.scope():
    model = resnet(plan["blocks"], course.CLASSES)
    optimizer = keras.optimizers.SGD(plan["learningRate"], momentum=plan["momentum"])
    if HOROVOD:
        compression = hvd.Compression.fp16 if plan["compression"] == "float16" else hvd.Compression.none
        optimizer = hvd.DistributedOptimizer(optimizer, compression=compression)
    model.distribute_reduction_method = "first"  # by default Keras 2.13 adds up the processes' means, and shows twice the loss
    model.compile(optimizer, keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])


class Report(keras.callbacks.Callback):
    """Sets the rate of each step, and notes what the step did."""

    def __init__(self, epoch):
        super().__init__()
        self.epoch, self.before = epoch, (0.0, 0.0)

    def on_train_batch_begin(self, batch, logs=None):
        rate = course.learning_rate((self.epoch.number - 1) * course.STEPS + batch)
        keras.backend.set_value(self.model.optimizer.learning_rate, rate)
        self.epoch.step_starts()

    def on_train_batch_end(self, batch, logs=None):
        # Keras gives the means over the epoch so far; the difference of two sums is the step's own value.
        sums = ((batch + 1) * logs["loss"], (batch + 1) * logs["accuracy"])
        loss, accuracy = (now - then for now, then in zip(sums, self.before))
        self.before = sums
        self.epoch.step_ends(loss, accuracy * course.LOCAL_BATCH)


def local(epoch):
    if strategy is tf.distribute.get_strategy():
        return dataset(rank, epoch)
    return strategy.distribute_datasets_from_function(lambda context: dataset(rank, epoch))


first = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)] if HOROVOD else []
loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
evaluate = evaluation(model, loss_of, rank, workers)
course.begins(versions, tuned=["tf.data without autotuning"])
for number in range(1, plan["epochs"] + 1):
    epoch = course.Epoch(number)
    callbacks = [Report(epoch)] + (first if number == 1 else [])
    model.fit(local(number), steps_per_epoch=course.STEPS, epochs=1, verbose=0, callbacks=callbacks)
    began = time.perf_counter()
    loss, correct = evaluate()
    course.epoch_ends(epoch, loss, correct, time.perf_counter() - began)
course.ends([variable.numpy() for variable in model.trainable_variables])
