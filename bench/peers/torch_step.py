"""PyTorch: the usual training loop over ResNet50, or ResNet50V2, channels last. First argument: the plan.

Switches: BENCH_LAYOUT="channels first", BENCH_COMPILED=1 (torch.compile).
"""

import os

import torch
from gate import Gate, read_images
from torch import nn
from torch.nn import functional as F
from torch_device import Training
from torch_resnet import resnet50, resnet50v2

channels_first = os.environ.get("BENCH_LAYOUT") == "channels first"
layout = torch.contiguous_format if channels_first else torch.channels_last
compiled = os.environ.get("BENCH_COMPILED") == "1"
layout_name, way = ("channels_first" if channels_first else "channels_last"), ("compiled" if compiled else "eager")
gate = Gate(does="", versions={"torch": torch.__version__.split("+")[0]})
plan = gate.plan
is_v2 = plan.get("model") == "resnet50v2"
network = "ResNet50V2 as Keras builds it" if is_v2 else "ResNet50 (not V2)"
gate.does = f"{network}, {layout_name}, {way}; images resized and scaled once, kept in memory, gathered by batch"
training = Training(gate)
size, batch = plan["imageSize"], plan["batchSize"]
images, labels = read_images(plan)
images = torch.from_numpy(images).permute(0, 3, 1, 2).float()
images = F.interpolate(images, size=(size, size), mode="bilinear", align_corners=False) / 255.0
images = images.contiguous(memory_format=layout).to(training.device)
labels = torch.from_numpy(labels.astype("int64")).to(training.device)
build = resnet50v2 if is_v2 else resnet50
model = build(plan["classes"]).to(training.device, memory_format=layout).train()
if compiled:
    model = torch.compile(model)
optimizer = torch.optim.SGD(model.parameters(), lr=plan["learningRate"])
loss_function = nn.CrossEntropyLoss()

gate.training_begins()
step = 0
while True:
    rows = torch.arange(step * batch, (step + 1) * batch, device=training.device) % len(labels)
    x = images[rows].contiguous(memory_format=layout)
    optimizer.zero_grad(set_to_none=True)
    with training.forward():
        loss = loss_function(model(x), labels[rows])
    training.update(loss, optimizer)
    step += 1
    gate.step_done(loss.item)
