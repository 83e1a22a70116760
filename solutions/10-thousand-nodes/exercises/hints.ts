import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "step-line": [
    "You need five sums over the steps: of w, w·batch, w·batch², w·T and w·batch·T, with w = 1 / T².",
    "Write one function that sums any value times w. Then image is the first formula above, and fixed follows from image.",
  ],
  "largest-efficient": [
    "With a fixed global batch, a GPU has globalBatch / n images. Write down T(n), and n · T(n).",
    "The efficiency on n GPUs is T(1) / (n · T(n)). Solve this for n, and take a whole number that does not fall below the efficiency.",
  ],
  "expected-slowest": [
    "Sort the times. The slowest is at most a certain time if all n processes are at most that slow: what is the probability of that?",
    "The probability that the slowest is exactly the k-th time is the difference of two such probabilities. Weigh each time with it.",
  ],
  goodput: [
    "Put the formula above into code, with Math.exp. The interval is τ, and the checkpoint is C.",
    "Each exponent is a time divided by the job's mtbf. Mind the brackets: the 1 is subtracted from the second exponential only.",
  ],
  replay: [
    "Keep two numbers: the time now, and the work that a complete checkpoint holds. Go from stretch to stretch.",
    "A stretch is the interval, or what is left of the work if that is less. Only the last one needs no checkpoint. Does the next kill come before its end?",
    "If it does, the stretch is lost, and the time goes on from the kill with a restart. A kill during the restart begins the restart anew.",
  ],
  suspect: [
    "Leave out each row in turn, fit your line to the others, and see how well it fits them.",
    "Add up the squared relative errors of the rows that are left, each relative to its measured time. The suspect is the row whose absence makes this sum smallest.",
  ],
  "slow-node": [
    "Every run of several nodes is as slow as its slowest node. So a node that took part in one fast run cannot be slow.",
    "For each node, find its fastest run. The slowest of these belongs to the suspect: compare it with the fastest run of all.",
  ],
  "counted-joules": [
    "Take the readings two by two. How far did the counter go from one to the next?",
    "If the next reading is smaller, the counter went up to the range, and from 0 up to the reading.",
    "Add up all these distances, and turn microjoules into joules at the end.",
  ],
  tonnes: [
    "GPU-hours times watts are watt-hours. How many kilowatt-hours are that?",
    "Each kilowatt-hour brings so many grams. How many grams has a tonne?",
  ],
};
