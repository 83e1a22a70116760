import { simulateTraining } from "../../lib/failures";

/** A training whose nodes fail in computing; then in the restart after it; then, with no node left to replace it, in a checkpoint. */
export const givenFailures = simulateTraining(
  {
    ...{ nodes: 2, workSeconds: 300, intervalSeconds: 100, checkpointSeconds: 10, noticeSeconds: 5 },
    ...{ restartSeconds: 20, failuresAt: [150, 160, 310], spares: 2, repairSeconds: 250 },
  },
  { timeline: true },
);
