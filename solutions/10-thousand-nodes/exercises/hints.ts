import type { Hints } from "../../../lib/checks/progress";

/** Hints for all exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "step-line": [
    "You need five sums over the steps: of w, w·batch, w·batch², w·T and w·batch·T, with w = 1 / T². Write one function that sums any value times w.",
    "The first equation is fixed · Σw + image · Σw·batch = Σw·T. Multiply the second one out in the same way.",
    "From the first equation, fixed = (Σw·T - image · Σw·batch) / Σw. Put this into the second one, and solve it for image.",
  ],
  "interval-score": [
    "If the truth is inside, the score is 2 for the interval from 8 to 10. What about this interval is 2?",
    "For a truth of 11 the score is larger by 40, for 12 by 80. How far outside are these truths, and what is the factor? Does the truth 7 fit, which is below the interval?",
    "The distance is 0 inside. Math.max(0, low - truth, truth - high) gives it in all three cases.",
  ],
  "largest-efficient": [
    "With a fixed global batch, a GPU has globalBatch / n images. Write down T(n), and n · T(n).",
    "The efficiency on n GPUs is T(1) / (n · T(n)). Solve this for n, and take a whole number that does not fall below the efficiency.",
  ],
  "expected-slowest": [
    "Sort the times. In the small case, the slower one takes at most 2 s in 2 x 2 of 3 x 3 pairs. What are these numbers for n processes, and for the k-th of m times?",
    "The probability that the slowest is exactly the k-th time is the difference of two such probabilities: for the k-th time, and for the one before it. Multiply each time by its probability, and add up.",
  ],
  young: [
    "A failure comes once in M seconds and undoes τ / 2 seconds on average. Which share of the time is that?",
    "Both shares together are C / τ + τ / (2 M). Where is the derivative by τ equal to 0?",
    "M is the mean time between failures of the job. On n nodes, failures come n times as often as on one.",
  ],
  goodput: [
    "Begin with the first try, of s = interval + checkpoint seconds. How long does it take on average, and with which chance does it fail?",
    "Only if it fails, there are further tries, until restart + s seconds pass without a failure. The second fact says how long these take.",
    "The mean seconds are those of the first try, plus its chance to fail times those of the further tries. Math.exp(x) is e^x.",
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
  invoice: [
    "Steps times milliseconds are the milliseconds of computing. How many hours are these?",
    "The goodput is the share of the elapsed time that counts. So is the elapsed time longer or shorter than the computing?",
    "You pay for each device in each hour. Watts times hours are watt-hours, and 1,000 of them are a kilowatt-hour.",
  ],
  "counted-joules": [
    "Take the readings two by two. How far did the counter go from one to the next?",
    "If the next reading is smaller, the counter went up to the range, and from 0 up to the reading.",
    "Add up all these distances, and turn microjoules into joules at the end.",
  ],
  tonnes: [
    "GPU-hours times watts are watt-hours. How many kilowatt-hours are these?",
    "Each kilowatt-hour brings so many grams. How many grams has a tonne?",
  ],
};
