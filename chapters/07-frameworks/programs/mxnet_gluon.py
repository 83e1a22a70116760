"""A ResNet for CIFAR-10 in MXNet's Gluon, with Horovod or with MXNet's own key-value store."""

import time

import course
import mxnet as mx
from course import plan
from mxnet import autograd, gluon
from mxnet.gluon import nn

HOROVOD = plan["distribution"] == "horovod"
STORE = plan["distribution"] == "dist_sync" and plan["workers"] > 1
versions = {"mxnet": mx.__version__}
rank, workers = 0, 1
if HOROVOD:
    import horovod
    import horovod.mxnet as hvd

    hvd.init()
    rank, workers = hvd.rank(), hvd.size()
    versions["horovod"] = horovod.__version__
elif STORE:
    store = mx.kv.create("dist_sync")
    rank, workers = store.rank, store.num_workers
course.need_gpus(mx.context.num_gpus() if course.ON_GPU else 0)
device = mx.gpu(plan["localRank"]) if course.ON_GPU else mx.cpu()


def convolution(channels, filters, size, stride=1):
    return nn.Conv2D(filters, size, stride, size // 2, use_bias=False, in_channels=channels)


def normalization(channels):
    # Keras's defaults.
    return nn.BatchNorm(in_channels=channels, epsilon=1e-3, momentum=0.99)


class Block(nn.HybridBlock):
    def __init__(self, channels, filters, stride):
        super().__init__()
        self.conv1, self.norm1 = convolution(channels, filters, 3, stride), normalization(filters)
        self.conv2, self.norm2 = convolution(filters, filters, 3), normalization(filters)
        self.project = convolution(channels, filters, 1, stride) if channels != filters else None

    def hybrid_forward(self, F, x):
        y = F.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        return F.relu(y + (x if self.project is None else self.project(x)))


def resnet(blocks, classes):
    network = nn.HybridSequential()
    network.add(convolution(course.SHAPE[2], 16, 3), normalization(16), nn.Activation("relu"))
    channels = 16
    for stack in range(3):
        for block in range(blocks):
            filters = 16 << stack
            network.add(Block(channels, filters, 2 if stack > 0 and block == 0 else 1))
            channels = filters
    network.add(nn.GlobalAvgPool2D(), nn.Dense(classes, in_units=channels))
    return network


def trained(network):
    return [each for each in network.collect_params().values() if each.grad_req != "null"]


def take_first_weights(network):
    for parameter, weight in zip(trained(network), course.first_weights(), strict=True):
        order = {4: (3, 2, 0, 1), 2: (1, 0), 1: (0,)}[weight.ndim]  # Gluon writes (out, in, height, width)
        parameter.set_data(mx.nd.array(weight.transpose(order)))


network = resnet(plan["blocks"], course.CLASSES)
network.initialize(ctx=device)
take_first_weights(network)
network.hybridize(static_alloc=True, static_shape=True)
# The store's servers update the weights, so the rate follows a schedule that they know, too.
rate = mx.lr_scheduler.FactorScheduler(step=10**9, base_lr=plan["learningRate"], warmup_steps=plan["warmUpSteps"])
settings = {"learning_rate": plan["learningRate"], "momentum": plan["momentum"], "lr_scheduler": rate}
# The gradients are sums over images. Gluon's step(n) divides by n, and whether that is one process's batch or the batch of all
# differs: Horovod averages the processes' gradients, the store adds them up.
images_of_step = plan["globalBatchSize"] if STORE else course.LOCAL_BATCH
if HOROVOD:
    hvd.broadcast_parameters(network.collect_params(), root_rank=0)
    optimizer = mx.optimizer.create("sgd", **settings)
    compression = hvd.Compression.fp16 if plan["compression"] == "float16" else hvd.Compression.none
    trainer = hvd.DistributedTrainer(network.collect_params(), optimizer, compression=compression)
elif STORE:
    trainer = gluon.Trainer(network.collect_params(), "sgd", settings, kvstore=store)
else:
    trainer = gluon.Trainer(network.collect_params(), "sgd", settings, kvstore=None)
loss_of = gluon.loss.SoftmaxCrossEntropyLoss()


def on_device(images, labels):
    return mx.nd.array(images.transpose(0, 3, 1, 2), ctx=device), mx.nd.array(labels, ctx=device)


def train(epoch):
    for images, labels in epoch.batches(course.ahead(course.training_batches(rank, epoch.number))):
        images, labels = on_device(images, labels)
        with autograd.record():
            logits = network(images)
            losses = loss_of(logits, labels)
        losses.backward()
        trainer.step(images_of_step)
        correct = (logits.argmax(1) == labels).sum()
        loss, correct = losses.mean().asscalar(), correct.asscalar()
        mx.nd.waitall()  # the two numbers need no backward pass and no update
        epoch.step_ends(loss, correct)


def evaluate():
    loss, correct = 0.0, 0.0
    for images, labels in course.test_batches(rank, workers):
        images, labels = on_device(images, labels)
        logits = network(images)
        loss += loss_of(logits, labels).sum().asscalar()
        correct += (logits.argmax(1) == labels).sum().asscalar()
    return loss, correct


course.begins(versions, tuned=["hybridized, static memory"])
for number in range(1, plan["epochs"] + 1):
    epoch = course.Epoch(number)
    train(epoch)
    began = time.perf_counter()
    loss, correct = evaluate()
    course.epoch_ends(epoch, loss, correct, time.perf_counter() - began)
course.ends([parameter.data(device).asnumpy() for parameter in trained(network)])
