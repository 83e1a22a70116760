import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "predicted-epoch": [
    "On n nodes, each node computes the n-th part of what one node computes. What is left of the epoch is spent on all-reduces.",
    "How many steps has an epoch on 2 nodes? Divide what is left of `two` by them: that is one all-reduce between two nodes.",
    "A ring all-reduce sends 2 (n - 1) / n times the gradients. For two nodes that is 1. Scale the all-reduce by it, and count the steps on n nodes.",
  ],
  "fitted-times": [
    "Write each run as seconds = x · image + y · allReduce. What are x and y of a run?",
    "x is the number of images that one node computes. y is the number of steps times 2 (n - 1) / n.",
    "Set both derivatives of the sum of squares to 0. This gives two equations with sums of x², y², x y, x t and y t: solve them for the two unknowns.",
  ],
  "leave-one-out": [
    "For each run, make a list of all others, by its place in the list and not by its values. Fit the model to them.",
    "Predict the run that was left out, with its own nodes and batch.",
    "An error has a sign: it is above 0 where the prediction is too long. Divide by the measured time.",
  ],
  "own-prediction": [
    "Find the largest number of nodes in `later`, and take the mean over all its runs.",
    "The row of `foretold` with the same number of nodes has the prediction and the ends of its interval, from and to.",
    "Divide the error by what was measured. Then ask whether the measured mean lies between from and to.",
  ],
  "cheapest-plan": [
    "Leave out the plans that break a limit. The deadline looks at atMost, and the budget at nodes times seconds.",
    "A plan that is exactly on a limit counts. Of the plans that are left, the cheapest needs the fewest node-seconds.",
  ],
  "seconds-to": [
    "Find the first point whose accuracy is at least the target. Two cases need no line: there is no such point, or it is the first one.",
    "Otherwise, which share of the way from the accuracy before to the accuracy after is the target? The seconds lie at the same share.",
  ],
};
