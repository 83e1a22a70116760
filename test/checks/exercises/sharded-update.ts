import "../../four-devices";
import { checkDividedStep, checkMeshStep, type DividedState, type MeshUpdate } from "../../../lib/checks";
import { allGather, allReduce, mesh, placeAlong, reduceScatter, shard, type Axis } from "../../../lib/sharding";
import { tf } from "../../../lib/tensorflow";
import { exercise } from "../exercise";

type Step = Parameters<Parameters<typeof checkDividedStep>[0]>;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each device's part by itself. @param gradient Of one weight, of what all devices have. */
const divided =
  ({ gradient = mean, sign = -1 }: { gradient?: (all: number[], device: number) => number; sign?: number } = {}) =>
  (...[weights, velocities, gradients, rate, momentum]: Step): DividedState => {
    const size = Math.ceil(weights.length / gradients.length);
    const parts = velocities.map((own, device) => {
      const next = own.map((velocity, at) => {
        const all = gradients.map((each) => each[device * size + at]);
        return momentum * velocity + sign * rate * gradient(all, device);
      });
      return {
        next,
        weights: weights.slice(device * size, (device + 1) * size).map((weight, at) => weight + next[at]),
      };
    });
    return { weights: parts.flatMap((part) => part.weights), velocities: parts.map(({ next }) => next) };
  };

/** The plain update of all weights, cut afterwards. */
function plain(...[weights, velocities, gradients, rate, momentum]: Step): DividedState {
  const all = velocities.flat().map((velocity, at) => {
    const sum = gradients.reduce((total, gradient) => total + gradient[at], 0);
    return momentum * velocity - (rate * sum) / gradients.length;
  });
  const lengths = velocities.map(({ length }) => length);
  const from = lengths.map((_, device) => lengths.slice(0, device).reduce((sum, length) => sum + length, 0));
  return {
    weights: weights.map((weight, at) => weight + all[at]),
    velocities: lengths.map((length, device) => all.slice(from[device], from[device] + length)),
  };
}

type MeshStep = Parameters<Parameters<typeof checkMeshStep>[0]>;

/** How a student's step could go otherwise. */
interface Detour {
  /** This device's part of the mean gradient. */
  part?: (gradient: tf.Tensor, along: Axis) => tf.Tensor;
  /** Gives back the part alone. */
  ungathered?: true;
  /** Which device's gradient each device gets. */
  from?: (place: number) => number;
  kept?: "all";
}

const scattered = (gradient: tf.Tensor, along: Axis): tf.Tensor =>
  tf.div(reduceScatter(gradient, { along }), along.size);

const onMesh =
  ({ part = scattered, ungathered, from = (place) => place, kept }: Detour = {}) =>
  (...[weights, gradients, rate]: MeshStep): MeshUpdate => {
    const grid = mesh({ data: gradients.length });
    const along = grid.axis("data");
    const variable = shard(grid, tf.tensor1d(weights), { data: 0 });
    const step = grid.capture(
      (gradient: tf.Tensor) => {
        variable.part.assign(tf.sub(variable.part, tf.mul(part(gradient, along), rate)));
        return ungathered ? variable.part.clone() : allGather(variable.part, { along });
      },
      ({ data }) => [tf.tensor1d(gradients[from(data)]) as tf.Tensor],
    );
    try {
      const after = Array.from(step().dataSync());
      return { weights: after, kept: kept === "all" ? weights.length : variable.part.size };
    } finally {
      [step, variable, grid].forEach((each) => {
        each.dispose();
      });
    }
  };

/** All gradients everywhere, of which each device takes its part: level 1's way. */
const byAllReduce = onMesh({
  part: (gradient, along) => {
    const [sum] = allReduce([gradient], { along });
    return tf.div(tf.gather(sum.reshape([along.size, -1]), placeAlong(along)), along.size);
  },
});

export const exercises = [
  exercise({
    what: "a divided update",
    cell: "08-memory/test-divided-step",
    check: checkDividedStep,
    right: [divided(), plain],
    wrong: [
      {
        what: "the sum of the gradients",
        answer: divided({ gradient: (all) => all.length * mean(all) }),
        says: /take the mean/,
      },
      {
        what: "a device's own gradients",
        answer: divided({ gradient: (all, device) => all[device] }),
        says: /used its own/,
      },
      { what: "up the hill", answer: divided({ sign: 1 }), says: /goes against/ },
      {
        what: "the old velocities",
        answer: (...step) => ({ ...divided()(...step), velocities: step[1] }),
        says: /velocities change/,
      },
      {
        what: "the old weights",
        answer: (...step) => ({ ...divided()(...step), weights: step[0] }),
        says: /weights have not changed/,
      },
    ],
  }),
  exercise({
    what: "an update on a mesh",
    cell: "08-memory/test-mesh-step",
    check: checkMeshStep,
    right: [onMesh(), byAllReduce],
    wrong: [
      {
        what: "the sum of the gradients",
        answer: onMesh({ part: (gradient, along) => reduceScatter(gradient, { along }) }),
        says: /take the mean/,
      },
      { what: "one part", answer: onMesh({ ungathered: true }), says: /gather the parts/ },
      { what: "the first device's gradient", answer: onMesh({ from: () => 0 }), says: /give each its own/ },
      {
        what: "each device's own gradient",
        answer: onMesh({
          part: (gradient, along) => tf.gather(gradient.reshape([along.size, -1]), placeAlong(along)),
        }),
        says: /adds up those of all/,
      },
      { what: "all weights kept", answer: onMesh({ kept: "all" }), says: /size of the sharded/ },
    ],
  }),
];
