import type { Team } from "../strategy";
import { allGather, allReduce, placeAlong, tf, type Axis, type Captured } from "../tensorflow/engine";
import { coordinatesOf, type Coordinates } from "./mesh-numbers";

/** What a meeting needs of a mesh. */
interface Members {
  readonly axes: readonly Axis[];
  readonly size: number;
  readonly team?: Team;
  groupAt(place: Coordinates, along: Axis): number;
  capture<A extends unknown[], R>(
    fn: (...args: A) => R,
    split: (place: Coordinates) => [...A],
    options: { name: string },
  ): Captured<[], R>;
}

/**
 * Lets the devices of a mesh meet before its first step, and makes sure that TensorFlow has numbered them as the mesh does.
 * @throws one line when it has not: TensorFlow goes by how GPUs are linked, and would gather parts in that order.
 */
export function meet(mesh: Members): void {
  const axes = mesh.axes.filter(({ size }) => size > 1);
  if (axes.length === 0) return;
  if (mesh.team) inTurn(mesh, axes);
  const step = mesh.capture(
    () => allReduce([tf.stack(axes.map(disorder))])[0],
    () => [],
    { name: "meeting" },
  );
  const found = tf.tidy(() => step().dataSync());
  step.dispose();
  const wrong = axes.find((_, index) => found[index] > 0);
  if (wrong) throw wrongOrder(wrong);
}

/**
 * Lets one group meet after another, in the same order in all processes. At a group's first collective TensorFlow's NcclManager has NCCL
 * connect its members. It waits for those of other processes, and holds the lock that every other group needs (TensorFlow 2.20): two
 * processes that began with different groups would wait for each other for ever.
 */
function inTurn(mesh: Members, axes: readonly Axis[]): void {
  const devices = Array.from({ length: mesh.size }, (_, device) => coordinatesOf(device, mesh.axes));
  for (const along of axes) {
    // A process without a member captures the step, too: steps get their keys by their number.
    for (const group of new Set(devices.map((place) => mesh.groupAt(place, along)))) {
      const step = mesh.capture(
        (joins: boolean) => (joins ? disorder(along) : tf.scalar(0)),
        (place) => [mesh.groupAt(place, along) === group],
        { name: "meeting" },
      );
      step().dispose();
      step.dispose();
    }
  }
}

/** How far places are from where they are gathered: 0 where all is right. */
function disorder(along: Axis): tf.Scalar {
  const gathered = allGather(placeAlong(along).cast<tf.Scalar>("float32"), { along });
  return tf.sum<tf.Scalar>(tf.abs(tf.sub(gathered, tf.range(0, along.size))));
}

const wrongOrder = ({ name, size }: Axis): Error =>
  new Error(
    `TensorFlow numbers the ${size} GPUs along ${name} by how they are linked, in another order than theirs: list them in ` +
      "CUDA_VISIBLE_DEVICES so that linked ones follow each other, or make that axis shorter.",
  );
