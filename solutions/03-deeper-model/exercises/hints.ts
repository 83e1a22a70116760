import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "network-cost": [
    "First only print w, c, f and v of each block, and compare them with the table of the first five blocks. Then add the convolutions.",
    "A block has three calls of add, and a fourth for its shortcut if it is a stack's first block. The last column of the layers' table is add's last argument.",
    "The width is halved only in the last block of a stack, and not in the last stack. In such a block, v is also the width of the third convolution and the shortcut.",
  ],
  "deeper-program": [
    "Replace resNet50V2 and its import by modelNamed from parallel-training/models. It takes the network's name, and then the same sizes.",
    "Leave the rest as it is: MirroredStrategy, its devices and the learning rate that grows with the replicas. Otherwise your losses differ from the lesson's.",
  ],
  "deeper-job": [
    "Start from the job script of lesson 2 for several GPUs. The program is now your own file, so srun runs another path.",
    "--batch-size is the batch of all GPUs together. Ask for as many GPUs as the program uses, and for one process.",
  ],
  "break-even": [
    "Write down the time of a job with n epochs: one first epoch, and then how many later ones?",
    "The job on many devices must end before the other one, not at the same moment. Try 1, 2, 3 and so on until it does.",
  ],
  "own-results": [
    "runStatistics(run) has the seconds of a steady epoch. Take the run on one device of each network.",
    "A speedup compares a network with itself on one device. The studies of the two networks have their points in order, the most devices last.",
  ],
  amount: [
    "Count the steps of an epoch first. The last, smaller batch is a step, too.",
    "On one device nothing is exchanged. Which of the causes have an amount of 0 there?",
    "In a step, a device sends 2 (n - 1) / n of the gradients, at 4 bytes each. Kernels are launched for each layer on each device, in every step.",
  ],
  "cause-fit": [
    "Least squares looks for the k with the smallest sum of (seconds - k x amount)². Set the derivative with respect to k to 0, and solve for k.",
    "Two sums are enough for k: one of products, and one of squares.",
    "For worst, divide each difference by the measured seconds, drop the sign, and take the largest.",
  ],
  feeding: [
    "Go through the batches in order. For each, compute when it is ready, and then when its step ends. Keep the ends in a list.",
    "A step begins when its batch is ready and the step before it has ended, whichever is later.",
    "The host begins batch k when batch k - 1 is ready and step k - 1 - ahead has ended. For the first batches there is no such step.",
  ],
  "third-model": [
    "Where does the model lie between a and b? Compute a share from the multiply-adds that is 0 at a and 1 at b.",
    "Use this share to find the time on one device and the extra seconds between those of a and b. The efficiency is the ideal time, divided by the ideal time with the extra seconds.",
    "For the error, give each measured model the extra seconds of the other one. How far is its efficiency from its measured one? Take the larger of the two differences.",
  ],
};
