/**
 * Means of 4,000 simulated trainings each, and their standard errors, from a program of its own in Python that shares
 * nothing with ours: each node has an exponential clock, in a heap, and a job is a chain of phases. Its essence:
 *
 * ```python
 * up = [t + r.expovariate(1 / mtbf) for _ in range(n)]; heapq.heapify(up)   # the moments at which the job's nodes fail
 * def phase(d, key):
 *     if up[0] < t + d: t = heapq.heappop(up); heapq.heappush(away, t + repair); join(); return False
 *     t += d; return True
 * while kept < work:
 *     if phase(tau, None) and phase(delta, "checkpoint"): kept += tau; continue
 *     while True:                                                           # a failure here begins again
 *         if not phase(notice, "restart"): continue
 *         while len(up) < n: phase(away[0] - t, "wait"); join()
 *         if phase(restart, "restart"): break
 * ```
 */
export const reference = {
  /** A failure every 6 h of the job, and a node at any time. */
  plain: {
    scenario: {
      ...{ nodes: 64, nodeMtbfSeconds: 64 * 6 * 3600, workSeconds: 200 * 1800, intervalSeconds: 1800 },
      ...{ checkpointSeconds: 120, noticeSeconds: 60, restartSeconds: 540 },
    },
    means: { total: 412_933.4, lost: 17_561.1, checkpoints: 24_065.6, restarts: 11_306.8, waiting: 0, failures: 19.12 },
    errors: { total: 118.3, lost: 78, checkpoints: 1.13, restarts: 43.6, waiting: 0, failures: 0.07 },
  },
  /** A failure every half hour, with restarts of 10 minutes. */
  harsh: {
    scenario: {
      ...{ nodes: 8, nodeMtbfSeconds: 8 * 1800, workSeconds: 100 * 600, intervalSeconds: 600 },
      ...{ checkpointSeconds: 120, restartSeconds: 600 },
    },
    means: { total: 123_501.3, lost: 16_105.3, checkpoints: 12_408.4, restarts: 34_987.6, waiting: 0, failures: 68.62 },
    errors: { total: 150.8, lost: 50.9, checkpoints: 2.96, restarts: 102.7, waiting: 0, failures: 0.21 },
  },
  /** One spare, and repairs of 12 h. */
  oneSpare: {
    scenario: {
      ...{ nodes: 32, nodeMtbfSeconds: 32 * 8 * 3600, workSeconds: 300 * 1800, intervalSeconds: 1800 },
      ...{ checkpointSeconds: 60, noticeSeconds: 120, restartSeconds: 300, spares: 1, repairSeconds: 12 * 3600 },
    },
    means: { total: 1_028_875, lost: 18_397.4, checkpoints: 18_018.6, restarts: 8_479.5, waiting: 443_979.5, failures: 35.02 }, // prettier-ignore
    errors: { total: 2_708.8, lost: 75.7, checkpoints: 0.43, restarts: 30.2, waiting: 2_628.2, failures: 0.18 },
  },
  /** No spare, and repairs of 2 h. */
  noSpare: {
    scenario: {
      ...{ nodes: 16, nodeMtbfSeconds: 16 * 12 * 3600, workSeconds: 300 * 1800, intervalSeconds: 1800 },
      ...{ checkpointSeconds: 60, noticeSeconds: 120, restartSeconds: 300, spares: 0, repairSeconds: 2 * 3600 },
    },
    means: { total: 678_178.6, lost: 12_221.8, checkpoints: 18_012, restarts: 5_593.3, waiting: 102_351.4, failures: 15.58 }, // prettier-ignore
    errors: { total: 539.5, lost: 61.6, checkpoints: 0.34, restarts: 24.6, waiting: 462.4, failures: 0.07 },
  },
};
