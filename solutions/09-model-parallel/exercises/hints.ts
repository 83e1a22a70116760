import type { Hints } from "../../../lib/checks/progress";

/** Hints for all exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  "by-columns": [
    "How many columns has each device? a[0].length is the number of all columns.",
    "row.slice(from, to) gives the numbers of a row from place `from` to the place before `to`. Cut every row of A like this, then multiply x by what is left.",
  ],
  "by-rows": [
    "A matrix is a list of rows, so b.slice(from, to) cuts B into rows. A device has as many rows of B as it has columns of h.",
    "partial[d] is the product of parts[d] and the rows of device d. It is as large as y.",
    "Each number of y is the sum of the numbers in the same place of all partial matrices.",
  ],
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
  "columns-of-heads": [
    "How many columns has a head, and how many heads has a device?",
    "A device has neighbouring heads, so it needs one range of the queries. The keys begin `width` columns later, and the values again `width` columns later.",
  ],
  "tensor-bytes": [
    "Count the all-reduces of one block: each of its two halves adds up once in the forward pass. And in the backward pass?",
    "One all-reduce adds up rows x tokens x width numbers, each of 4 bytes. How much of it does a device send, in a ring of `devices`?",
    "Multiply the bytes of one all-reduce by the number of all-reduces in a block, and by the number of blocks.",
  ],
  gpipe: [
    "Every device has the stage of its own number, so all lists look alike.",
    "All microbatches go forward before the first one goes backward. Both times, they come in the order of their numbers.",
  ],
  "idle-share": [
    "Step 1: schedule.forEach((tasks, device) => ...) goes round the devices once. tasks[next[device]] is the next task; a device whose list is at its end has none. endOf.get(nameOf(task)) is undefined if a task has not ended yet.",
    "Step 2: the task begins when its device is free and what it needs has ended: at the later of the two. It ends `forward` or `backward` seconds later. Put this into endOf and into free, and raise next.",
    "Step 3: add up the seconds of all tasks while they run. All seconds are devices x the latest of free. Go round until as many tasks have run as schedule.flat().length.",
  ],
  "one-forward-one-backward": [
    "First, each device goes forward a few times. The last device does not do this. Each other device does it once more than the device behind it.",
    "Then each device takes turns: one forward, one backward. When no microbatch is left to go forward, only backward tasks follow.",
    "There may be fewer microbatches than devices. A device cannot go forward ahead more often than there are microbatches.",
  ],
  "most-held": [
    "Go through each device's list. What does an F change in the number that is held, and what a B?",
    "Keep the largest number that you have seen. schedule.map gives one result for each device.",
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
  "mesh-memory": [
    "A device has the weights of its stage's blocks, divided by tensor. Each of them takes 16 bytes.",
    "How many microbatches does device 0 hold with 1F1B? At most as many as there are stages, and never more than the copy has.",
    "Each of these microbatches has 34 bytes for each of its numbers in each block of the stage, and the devices along tensor share them.",
  ],
  "step-parts": [
    "The bytes are those of your bytesByAxis: divide each by its rate.",
    "A device's weights are those of the blocks of its stage, divided by tensor. How many tokens go through them in a step? Its copy sees rows / data rows.",
    "The work of a step is computing and the all-reduces along `tensor`, for rows / data microbatches. How long does one microbatch take, and how long stage - 1 of them?",
  ],
  "fastest-mesh": [
    "Loop over meshesOf(cluster.gpus). Keep two variables: the best mesh so far, which is undefined at first, and its seconds, Infinity at first.",
    "model.rows % mesh.data is 0 if the rows are a multiple of data. Leave out (continue) each mesh that breaks one of the rules, or whose memoryBytes are more than the cluster's.",
    "sumOf(timeOf(model, mesh, cluster)) gives the seconds. If they are fewer than the least so far, keep both.",
  ],
  "scaled-out": [
    "In a step, each of the `data` copies trains `microbatches` rows. So how many rows are trained in a second?",
    "The efficiency is the ratio of these rates, divided by the ratio of the GPUs.",
    "Each device has `chunks` stages, so take the formula for interleaved stages. Its p is `stage`, the number of devices in a row.",
  ],
  decided: [
    "Which of the statements are about results, bytes, memory, order or errors, and which are about seconds?",
    "Logical devices share two cores, so seconds here do not tell about seconds on GPUs. Apart from rounding, everything else is the same on a cluster.",
  ],
  "own-meshes": [
    "sentBytes has a list for each axis, and deviceMemory has one for the memory at rest. The first entry belongs to the first device.",
    "For apart, compare the losses of both runs step by step. Divide by the loss of the run `one`, drop the sign, and take the largest.",
  ],
};
