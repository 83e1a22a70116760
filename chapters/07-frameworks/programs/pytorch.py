"""A ResNet for CIFAR-10 in PyTorch, with DistributedDataParallel or with Horovod."""

import time

import course
import torch
import torch.nn.functional as F
from course import plan
from torch import nn

HOROVOD = plan["distribution"] == "horovod"
if HOROVOD:
    import horovod.torch as hvd

    hvd.init()
    rank, workers = hvd.rank(), hvd.size()
elif plan["workers"] > 1:
    import torch.distributed as dist

    dist.init_process_group("nccl" if course.ON_GPU else "gloo")
    rank, workers = dist.get_rank(), dist.get_world_size()
else:
    rank, workers = 0, 1

course.need_gpus(torch.cuda.device_count())
torch.set_num_threads(plan["threads"])
torch.backends.cudnn.benchmark = True
device = torch.device("cuda", plan["localRank"]) if course.ON_GPU else torch.device("cpu")


# The normalizations' eps and momentum are Keras's defaults; PyTorch's momentum is 1 minus Keras's.
class Block(nn.Module):
    def __init__(self, channels, filters, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, filters, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(filters, eps=1e-3, momentum=0.01)
        self.conv2 = nn.Conv2d(filters, filters, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(filters, eps=1e-3, momentum=0.01)
        self.project = nn.Conv2d(channels, filters, 1, stride, bias=False) if channels != filters else None

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        y = self.norm2(self.conv2(y))
        return F.relu(y + (x if self.project is None else self.project(x)))


class ResNet(nn.Module):
    def __init__(self, blocks, classes):
        super().__init__()
        layers = [nn.Conv2d(course.SHAPE[2], 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16, eps=1e-3, momentum=0.01), nn.ReLU()]
        channels = 16
        for stack in range(3):
            for block in range(blocks):
                filters = 16 << stack
                layers.append(Block(channels, filters, 2 if stack > 0 and block == 0 else 1))
                channels = filters
        self.features = nn.Sequential(*layers)
        self.classify = nn.Linear(channels, classes)

    def forward(self, x):
        return self.classify(self.features(x).mean((2, 3)))


def take_first_weights(model):
    for parameter, weight in zip(model.parameters(), course.first_weights(), strict=True):
        order = {4: (3, 2, 0, 1), 2: (1, 0), 1: (0,)}[weight.ndim]  # PyTorch writes (out, in, height, width)
        parameter.data.copy_(torch.from_numpy(weight.transpose(order).copy()))


def on_device(images, labels):
    # The images are (n, height, width, channels): seen as (n, channels, height, width) they are "channels last" already.
    return torch.from_numpy(images).permute(0, 3, 1, 2).to(device), torch.from_numpy(labels).to(device)


model = ResNet(plan["blocks"], course.CLASSES)
take_first_weights(model)
# Horovod takes no gradient whose numbers are not in the usual order, so with it only the images are "channels last".
model = model.to(device, memory_format=torch.contiguous_format if HOROVOD else torch.channels_last)
optimizer = torch.optim.SGD(model.parameters(), lr=plan["learningRate"], momentum=plan["momentum"])
network = model
if HOROVOD:
    compression = hvd.Compression.fp16 if plan["compression"] == "float16" else hvd.Compression.none
    optimizer = hvd.DistributedOptimizer(optimizer, model.named_parameters(), compression)
    hvd.broadcast_parameters(model.state_dict(), root_rank=0)
    hvd.broadcast_optimizer_state(optimizer, root_rank=0)
elif workers > 1:
    network = nn.parallel.DistributedDataParallel(model)
    if plan["compression"] == "float16":
        from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import fp16_compress_hook

        network.register_comm_hook(None, fp16_compress_hook)


def train(epoch):
    network.train()
    for number, (images, labels) in enumerate(epoch.batches(course.ahead(course.training_batches(rank, epoch.number)))):
        images, labels = on_device(images, labels)
        rate = course.learning_rate((epoch.number - 1) * course.STEPS + number)
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad()
        logits = network(images)
        loss = F.cross_entropy(logits, labels)
        loss.backward()
        optimizer.step()
        epoch.step_ends(loss.item(), (logits.argmax(1) == labels).sum().item())


@torch.no_grad()
def evaluate():
    model.eval()
    loss, correct = 0.0, 0
    for images, labels in course.test_batches(rank, workers):
        images, labels = on_device(images, labels)
        logits = model(images)
        loss += F.cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(1) == labels).sum().item()
    return loss, correct


versions = {"torch": torch.__version__}
if HOROVOD:
    import horovod

    versions["horovod"] = horovod.__version__
course.begins(versions, tuned=["images channels last" if HOROVOD else "channels last", "cudnn.benchmark"])
for number in range(1, plan["epochs"] + 1):
    epoch = course.Epoch(number)
    train(epoch)
    began = time.perf_counter()
    loss, correct = evaluate()
    course.epoch_ends(epoch, loss, correct, time.perf_counter() - began)
course.ends([parameter.detach().cpu().numpy() for parameter in model.parameters()])
