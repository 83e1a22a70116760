"""A ResNet for CIFAR-10 as a user of Keras writes it. TensorFlow's program and Keras's share it."""

import course
import tensorflow as tf
from course import plan

layers = tf.keras.layers


def resnet(blocks, classes):
    made = []

    def make(layer):
        made.append(layer)
        return layer

    def convolution(x, filters, size, strides=1):
        if size == 3 and strides == 2:
            # Keras's "same" would add a row below and none above; the paper and the other frameworks add one on each side.
            x, padding = layers.ZeroPadding2D(1)(x), "valid"
        else:
            padding = "same"
        return make(layers.Conv2D(filters, size, strides, padding, use_bias=False))(x)

    def normalized(x):
        return make(layers.BatchNormalization())(x)

    x = images = layers.Input(course.SHAPE)
    x = layers.ReLU()(normalized(convolution(x, 16, 3)))
    for stack in range(3):
        for block in range(blocks):
            filters, strides = 16 << stack, 2 if stack > 0 and block == 0 else 1
            y = layers.ReLU()(normalized(convolution(x, filters, 3, strides)))
            y = normalized(convolution(y, filters, 3))
            if x.shape[-1] != filters:
                x = convolution(x, filters, 1, strides)
            x = layers.ReLU()(layers.add([y, x]))
    logits = make(layers.Dense(classes))(layers.GlobalAveragePooling2D()(x))
    take_first_weights(made)
    return tf.keras.Model(images, logits)


def take_first_weights(made):
    weights = iter(course.first_weights())
    for layer in made:
        trained = [next(weights) for _ in layer.trainable_weights]
        layer.set_weights(trained + layer.get_weights()[len(trained) :])  # those of BatchNorm that are not trained stay


def use_devices():
    tf.config.threading.set_intra_op_parallelism_threads(plan["threads"])
    gpus = tf.config.list_physical_devices("GPU")
    course.need_gpus(len(gpus))
    if gpus:
        tf.config.set_visible_devices(gpus[plan["localRank"]], "GPU")
        tf.config.experimental.set_memory_growth(gpus[plan["localRank"]], True)


def strategy_of(horovod):
    """MultiWorkerMirroredStrategy for several processes, whose addresses TF_CONFIG has; TensorFlow's default for one, and for Horovod."""
    if horovod or plan["workers"] == 1:
        return tf.distribute.get_strategy()
    options = tf.distribute.experimental.CommunicationOptions(
        implementation=tf.distribute.experimental.CommunicationImplementation.AUTO
        if course.ON_GPU
        else tf.distribute.experimental.CommunicationImplementation.RING
    )
    return tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)


def dataset(rank, epoch):
    """This process's batches of an epoch, prepared while the step before is computed."""
    shape = (course.LOCAL_BATCH, *course.SHAPE)
    signature = (tf.TensorSpec(shape, tf.float32), tf.TensorSpec(shape[:1], tf.int64))
    batches = tf.data.Dataset.from_generator(lambda: course.training_batches(rank, epoch), output_signature=signature)
    options = tf.data.Options()
    options.autotune.enabled = False  # its thread may sleep for seconds at the end of model.fit
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
    return batches.prefetch(2).with_options(options)


def evaluation(model, loss_of, rank, workers):
    """@returns a function that gives the sums over this process's share of the test images: loss and hits."""

    # One graph for batches of any size: each further one would number its exchanges anew, and the processes' numbers would differ.
    @tf.function(input_signature=[tf.TensorSpec((None, *course.SHAPE)), tf.TensorSpec((None,), tf.int64)])
    def test_step(images, labels):
        logits = model(images, training=False)
        correct = tf.cast(tf.argmax(logits, 1) == labels, tf.float32)
        return tf.stack([tf.reduce_sum(loss_of(labels, logits)), tf.reduce_sum(correct)])

    def evaluate():
        sums = [test_step(images, labels).numpy() for images, labels in course.test_batches(rank, workers)]
        return sum(loss for loss, _ in sums), sum(correct for _, correct in sums)

    return evaluate
