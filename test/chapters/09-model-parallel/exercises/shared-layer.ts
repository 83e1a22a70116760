import { type Matrix } from "../../../../solutions/09-model-parallel/exercises/matrix";
import {
  checkColumnsOfHeads,
  checkSharedMlp,
  checkTensorBytes,
  type SharedMlp,
} from "../../../../solutions/09-model-parallel/exercises/shared-layer";
import { allReduce, mesh, placeAlong } from "../../../../lib/sharding";
import { tf } from "../../../../lib/tensorflow";
import { gelu } from "../../../../lib/tensorflow/ops";
import { exercise, slip } from "../../../checks/exercise";
import "../../../four-devices";

/** Of whole tensors each device takes its part by its place. */
function byPlace(x: Matrix, a: Matrix, b: Matrix, devices: number, adds = true): SharedMlp {
  const grid = mesh({ tensor: devices });
  const along = grid.axis("tensor");
  const mlp = grid.capture(
    (input: tf.Tensor2D, wide: tf.Tensor2D, narrow: tf.Tensor2D) => {
      const place = placeAlong(along);
      const columns = tf.gather(tf.stack(tf.split(wide, devices, 1)), place) as tf.Tensor2D;
      const rows = tf.gather(tf.stack(tf.split(narrow, devices, 0)), place) as tf.Tensor2D;
      const partial = tf.matMul(gelu(tf.matMul(input, columns)), rows);
      return adds ? allReduce([partial], { along })[0] : partial;
    },
    (_, ...all: [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D]) => all,
  );
  const y = mlp(tf.tensor2d(x), tf.tensor2d(a), tf.tensor2d(b)).arraySync() as Matrix;
  return { y, sentBytes: mlp.sentBytes[0].tensor };
}

export const exercises = [
  exercise("09-model-parallel/test-shared-mlp", checkSharedMlp, {
    right: (x, a, b, devices) => byPlace(x, a, b, devices),
    wrong: [
      slip("no exchange", /partial sum/, (x, a, b, devices) => byPlace(x, a, b, devices, false)),
      // A mesh's step that exchanges nothing counts no bytes, not even 0.
      slip("no sharing at all", /without an exchange/, (x, a, b) => byPlace(x, a, b, 1, false)),
    ],
  }),
  exercise("09-model-parallel/test-columns-of-heads", checkColumnsOfHeads, {
    right: (width, heads, devices, device) => {
      const [depth, own] = [width / heads, heads / devices];
      const [first, last] = [device * own, (device + 1) * own];
      return [0, width, 2 * width].map((begin) => ({ from: begin + first * depth, to: begin + last * depth }));
    },
    wrong: slip("one head", /how many has a device/, (width, heads, _devices, device) =>
      [0, width, 2 * width].map((begin) => {
        const from = begin + (device * width) / heads;
        return { from, to: from + width / heads };
      }),
    ),
  }),
  exercise("09-model-parallel/test-tensor-bytes", checkTensorBytes, {
    right: (step) => {
      const held = 4 * step.rows * step.tokens * step.width;
      const ring = 2 * (1 - 1 / step.devices) * held;
      return step.layers * (2 + 2) * ring;
    },
    wrong: slip(
      "the forward pass",
      /forward and once backward/,
      ({ layers, rows, tokens, width, devices }) =>
        (2 * layers * 2 * (devices - 1) * 4 * rows * tokens * width) / devices,
    ),
  }),
];
