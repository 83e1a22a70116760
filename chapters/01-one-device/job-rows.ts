import { runStatistics, type RunRecord } from "../../lib/runs";

/** Rows for a table: what a job of two epochs takes, and what it is charged for, with each number of H100s. */
export function jobRows(runs: RunRecord[]) {
  return runs.map((run) => {
    const { firstEpochSeconds, steadyEpochSeconds, startUpSeconds } = runStatistics(run);
    const { replicas, globalBatchSize } = run.configuration;
    const both = firstEpochSeconds + steadyEpochSeconds;
    return {
      ...{ device: `${replicas} x H100`, "batch size": globalBatchSize },
      ...{ "epoch 1 (s)": firstEpochSeconds, "epoch 2 (s)": steadyEpochSeconds, "start-up (s)": startUpSeconds },
      ...{ "both epochs (s)": both, "device-seconds": replicas * both },
    };
  });
}
