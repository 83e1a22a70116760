import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "mean-gradient": [
    "Think of two devices with 3 images and 1 image. Which of the two gradients tells more about the whole batch?",
    "A device's mean gradient times its number of images is the sum over these images. What must you divide the sum of all these sums by?",
  ],
  "ring-rounds": [
    "In each round, every device sends one part to its right neighbour. The right neighbour of the last device is device 0.",
    "There are two halves, each with one round fewer than there are devices. In the first half, the receiver adds what arrives. In the second half, it replaces its own.",
    "In each round, a device passes on the part that it received in the round before. So if it sent part p, it sends part p - 1 next, and the last part after part 0.",
  ],
  "own-program": [
    "Three things change: the strategy with its import, the learning rate, and the list of arguments, which needs the number of devices.",
    "Give `devices` a default in programArguments, take it out of the result like the others, and hand it to the new strategy beside `device`.",
    "batchSize is still the batch of all devices together. The learning rate grows with the number of replicas, which the strategy knows.",
  ],
  "own-results": [
    "Your function compare does the work. Which two runs of weakRuns must it compare?",
    "The lists begin with one device and end with the most devices. Compare the ends of strongRuns in the same way, and take only the speedup.",
  ],
  "own-input": [
    "Your function waitingShare gives the first two values.",
    "The host of the run starved delivers as many images a second as that run trained. How many devices like the one of onDevice use up that many?",
  ],
  mended: [
    "Compare each line of the script with the command at its end. How many processes, GPUs and cores does the program need, and for how long?",
    "The program trains on all devices in one process. Ask for as many GPUs as it uses, and for a time that Slurm reads as you mean it.",
  ],
  "job-script": [
    "Start from the script that the lesson shows, and make its numbers follow from `gpus`: --gres, the cores, --devices and --batch-size.",
    "--batch-size is the batch of all devices together, and each GPU trains 2,048 images in a step.",
    "The rehearsal asks for no GPU, so it has no --gres. Its program gets --device cpu and two devices, 32 images in a step, and the flags for small images.",
  ],
  charged: [
    "One training takes its start-up and all its epochs. Every device of a job is charged for the whole time of the job.",
    "One job for all runs has the same devices from its beginning to its end. How many must it ask for, so that each run has enough?",
  ],
};
