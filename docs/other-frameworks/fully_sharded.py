import torch
import torch.distributed as dist
from tiny_gpt import TinyGPT, inputs, labels, loss_of, show_mean
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, processes = dist.get_rank(), dist.get_world_size()
own_inputs, own_labels = (rows.chunk(processes)[rank] for rows in (inputs, labels))
mesh = init_device_mesh("cpu", (processes,))
model = TinyGPT()
for block in model.h:
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)  # what is outside the blocks
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0)  # of DTensors
for epoch in range(8):
    loss = loss_of(model(own_inputs), own_labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    show_mean(loss)
dist.destroy_process_group()
