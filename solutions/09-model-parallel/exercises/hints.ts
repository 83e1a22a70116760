import type { Hints } from "../../../lib/checks/progress";

/** Hints for the harder exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "numbers-sent": [
    "Ask after each product: does a device have whole columns of the result, or partial sums of all of it?",
    "Partial sums must be added up before gelu. Columns of B need all of h, and rows of B need only the columns of h that the device has.",
    "An all-gather and a reduce-scatter each send (n - 1) / n of the numbers, and an all-reduce sends both. At the end, all devices need all of y.",
  ],
  "shared-mlp": [
    "Which cut of A lets each device apply gelu to what it has? And which cut of B fits what the device has then?",
    "shard cuts a tensor along an axis of the mesh. Inside grid.capture, a device multiplies with the `part` of each.",
    "Each device then has a partial sum of y. allReduce takes a list of tensors, and gives a list. The captured step counts what it has sent in sentBytes.",
  ],
  gpipe: [
    "Every device has the stage of its own number, so all lists look alike.",
    "All microbatches go forward before the first one goes backward. Both times, they come in the order of their numbers.",
  ],
  "idle-share": [
    "Note when each task ends. A task begins when its device is free, and when the task that it waits for has ended.",
    "F waits for F of the stage before it, with the same microbatch. B waits for B of the stage after it. In the last stage, B waits for its own F.",
    "Go round the devices, and let each run its next task as soon as that can begin. At the end, compare the busy seconds with devices x the time of the last end.",
  ],
  "one-forward-one-backward": [
    "First, each device goes forward a few times. The last device does so not at all, and each device before it does so once more than the one behind it.",
    "Then each device takes turns: one forward, one backward. When no microbatch is left to go forward, only backward tasks follow.",
    "There may be fewer microbatches than devices. A device cannot go forward ahead more often than there are microbatches.",
  ],
  mended: [
    "Read the line of each schedule: it names a device and a task. Is the task there at all, does it come too early, or does it wait for a task that waits for it?",
    "A device can go backward with a microbatch only after it went forward with it. And a device must send ahead what the next one waits for.",
    "Exchanging two tasks is enough for each schedule. In one of them, the two tasks are in lists of different devices.",
  ],
  "bytes-by-axis": [
    "Follow the list above, point by point. Write down the blocks of the largest stage, the device's weights and N first.",
    "An all-reduce on n devices sends 2 (n - 1) / n times its bytes. On an axis of size 1, this is 0.",
    "N numbers have 2 bytes each, and gradients have 4. Only along `stage` do the devices of `tensor` divide N among them.",
  ],
  "step-parts": [
    "The bytes are those of your bytesByAxis: divide each by its rate.",
    "A device's weights are those of the blocks of its stage, divided by tensor. How many tokens go through them in a step? Its copy sees rows / data rows.",
    "The bubble is a multiple of the work, and work is computing together with the all-reduces along `tensor`.",
  ],
  "fastest-mesh": [
    "Go through all pairs of two axes, in loops. The third axis follows from the number of GPUs, and must be a whole number.",
    "Leave out each mesh that breaks one of the four conditions: rows, heads, blocks, and memory.",
    "The time of a step is the sum of all its parts. Keep the mesh with the smallest one, and return undefined if no mesh is left.",
  ],
  "own-meshes": [
    "sentBytes has a list for each axis, and deviceMemory has one for the memory at rest. The first entry belongs to the first device.",
    "For apart, compare the losses of both runs step by step. Divide by the loss of the run `one`, drop the sign, and take the largest.",
  ],
};
