import torch
import torch.distributed as dist
from tiny_gpt import TinyGPT, inputs, labels, loss_of
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = TinyGPT()
columns = {name: ColwiseParallel() for name in ("attn.q", "attn.k", "attn.v", "mlp.0")}
rows = {name: RowwiseParallel() for name in ("attn.c_proj", "mlp.2")}
for block in model.h:
    parallelize_module(block, mesh, columns | rows)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0)
for epoch in range(8):
    loss = loss_of(model(inputs), labels)  # every process has all rows
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    if dist.get_rank() == 0:
        print(f"{loss.item():.6f}")
dist.destroy_process_group()
