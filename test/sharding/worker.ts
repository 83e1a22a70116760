// One of several processes that share a mesh: `node --require ../strategy/built.cjs worker.ts`. TF_CONFIG says which.
import {
  allGather,
  allToAll,
  mesh,
  placeAlong,
  reduceScatter,
  shard,
  type Mesh,
  type MeshShape,
} from "../../lib/sharding";
import { resolveCluster } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { exchangeAll } from "./exchange-all";
import { asWorker } from "../strategy/as-worker";

/** A process of a mesh. */
export interface MeshWorker {
  shape: MeshShape;
  timeoutSeconds?: number;
}

/** How far tensors that go in several pieces are from what they must be: gathered, added up and scattered, and exchanged. */
function largestErrors(grid: Mesh): number[] {
  const [along] = grid.axes;
  const length = 3_000_001 * along.size; // no multiple of a piece
  const step = grid.capture(
    () => {
      const place = placeAlong(along).cast<tf.Scalar>("float32");
      const index = tf.range(0, length).div<tf.Tensor1D>(length);
      const part = tf.range(0, length / along.size).div(length);
      const errors = [
        tf.sub(allGather(part.add(place), { along }), tf.concat(places(along.size).map((other) => part.add(other)))),
        tf.sub(
          reduceScatter(index.add(place), { along }),
          partOf(index, place, along.size)
            .mul(along.size)
            .add((along.size * (along.size - 1)) / 2),
        ),
        tf.sub(
          allToAll(index.add(place), { along, between: [0, 0] }),
          tf.concat(places(along.size).map((other) => partOf(index, place, along.size).add(other))),
        ),
      ];
      return tf.stack(errors.map((error) => tf.max(tf.abs(error))));
    },
    () => [],
  );
  try {
    return Array.from(step().dataSync());
  } finally {
    step.dispose();
  }
}

const places = (count: number): number[] => [...Array(count).keys()];

/** The part of a tensor that belongs to a place. */
const partOf = (x: tf.Tensor1D, place: tf.Scalar, size: number): tf.Tensor =>
  tf.gather(x.reshape<tf.Tensor>([size, -1]), place.toInt());

async function work({ shape, timeoutSeconds = 20 }: MeshWorker): Promise<void> {
  const cluster = await resolveCluster();
  const grid = mesh(shape, { cluster, device: "cpu", timeoutSeconds });
  await grid.team?.join({});
  const [rows, columns] = grid.axes;
  const variable = shard(grid, tf.range(0, 16).reshape([4, 4]), { [rows.name]: 0, [columns.name]: 1 });
  const results = [exchangeAll(grid), exchangeAll(grid), Array.from(await variable.data()), largestErrors(grid)];
  grid.team?.exchange({}); // whoever ends first would take the others' connections with it
  process.stdout.write(`${JSON.stringify(results)}\n`);
  grid.dispose();
}

asWorker(work);
