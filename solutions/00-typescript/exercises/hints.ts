import type { Hints } from "../../../lib/checks/progress";

/** Hints for the exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "later-seconds": [
    "You need a name that gets new values, and a loop. Return after the loop.",
    "`epochs.slice(1)` is the list without its first value. Go over it by `for (const seconds of ...)`.",
  ],
  "run-line": [
    "Take name, images and seconds out of the run first, by braces.",
    "The text stands between backquotes, and each value between `${` and `}`. Write the rate by `.toFixed(1)`.",
  ],
  fastest: [
    "Take the first run for the best one, and go over all runs.",
    "Replace `best` where a run's images per second are more than those of `best`. Return its name.",
  ],
};
