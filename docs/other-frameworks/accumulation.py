from contextlib import nullcontext

import torch
import torch.distributed as dist
from tiny_gpt import TinyGPT, inputs, labels, loss_of, show_mean
from torch.nn.parallel import DistributedDataParallel

BATCHES = 2  # of an update

dist.init_process_group("gloo")
rank, processes = dist.get_rank(), dist.get_world_size()
batches = [
    [rows.chunk(processes)[rank] for rows in batch] for batch in zip(inputs.chunk(BATCHES), labels.chunk(BATCHES))
]
model = DistributedDataParallel(TinyGPT())
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0)
for epoch in range(8):
    losses = []
    for batch, (own_inputs, own_labels) in enumerate(batches):
        is_last = batch == BATCHES - 1
        with nullcontext() if is_last else model.no_sync():
            losses.append(loss_of(model(own_inputs), own_labels) / BATCHES)
            losses[-1].backward()
    optimizer.step()
    optimizer.zero_grad()
    show_mean(sum(losses))
dist.destroy_process_group()
