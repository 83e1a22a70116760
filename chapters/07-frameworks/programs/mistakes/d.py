# Keras, Horovod, a process on each node: each step follows the mean gradient over the images of all processes.
optimizer = hvd.DistributedOptimizer(optimizer)
model.compile(optimizer, SparseCategoricalCrossentropy(from_logits=True))
images = tf.data.Dataset.from_tensor_slices((train_images, train_labels))
images = images.shard(hvd.local_size(), hvd.local_rank())
images = images.batch(local_batch, drop_remainder=True)
first_weights = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
model.fit(images, epochs=epochs, callbacks=[first_weights])
