import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  gain: [
    "With twice as many devices, the ideal is twice as many images a second.",
    "How long is an epoch on all devices, compared with an epoch on one device? And how many epochs does each training need?",
  ],
  claims: [
    "For each statement, ask whether somebody could have read it in the study's own tables. Then it says what was observed.",
    "The word because, or a reason for a difference, makes a cause. Other devices, other networks, or every training go beyond what was measured.",
  ],
  unequal: [
    "For each setting, ask two questions: do the two sides differ in it, and may they differ?",
    "Which setting may differ depends on the comparison. In a weak scaling, localBatch must be equal.",
    "In a strong scaling, do not compare localBatch itself. Compare the images of a step over all processes, and name localBatch if they differ.",
  ],
  "step-gradient": [
    "Compute exactly what the name of the way says, also where the result is not the mean over all images.",
    "In all ways but one, a process divides the sum of its gradients by n. Then its part is added to the others, or averaged with them.",
    'The way "mean of means" takes the mean of each process\'s own images first, whatever n is.',
  ],
  divisor: [
    "For each program, ask what happens to the processes' gradients in the all-reduce: are they averaged, or added up?",
    "If they are averaged, the all-reduce has already divided by the number of processes. If they are added up, somebody must still do it.",
  ],
  momentum: [
    "Keep the velocity from step to step. It begins at 0, and each step multiplies it by the momentum before it adds something.",
    "The two rules differ in one place only: the rate goes into the velocity, or it multiplies the velocity when the weight moves.",
  ],
  faults: [
    "Ask of each program whether its loss is a sum or a mean, and whether the framework averages or adds up. Count the divisions: too few make the step too large.",
    "One of the four has gradients of the right size, and a wrong choice of images. What are local rank and local size where each node has one process?",
    "The factor is what the program computes, divided by the mean gradient over all images. It depends on localBatch or on processes, if it is not 1.",
  ],
  throughput: [
    "The first epoch also has the start. Which epochs are left?",
    "Add up their images, add up their seconds, and divide once. A mean of the epochs' own rates would be another number.",
  ],
  ranks: [
    "A contender is clearly ahead if the whole of its interval lies above the other one. Intervals that touch or overlap decide nothing.",
    "The best rank follows from how many are clearly ahead. The worst rank follows from how many are clearly behind.",
  ],
  "seconds-to": [
    "Average the accuracies of all runs after each epoch first. Then find the first epoch whose mean reaches the target.",
    "Add up the seconds of each run until the end of this epoch, the epoch itself included. Take the mean over the runs.",
  ],
  "two-gains": [
    "Throughput is better if it is larger. The number of images needed is better if it is smaller, so here you divide the value before by the value after.",
    "The time to the accuracy is the images needed divided by the images a second. What follows for the ratio of two such times?",
  ],
  "updates-until": [
    "Before the first update, all of the start is left: a share of 1. What is left after two updates, with a momentum of 0.5?",
    "Multiply in a loop, and count, until what is left is at most the share. Check a share of 1: no update is needed.",
  ],
  "scaled-rate": [
    "First the full rate: how many times 128 images has a step?",
    "In the first epoch, step 0 has one part of n, and step n - 1 has all n. What do the later steps have?",
  ],
  "gain-range": [
    "The same images: then only the images a second count.",
    "The same updates: how many images has an update of all devices, compared with one device's? And how fast do they train them?",
    "With 4 devices and 2 times the images a second, an update has 4 times as many images. So it takes twice as long.",
  ],
  "levels-off": [
    "The two steps have the same fixed time. What does the difference of their seconds belong to?",
    "A step of 1 image takes 12 ms and a step of 3 images 16 ms. So an image takes 2 ms, and 10 ms are fixed.",
    "With a very large batch, the fixed time hardly counts: how many images fit into a second? And at half of that, how long are all images of the step, compared with the fixed time?",
  ],
  "images-for": [
    "At half of the plateau, the images take as long as the fixed time. So the fixed time is worth half's number of images.",
    "At a share of 0.75, the images take three quarters of the step, and the fixed time one quarter. How many times half are they?",
  ],
  "test-images": [
    "Each image is right or not. With an accuracy of p, the variance of one image is p (1 - p), and the variance of a mean is that, divided by the images.",
    "The standard error is the root of this variance, and two of them are the difference. Solve this for the number of images.",
    "Check: with 0.5 and 0.1, the text above says how many images it takes.",
  ],
  "largest-useful": [
    "How many images does a batch need until the accuracy? Compare that with the smallest batch.",
    "Go through the batches from the smallest, and stop at the first one that is not useful. A larger useful batch after it does not count.",
  ],
  way: [
    "Leave out the ways that are too late. A way that ends exactly at the deadline is in time.",
    "Compare the costs, which are processes times seconds. Only if two costs are equal, compare the processes.",
  ],
};
