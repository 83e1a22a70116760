import type { Hints } from "../../../lib/checks/progress";

/** Hints for the exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "predicted-epoch": [
    "On n nodes, each node computes the n-th part of what one node computes. What is left of the epoch is spent on all-reduces.",
    "How many steps has an epoch on 2 nodes? Divide what is left of `two` by them: that is one all-reduce between two nodes.",
    "A ring all-reduce sends 2 (n - 1) / n times the gradients. For two nodes that is 1. Scale the all-reduce by it, and count the steps on n nodes.",
  ],
  "fitted-times": [
    "Write each run as seconds = x · image + y · allReduce. What are x and y of a run?",
    "x is the number of images that one node computes. y is the number of steps times 2 (n - 1) / n.",
    "In the small case, 6 is 2² + 1² + 1², and 15 is 2 · 4.1 + 1 · 2.6 + 1 · 4.2. The other numbers are such sums of products, too. Solve the two equations for the two unknowns.",
  ],
  "leave-one-out": [
    "For each run, make a list of all others, by its place in the list and not by its values. Fit the model to them.",
    "Predict the run that was left out, with its own nodes and batch.",
    "An error has a sign: it is above 0 where the prediction is too long. Divide by the measured time.",
  ],
  "r-squared": [
    "Compute two sums: the squared residuals of the model, and those of the simplest model, which gives the mean of the measured times.",
    "In the example, the sums are 2 and 8, and R² is 0.75. What would it be for sums of 0 and 8, and of 8 and 8?",
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
