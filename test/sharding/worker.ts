// One of several processes that share a mesh: `node --require ../strategy/built.cjs worker.ts`. TF_CONFIG says which.
import { mesh, shard, type MeshShape } from "../../lib/sharding";
import { resolveCluster } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { exchangeAll } from "./exchange-all";

/** A process of a mesh. */
export interface MeshWorker {
  shape: MeshShape;
  timeoutSeconds?: number;
}

async function work({ shape, timeoutSeconds = 20 }: MeshWorker): Promise<void> {
  const cluster = await resolveCluster({ timeoutSeconds });
  const grid = mesh(shape, { cluster, device: "cpu", timeoutSeconds });
  await grid.team?.join({});
  const [rows, columns] = grid.axes;
  const variable = shard(grid, tf.range(0, 16).reshape([4, 4]), { [rows.name]: 0, [columns.name]: 1 });
  const results = [exchangeAll(grid), exchangeAll(grid), Array.from(await variable.data())];
  process.stdout.write(`${JSON.stringify(results)}\n`);
  grid.dispose();
}

const given = process.env.WORKER;
if (given !== undefined) {
  work(JSON.parse(given) as MeshWorker).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
