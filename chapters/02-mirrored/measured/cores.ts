import { recordAt } from "../../../lib/cells/place-schema";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, ownValue, rateOf, runOf } from "../../../lib/checks/measured/own-check";
import type { Needed, OwnValue } from "../../../lib/checks/measured/own-check";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** What processes with a processor core each brought, and what processes that share one did, compared with one process. */
export interface CoresResults {
  /** Throughput of the most processes, each on a core of its own, divided by that of one; where there are several cores. */
  ownCores?: number;
  /** Throughput of two processes on one core, divided by that of one process; not on a cluster. */
  sharedCore?: number;
}

/**
 * Checks the speedups that a student measured with processes on cores.
 * @param records `results/cores-1.json`, `results/cores-2.json`, ..., `results/cores-2-shared.json`; with `cluster-` before a
 * job's; those count that are from where the newest is.
 */
export function checkOwnCores(results: () => CoresResults, records: OwnRecords): Check {
  const { onCluster } = newest(records);
  const needed = (name: string, workers: number): Needed =>
    neededAt(records, { onCluster }, `cores-${name}`, askedFor(workers));
  const one = needed("1", 1);
  const most = [8, 4, 2].find((count) =>
    records.some(({ file }) => file === recordAt({ onCluster }, `cores-${count}`)),
  );
  const values = [
    ...(most === undefined
      ? []
      : [speedup("ownCores", `${most} processes on ${most} cores`, one, needed(`${most}`, most), most)]),
    ...(onCluster ? [] : [speedup("sharedCore", "2 processes on one core", one, needed("2-shared", 2), 1)]),
  ];
  return checkOwn("Real devices on a CPU", results, values);
}

const askedFor = (workers: number): AskedFor => ({
  ...{
    program: "04-many-nodes/train",
    model: "efficientnetb0",
    strategy: "multi-worker",
    device: "cpu",
    imageSize: 64,
  },
  ...{ localBatchSize: 32, replicas: workers, workers, trainImages: 256, epochs: 2 },
});

function speedup(part: keyof CoresResults, what: string, one: Needed, several: Needed, cores: number): OwnValue {
  const right = (): number => rateOf(several) / rateOf(one);
  return ownValue(`${what} against one process on one`, part, [one, several], {
    unit: "times as fast",
    right: () => {
      const { where } = runOf(several);
      const used = where.coresInAll ?? where.cores;
      if (used !== cores && where.machines === 1) {
        throw new Error(
          `${several.record.file} was measured on ${used} cores, not on ${cores}: delete it, and run its cell again`,
        );
      }
      return [right()];
    },
    slips: () => [
      [1 / right(), "Upside down: the images a second of several processes belong on top."],
      [right() / (several.asked.replicas ?? 1), "That is the efficiency."],
    ],
  });
}
