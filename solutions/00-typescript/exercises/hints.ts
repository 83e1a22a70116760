import type { Hints } from "../../../lib/checks/progress";

/** Hints for the exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "later-seconds": [
    "You need a name that gets new values, and a loop. Return after the loop.",
    "`epochs.slice(1)` is the list without its first value. Go over this list with `for (const seconds of ...)`.",
  ],
  "run-line": [
    "First take name, images and seconds out of the run, with braces.",
    "The text stands between backquotes, and each value between `${` and `}`. Write the rate with `.toFixed(1)`.",
  ],
  fastest: [
    "Begin with the first run as the best one, and go over all runs.",
    "Replace `best` if a run has more images per second than `best`. Return its name.",
  ],
};
