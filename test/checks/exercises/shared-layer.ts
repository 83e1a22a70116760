import {
  checkColumnsOfHeads,
  checkSharedMlp,
  checkTensorBytes,
  type Matrix,
  type SharedMlp,
} from "../../../lib/checks";
import { allReduce, mesh, placeAlong, shard } from "../../../lib/sharding";
import { tf } from "../../../lib/tensorflow";
import { gelu } from "../../../lib/tensorflow/ops";
import { exercise } from "../exercise";
import "../../four-devices";

type Layer = [x: Matrix, a: Matrix, b: Matrix, devices: number];

interface Detour {
  /** All weights are on all devices. */
  uncut?: true;
  activation?: "none" | "last";
  /** How often the devices add up: not at all, or the hidden numbers as well. */
  adds?: "never" | "twice";
}

/** The layer by sharded variables, as the lesson shows them. */
function shared([x, a, b, devices]: Layer, { uncut, activation, adds }: Detour = {}): SharedMlp {
  const grid = mesh({ tensor: devices });
  const along = grid.axis("tensor");
  const first = shard(grid, tf.tensor2d(a), uncut ? {} : { tensor: 1 });
  const second = shard(grid, tf.tensor2d(b), uncut ? {} : { tensor: 0 });
  const sum = (value: tf.Tensor): tf.Tensor2D => allReduce([value], { along })[0] as tf.Tensor2D;
  const step = grid.capture(
    (input: tf.Tensor2D) => {
      const hidden = tf.matMul<tf.Tensor2D>(input, first.part);
      const wide = activation === undefined ? gelu(hidden) : hidden;
      const partial = tf.matMul<tf.Tensor2D>(wide, second.part);
      const y = adds === "never" ? partial : sum(adds === "twice" ? tf.div(sum(partial), devices) : partial);
      return activation === "last" ? gelu(y) : y;
    },
    (_place, input: tf.Tensor2D) => [input],
  );
  return { y: step(tf.tensor2d(x)).arraySync(), sentBytes: step.sentBytes[0].tensor };
}

/** The same with whole tensors, of which each device takes its part by its place. */
function byPlace([x, a, b, devices]: Layer): SharedMlp {
  const grid = mesh({ tensor: devices });
  const along = grid.axis("tensor");
  const mlp = grid.capture(
    (input: tf.Tensor2D, wide: tf.Tensor2D, narrow: tf.Tensor2D) => {
      const place = placeAlong(along);
      const columns = tf.gather(tf.stack(tf.split(wide, devices, 1)), place) as tf.Tensor2D;
      const rows = tf.gather(tf.stack(tf.split(narrow, devices, 0)), place) as tf.Tensor2D;
      return allReduce([tf.matMul(gelu(tf.matMul(input, columns)), rows)], { along })[0];
    },
    (_, ...all: [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D]) => all,
  );
  const y = mlp(tf.tensor2d(x), tf.tensor2d(a), tf.tensor2d(b)).arraySync() as Matrix;
  return { y, sentBytes: mlp.sentBytes[0].tensor };
}

export const exercises = [
  exercise({
    what: "two layers on a mesh",
    cell: "09-model-parallel/test-shared-mlp",
    check: checkSharedMlp,
    right: [(...layer) => shared(layer), (...layer) => byPlace(layer)],
    wrong: [
      { what: "no exchange", answer: (...layer) => shared(layer, { adds: "never" }), says: /partial sum/ },
      {
        what: "two exchanges",
        answer: (...layer) => shared(layer, { adds: "twice" }),
        says: /one all-reduce is enough/,
      },
      {
        what: "weights that are not cut",
        answer: (...layer) => shared(layer, { uncut: true }),
        says: /added all of y/,
      },
      {
        what: "no sharing at all",
        answer: (...layer) => shared(layer, { uncut: true, adds: "never" }),
        says: /without an exchange/,
      },
      { what: "no GELU", answer: (...layer) => shared(layer, { activation: "none" }), says: /is missing/ },
      { what: "a GELU at the end", answer: (...layer) => shared(layer, { activation: "last" }), says: /not behind/ },
    ],
  }),
  exercise({
    what: "the columns of a device's heads",
    cell: "09-model-parallel/test-columns-of-heads",
    check: checkColumnsOfHeads,
    right: [
      (width, _heads, devices, device) => {
        const share = width / devices;
        return [0, 1, 2].map((third) => {
          const from = third * width + device * share;
          return { from, to: from + share };
        });
      },
      (width, heads, devices, device) => {
        const [depth, own] = [width / heads, heads / devices];
        const [first, last] = [device * own, (device + 1) * own];
        return [0, width, 2 * width].map((begin) => ({ from: begin + first * depth, to: begin + last * depth }));
      },
    ],
    wrong: [
      {
        what: "a piece of the joint matrix",
        answer: (width, _heads, devices, device) => [
          { from: (3 * width * device) / devices, to: (3 * width * (device + 1)) / devices },
        ],
        says: /one piece of the joint matrix/,
      },
      {
        what: "the queries",
        answer: (width, _heads, devices, device) => [
          { from: (width * device) / devices, to: (width * (device + 1)) / devices },
        ],
        says: /keys and values, too/,
      },
      {
        what: "the last column",
        answer: (width, _heads, devices, device) =>
          [0, 1, 2].map((third) => {
            const from = third * width + (device * width) / devices;
            return { from, to: from + width / devices - 1 };
          }),
        says: /behind the last one/,
      },
      {
        what: "one head",
        answer: (width, heads, _devices, device) =>
          [0, 1, 2].map((third) => {
            const from = third * width + (device * width) / heads;
            return { from, to: from + width / heads };
          }),
        says: /how many has a device/,
      },
    ],
  }),
  exercise({
    what: "the bytes of shared layers",
    cell: "09-model-parallel/test-tensor-bytes",
    check: checkTensorBytes,
    right: [
      ({ layers, rows, tokens, width, devices }) =>
        (4 * layers * 2 * (devices - 1) * 4 * rows * tokens * width) / devices,
      (step) => {
        const held = 4 * step.rows * step.tokens * step.width;
        const ring = 2 * (1 - 1 / step.devices) * held;
        return step.layers * (2 + 2) * ring;
      },
    ],
    wrong: [
      {
        what: "numbers",
        answer: ({ layers, rows, tokens, width, devices }) =>
          (4 * layers * 2 * (devices - 1) * rows * tokens * width) / devices,
        says: /4 bytes a number/,
      },
      {
        what: "the forward pass",
        answer: ({ layers, rows, tokens, width, devices }) =>
          (2 * layers * 2 * (devices - 1) * 4 * rows * tokens * width) / devices,
        says: /forward and once backward/,
      },
      {
        what: "one block",
        answer: ({ rows, tokens, width, devices }) => (4 * 2 * (devices - 1) * 4 * rows * tokens * width) / devices,
        says: /That is one block/,
      },
      {
        what: "what is held",
        answer: ({ layers, rows, tokens, width }) => 4 * layers * 4 * rows * tokens * width,
        says: /2 \(n - 1\) \/ n/,
      },
      {
        what: "the wide layer",
        answer: ({ layers, rows, tokens, width, devices }) =>
          (4 * layers * 2 * (devices - 1) * 4 * rows * tokens * 4 * width) / devices,
        says: /stay where they are/,
      },
    ],
  }),
];
