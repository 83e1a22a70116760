import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "own-program": [
    "Make the three steps above the program one after the other, and run the check after each: it says which step is missing.",
    "The second step: datasetNamed needs the images of a step on all nodes together, localBatchSize times the number of replicas. The learning rate already grows with it.",
    "The third step: give syncEvery a default among the arguments, take it out of them with the others, and pass it to fit with the other settings.",
  ],
  "largest-difference": [
    "Compare the numbers of steps first. If they differ, there is nothing to compare.",
    "Each difference is relative to the lesson's loss. Take the difference without its sign before you look for the largest one.",
  ],
  accumulate: [
    "Cut the list into groups of syncEvery batches. The last group takes what is left.",
    "A batch with more images counts more, as a device with more images did in lesson 2.",
    "For each parameter, add up gradient times images over the group. Then divide by the images of the whole group.",
  ],
  "epoch-times": [
    "Your function countEpoch says how many steps an epoch has, and how many of them end with an all-reduce.",
    "A ring all-reduce on n nodes has 2 (n - 1) rounds. In each round, a node sends the n-th part of the bytes, and waits for the latency once.",
    "If they overlap, an all-reduce runs while the node computes one step. Only the time beyond that step adds to the epoch, and it is never less than 0.",
  ],
  "network-rate": [
    "Take the seconds of computing away from the epoch. What is left is spent on sending.",
    "In an all-reduce, a node sends 2 (n - 1) / n times the bytes of the gradients. How many all-reduces does the epoch have?",
  ],
  "own-results": [
    "Look at the first row of the table: parts[0] has compute, sync and accumulate, and the last two have fields of their own.",
    "A factor by which something is faster is the longer time divided by the shorter one. What is not computing in sync is its communication.",
  ],
  diagnose: [
    "Leave out the steps that end with an all-reduce. In these steps, a fast node waits for a slow one, so their lengths do not say which one is slow.",
    "Compute two means for each node: of its waits, and of its steps that only compute. Compare them within a node, and between the nodes.",
    "A node that waits for a large part of its computing is starved. If no node is, compare the slowest node's computing with the fastest one's.",
  ],
};
