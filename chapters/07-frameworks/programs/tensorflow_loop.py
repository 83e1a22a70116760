"""A ResNet for CIFAR-10 in TensorFlow with a loop of one's own, and MultiWorkerMirroredStrategy or Horovod."""

import time

import course
import tensorflow as tf
from course import plan
from keras import __version__ as keras_version
from keras_resnet import dataset, evaluation, resnet, strategy_of, use_devices

HOROVOD = plan["distribution"] == "horovod"
rank, workers = plan["rank"], plan["workers"]
versions = {"tensorflow": tf.__version__, "keras": keras_version}
if HOROVOD:
    import horovod
    import horovod.tensorflow as hvd

    hvd.init()
    rank, workers = hvd.rank(), hvd.size()
    versions["horovod"] = horovod.__version__
use_devices()
strategy = strategy_of(HOROVOD)
with strategy.scope():
    model = resnet(plan["blocks"], course.CLASSES)
    optimizer = tf.keras.optimizers.SGD(plan["learningRate"], momentum=plan["momentum"])
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
evaluate = evaluation(model, loss_of, rank, workers)


def step_of_replica(images, labels):
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        losses = loss_of(labels, logits)
        # Horovod averages the processes' gradients. The strategy adds them up, so each is a part of the global batch's mean.
        loss = tf.reduce_sum(losses) / (course.LOCAL_BATCH if HOROVOD else plan["globalBatchSize"])
    if HOROVOD:
        compression = hvd.Compression.fp16 if plan["compression"] == "float16" else hvd.Compression.none
        tape = hvd.DistributedGradientTape(tape, compression=compression)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    correct = tf.reduce_sum(tf.cast(tf.argmax(logits, 1) == labels, tf.float32))
    return tf.stack([tf.reduce_mean(losses), correct])


@tf.function
def step(images, labels):
    return strategy.run(step_of_replica, (images, labels))


def train(epoch):
    for number, (images, labels) in enumerate(epoch.batches(dataset(rank, epoch.number))):
        optimizer.learning_rate.assign(course.learning_rate((epoch.number - 1) * course.STEPS + number))
        loss, correct = step(images, labels).numpy()
        if HOROVOD and epoch.number == 1 and number == 0:  # the optimizer has its variables after its first step
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables, root_rank=0)
        epoch.step_ends(loss, correct)


course.begins(versions, tuned=["tf.function", "tf.data without autotuning"])
for number in range(1, plan["epochs"] + 1):
    epoch = course.Epoch(number)
    train(epoch)
    began = time.perf_counter()
    loss, correct = evaluate()
    course.epoch_ends(epoch, loss, correct, time.perf_counter() - began)
course.ends([variable.numpy() for variable in model.trainable_variables])
