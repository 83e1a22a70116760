import type { Hints } from "../../../lib/checks/progress";

/** Hints for the exercises that need them, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "own-step": [
    "The smallest training above has the same parts: a loss, its gradients, new values, and what the step returns. Change these parts one after another. Begin with the loss.",
    "The loss is the mean over the images of -log(probability of the right class). To get it, multiply tf.logSoftmax(images x weights + biases) by the table `right`, which has a 1 at each right class.",
    "tf.variableGrads gives the loss and a gradient for each variable. Assign the new weights inside the body, return the loss, and count the body's runs there, too.",
  ],
  "repaired-step": [
    "JavaScript decides an `if` only once, when it captures the step. So compute the factor of each gradient as a tensor, with no `if`.",
    "There are two possible factors: 1, and the one that makes the norm equal to the limit. Let tf.where choose between them.",
    "The rates change from call to call. A plain number that changes makes another graph, so hand each rate over as a tensor.",
  ],
  "job-request": [
    "Keep only the lines that Slurm reads: they begin with #SBATCH. A line that begins with ## is switched off.",
    "In --gres, the number of GPUs stands after the last colon. A script without --gres asks for no GPU.",
    "Read the time as hours:minutes:seconds. For the cost, multiply the hours by the nodes, and by the GPUs of a node if there are any.",
  ],
  "epoch-seconds": [
    "The epoch begins when its first step begins. When does it end?",
    "The waits between the steps belong to the epoch, so do not add up the steps. Two numbers of the record are enough.",
    "The last number of a list is list[list.length - 1]. In JavaScript, list[-1] is undefined.",
  ],
  throughput: [
    "Throughput is images divided by seconds. You have already written a function for the seconds.",
    "The last batch may hold fewer images than the others, so add up the images of all batches.",
    "list.reduce((sum, each) => sum + each, 0) adds up a list of numbers.",
  ],
  "own-results": [
    "You have already written what you need: a function for one epoch's seconds, and one for a run's steady epoch.",
    "Throughput is images per second, and the time for an image is seconds per image. So a ratio of times is 1 divided by the ratio of the throughputs.",
    "The start-up is the time of the baseline's epoch 1, minus the time of a steady epoch. Without a GPU, the variable gpu is undefined.",
  ],
  "under-roof": [
    "The counts are for the forward pass. How much more work is the backward pass, and does it move more numbers, too?",
    "A multiply-add is two operations, and a number has 4 bytes. Images per second turn the operations of one image into operations per second.",
    "Your function attainable says what a device can reach with so many operations per byte. Divide by that for ofAttainable, and by the peak for ofPeak.",
  ],
  "share-of-products": [
    "Let the step take 1 s before. How long does it take afterwards, and how much of it was saved?",
    "The saving comes from the products alone: of each second that they took, 1 - 1 / products is saved.",
    "The step saves 1 - 1 / step. Divide this by what one second of products saves.",
  ],
  gap: [
    "Between 1 and 2 there are 128 numbers. How many are there between 2 and 4, with as many digits?",
    "Also 128, so they are twice as far apart. Between 0.5 and 1 they are half as far apart.",
    "Math.floor(Math.log2(weight)) is the exponent of the largest power of two that is not above the weight.",
  ],
  "joined-rates": [
    "Rates do not add up, but times do. How many seconds does one image take to decode, and how many to train on?",
    "In a row, an image takes both times, one after the other. Divide 1 by the sum to get images per second.",
    "At the same time, every image passes both cores. Which of the two does not have to wait?",
  ],
  "training-seconds": [
    "Seconds are images divided by images per second. You have the rates of two ways already.",
    "The first two ways decode in each epoch, so each epoch takes as long as the first.",
    "With kept images, the first epoch decodes in a row, and each later epoch is as fast as training alone.",
  ],
  "largest-batch": [
    "How many bytes are left for the images when the fixed part is in memory?",
    "The bytes of an image grow with its pixels, and an image has a width and a height.",
    "A batch holds whole images only, and never fewer than 0.",
  ],
};
