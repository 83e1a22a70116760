import type { Hints } from "../../../lib/checks/progress";

/** Hints for the exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  configurations: [
    "Begin with a list that has one configuration without any factor: [{}]. Then take the factors one after the other.",
    "For each factor, replace every configuration of the list by several: one for each level of the factor. { ...row, [factor]: level } adds a level to a configuration.",
    "Object.entries(factors) gives pairs of a name and its levels. flatMap replaces each element of a list by several.",
  ],
  "faked-difference": [
    "The run at place 1 has no drift, the run at place 2 takes `drift` seconds longer, and the run at place 3 twice as much. How much longer does the run at place p take than the one at place 1?",
    "All runs of a level together take longer by the mean of their drifts. What is the difference of the two means?",
  ],
  "block-order": [
    "Make one block after the other. In each, start with a copy of all configurations, because a block holds each of them once.",
    "Draw one of those that are left, all equally likely, and take it out of the copy. Repeat this until the copy is empty.",
    "Call randomNumbers(seed) once, before the first block. Otherwise all blocks have the same order.",
  ],
  coverage: [
    "Take one experiment. How far may its mean lie from the true mean, to either side, if its interval is to contain it?",
    "Math.abs(mean - truth) is this distance, and factor · s / √n is half of the interval's width. Keep the experiments for which the first is not larger than the second.",
    "The share is the number of experiments that you kept, divided by the number of all experiments.",
  ],
  "own-results": [
    "Keep only the rows that match all four conditions: the model, the mode, the batch and the number of nodes.",
    'df.query(condition) keeps rows, and df.column("nodes").eq(2) is a condition. condition.and(other) joins two of them, and you may also call query on what query returned.',
    "meanInterval gives the mean and the ends. Hand it the values of the column seconds of the rows that are left.",
  ],
  "times-too-narrow": [
    "Make two lists of values: the mean of each run's epochs, and all epochs of all runs in one list. runs.flat() makes one list of many.",
    "meanInterval gives the ends low and high of each list's interval, with the t for its number of values.",
    "A width is high - low. How many times as wide as the wrong interval is the right one?",
  ],
  "paired-difference": [
    "Subtract within each block first. This makes one list of differences from two lists of times.",
    "Now there is one value for each block, and meanInterval gives their mean and its interval.",
  ],
  diagnosis: [
    "Rows of the same run are not independent. How can you see in the column run that a run has several rows? A Set keeps each value once.",
    "If a block has runs of both modes, their difference within the block does not contain the differences between blocks. Collect the modes of each block.",
    "The modes are confounded with the blocks if no block has as many modes as the whole table.",
  ],
  interaction: [
    "You need four means: of both modes, on one node and on two.",
    "What does a second node add with sync, and what does it add with accumulate? By how much do these two differ?",
  ],
  "effect-f": [
    "Compute the mean of all values, of each row and of each column. A row's mean minus the mean of all is what its configuration adds, and it counts once for each value of the row.",
    "You need not compute the residuals one by one: the sum of the squared distances of all values from the mean of all has three parts, and you know two of them.",
    "With r rows and c columns there are r · c - 1 degrees of freedom in all. The configurations take r - 1, and the blocks c - 1 if they are in the analysis.",
  ],
};
