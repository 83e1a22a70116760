# TensorFlow, MultiWorkerMirroredStrategy: each step follows the mean gradient over the images of all processes.
loss_of = SparseCategoricalCrossentropy(from_logits=True, reduction="none")
def step_of_process(images, labels):  # strategy.run calls it, with the process's part of the batch
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        losses = loss_of(labels, logits)
        loss = tf.reduce_mean(losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
