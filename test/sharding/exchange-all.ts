import {
  allGather,
  allReduce,
  allToAll,
  placeAlong,
  receive,
  reduceScatter,
  send,
  type Mesh,
} from "../../lib/sharding";
import { tf } from "../../lib/tensorflow";

/** What every device of a mesh of two axes gets by every collective, gathered from all of them: a row for each device. */
export function exchangeAll(grid: Mesh): number[][] {
  const [rows, columns] = grid.axes;
  const step = grid.capture(
    (row: number) => {
      const device = placeAlong(rows).mul(columns.size).add(placeAlong(columns)).cast<tf.Scalar>("float32");
      const own = tf.range(0, 8).add(device.mul(100));
      const next = { along: rows, from: 0, to: 1 };
      if (row === 0) send(own, next);
      const parts = [
        ...allReduce([own], { along: rows }),
        ...allReduce([own]),
        allGather(device, { along: columns }),
        reduceScatter(own, { along: columns }),
        allToAll(own, { along: rows, between: [0, 0] }),
        row === 1 ? receive([8], next) : own,
      ];
      const got = tf.concat(parts.map((part) => part.flatten())).expandDims(0);
      return allGather(allGather(got, { along: columns }), { along: rows });
    },
    (place) => [place[rows.name]],
  );
  try {
    return tf.tidy(() => (step() as tf.Tensor2D).arraySync());
  } finally {
    step.dispose();
  }
}
