import torch
import torch.distributed as dist
from tiny_gpt import TinyGPT, inputs, labels, loss_of, show_mean
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")  # on GPUs: "nccl"
rank, processes = dist.get_rank(), dist.get_world_size()
own_inputs, own_labels = (rows.chunk(processes)[rank] for rows in (inputs, labels))
model = DistributedDataParallel(TinyGPT())
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0)
for epoch in range(8):
    loss = loss_of(model(own_inputs), own_labels)
    loss.backward()  # while it runs, the gradients are averaged, bucket by bucket
    optimizer.step()
    optimizer.zero_grad()
    show_mean(loss)
dist.destroy_process_group()
