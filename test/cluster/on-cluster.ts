import { execa } from "execa";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startCluster, whyNoCluster, type ClusterOptions, type LocalCluster } from "../../lib/cluster";
import type { CommandLine } from "../../lib/system/execute";

/**
 * A local cluster for the tests of a file, to which this process's commands of Slurm go; the tests are skipped where there can be none.
 * @param prepare is done once it is up
 */
export function withCluster(
  size: ClusterOptions,
  prepare: (cluster: LocalCluster) => Promise<void> | void = () => undefined,
): () => LocalCluster {
  const reason = whyNoCluster();
  const name = `test-${process.pid}`;
  let cluster: LocalCluster;
  beforeAll(async () => {
    if (reason !== undefined) return;
    cluster = await startCluster({ name, ...size });
    process.env.WORKBOOK_CLUSTER = cluster.name;
    await prepare(cluster);
  });
  afterAll(async () => {
    delete process.env.WORKBOOK_CLUSTER;
    await cluster?.down();
  });
  beforeEach((test) => test.skip(reason !== undefined, `no local cluster: ${reason}`));
  return () => cluster;
}

/** Runs a program in a cluster to its end. */
export const execute = ({ file, args, env }: CommandLine) => execa(file, args, { env, reject: false });

/** Waits until something holds. @throws after `seconds` */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It did not hold within ${seconds} s: ${String(holds)}`);
}
