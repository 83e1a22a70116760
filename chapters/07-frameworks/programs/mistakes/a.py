# PyTorch, DistributedDataParallel: each step follows the mean gradient over the images of all processes.
network = nn.parallel.DistributedDataParallel(model)
loader = DataLoader(images, batch_size=local_batch, sampler=DistributedSampler(images, workers, rank))
for batch, labels in loader:
    optimizer.zero_grad()
    logits = network(batch)
    loss = F.cross_entropy(logits, labels, reduction="sum")
    loss.backward()
    optimizer.step()
