import "../../../four-devices";
import {
  checkDividedStep,
  checkMeshStep,
  type DividedState,
  type MeshUpdate,
} from "../../../../solutions/08-memory/exercises/sharded-update";
import { allGather, allReduce, mesh, placeAlong, reduceScatter, shard, type Axis } from "../../../../lib/sharding";
import { tf } from "../../../../lib/tensorflow";
import { exercise, slip } from "../../../checks/exercise";

/** The plain update of all weights, cut afterwards. */
function plain(...step: Parameters<Parameters<typeof checkDividedStep>[0]>): DividedState {
  const [weights, velocities, gradients, rate, momentum] = step;
  const all = velocities.flat().map((velocity, at) => {
    const sum = gradients.reduce((total, gradient) => total + gradient[at], 0);
    return momentum * velocity - (rate * sum) / gradients.length;
  });
  const updated = weights.map((weight, at) => weight + all[at]);
  return { weights: updated, velocities: velocities.map(({ length }) => all.splice(0, length)) };
}

/** @param part This device's part of the gradient that all devices apply. */
const onMesh =
  (part: (gradient: tf.Tensor, along: Axis) => tf.Tensor) =>
  (...[weights, gradients, rate]: Parameters<Parameters<typeof checkMeshStep>[0]>): MeshUpdate => {
    const grid = mesh({ data: gradients.length });
    const along = grid.axis("data");
    const variable = shard(grid, tf.tensor1d(weights), { data: 0 });
    const step = grid.capture(
      (gradient: tf.Tensor) => {
        variable.part.assign(tf.sub(variable.part, tf.mul(part(gradient, along), rate)));
        return allGather(variable.part, { along });
      },
      ({ data }) => [tf.tensor1d(gradients[data]) as tf.Tensor],
    );
    try {
      return { weights: Array.from(step().dataSync()), kept: variable.part.size };
    } finally {
      [step, variable, grid].forEach((each) => {
        each.dispose();
      });
    }
  };

export const exercises = [
  exercise("08-memory/test-divided-step", checkDividedStep, {
    right: plain,
    wrong: slip("the sum of the gradients", /take the mean/, (weights, velocities, gradients, rate, momentum) =>
      plain(weights, velocities, gradients, gradients.length * rate, momentum),
    ),
  }),
  exercise("08-memory/test-mesh-step", checkMeshStep, {
    // All gradients everywhere, of which each device takes its part: stage 1's way.
    right: onMesh((gradient, along) => {
      const [sum] = allReduce([gradient], { along });
      return tf.div(tf.gather(sum.reshape([along.size, -1]), placeAlong(along)), along.size);
    }),
    wrong: slip(
      "the sum of the gradients",
      /take the mean/,
      onMesh((gradient, along) => reduceScatter(gradient, { along })),
    ),
  }),
];
