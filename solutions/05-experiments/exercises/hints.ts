import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "block-order": [
    "Make one block after the other. In each, start with a copy of all configurations, because a block holds each of them once.",
    "Draw one of those that are left, all equally likely, and take it out of the copy. Repeat this until the copy is empty.",
    "Call randomNumbers(seed) once, before the first block. Otherwise all blocks have the same order.",
  ],
  interval: [
    "Compute the mean first, and then s. In s, the sum of the squared differences is divided by n - 1.",
    "The interval reaches equally far to both sides of the mean. How far does the text above say?",
  ],
  "own-results": [
    "Keep only the rows that match all four conditions: the model, the mode, the batch and the number of nodes.",
    "Your function interval gives the ends. Its t depends on how many values you have: tFor(count).",
  ],
  "paired-difference": [
    "Subtract within each block first. This makes one list of differences from two lists of times.",
    "Now use your function interval on the differences, with the t for as many values as there are blocks.",
  ],
};
