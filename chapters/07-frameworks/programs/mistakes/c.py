# MXNet's Gluon, Horovod: each step follows the mean gradient over the images of all processes.
trainer = hvd.DistributedTrainer(network.collect_params(), optimizer)
loss_of = gluon.loss.SoftmaxCrossEntropyLoss()  # a loss for each image
for images, labels in batches_of(rank, workers, local_batch):
    with autograd.record():
        losses = loss_of(network(images), labels)
    losses.backward()
    trainer.step(local_batch * workers)
