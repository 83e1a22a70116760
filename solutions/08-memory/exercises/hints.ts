import type { Hints } from "../../../lib/checks/progress";

/** Hints for all exercises, each a step further. `hint("name")` shows them one by one. */
export const hints: Hints = {
  parameters: [
    "Go through the table line by line. A block has four matrices, and each matrix has a bias with one number for each of its columns.",
    "Each layer normalization has two lists of `width` numbers. There are two in each block, and one behind the last block.",
    "The output uses the table of tokens again, so it has no weights of its own.",
  ],
  states: [
    "In float32, each of the four has 4 bytes a number. AdamW has two moments for each weight. Is there a master copy?",
    "In mixed precision, the network computes with weights and gradients of 16 bits. What the optimizer keeps and updates stays at 32 bits.",
  ],
  "own-states": [
    "memoryOf(one) gives bytes. Divide by the number of weights for the first two values.",
    "How many bytes for each weight do the model states take in float32, with the gradients? What the peak has beyond that, as a share of the peak, is the third value.",
  ],
  "kept-numbers": [
    "Part 1: each of the two normalizations keeps its input, and so does the product behind it. Each of these tensors is one unit.",
    "Part 2: the two products of attention keep queries, keys, values and the softmax's result, and join keeps its input. Which of them has a number for each pair of tokens, and for each row and head?",
    "Part 3 is as in the small case, but four times as wide as x instead of twice. What widen keeps was counted in part 1.",
  ],
  "own-activations": [
    "aboveRest holds the measured bytes. Which two of its three values belong to 128 and 256 tokens?",
    "Your keptNumbers gives numbers for one block. How many layers are there, and how many bytes has a number in float32?",
  ],
  "held-inputs": [
    "Go forward first. Each layer is an event, and the first layer of each segment adds one unit that is kept.",
    "Go back from the last segment to the first. In a segment, computing again adds a unit for each layer but the first, whose input is still there.",
    "Then each backward event lets one unit go. How many layers has the last segment, if the segments do not divide the layers evenly?",
  ],
  "best-segment": [
    "How many checkpoints do `layers` blocks have in segments of k? For 6 blocks in segments of 4 there are 2.",
    "Write a function that gives what is kept with segments of k: all checkpoints, each of `input` units, and the k blocks of one segment, each of `block` units.",
    "Try k = 1, 2, and so on up to `layers`. Take another k only if it keeps less, so that the smallest of equally good ones stays.",
  ],
  gates: [
    "A gate holds its first argument back until the tensors of its list are there: gate(x, [dy]) is x, but not before dy is there. Compute the layer from this tensor.",
    "In pullback, the function and the list must name the same tensor: the one that the gate gives. The layer is not computed from x itself any more, so x has no gradient there.",
    "`behind` is a list of tensors. Put all of them into the gate's list, beside dy: [dy, ...behind].",
  ],
  "divided-step": [
    "Where does the part of device i begin in the list of all weights? The parts have equal sizes, and only the last may be shorter.",
    "For each weight of a part, take the mean of the gradients over all devices. Each device updates the velocities of its own part only.",
    "The new velocity is momentum x velocity - rate x mean gradient, and it is added to the weight. Join the parts in the order of the devices.",
  ],
  "mesh-step": [
    "Make a mesh with an axis of as many devices as there are gradients, and cut the weights along it by shard.",
    "In the captured step, reduceScatter gives each device the sum for its own part. Make a mean of it, and assign the part's new weights.",
    "allGather joins the parts after the update. Each device gets its own gradient by the second argument of capture.",
  ],
  "zero-bytes": [
    "At stage 0, three lists rest on a device: the weights and two moments. From stage 1 on, the moments are divided, and the part that a device updates lies beside the whole weights, until stage 3 divides these, too.",
    "A device sends (n - 1) / n of a list in a reduce-scatter, and as much in an all-gather. An all-reduce is both.",
    "Count these exchanges for each stage by the table above. For stage 1, read in partOfSum how the device gets the sums for its part: does it send as much as for all of them?",
  ],
  "own-zero": [
    "memoryOf gives what a device holds at rest and at the peak, and sentBy gives what it sends. Divide the values of stage 3 by those of stage 0.",
    "For apart, compare the losses of each stage with those of stage 0, step by step. Divide by the loss of stage 0, drop the sign, and take the largest.",
  ],
  "step-times": [
    "For how many seconds does the step send? A rate is bytes divided by seconds.",
    "In turn, the step sends when it has computed. With perfect overlap, both begin at once: when is the step over?",
  ],
  "fastest-way": [
    "There are eight ways: four stages, each with and without checkpoints. Try them all.",
    "Checkpoints change two things: the bytes of the activations, and the computing, which then has one more forward pass. The backward pass takes twice the forward pass.",
    "Go through the stages from 0, without checkpoints first. Replace the best way only if another one is faster, not if it is equally fast.",
  ],
  "mistakes-mended": [
    "Compare each program with the comment in its first line. Program a counts something that this training does not have.",
    "Program b has more memory than it needs: what does it pay for saving so much? In program c, ask when the tensors that the gate waits for come to be there.",
  ],
};
