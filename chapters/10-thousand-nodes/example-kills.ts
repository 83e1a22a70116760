import { exampleRun } from "../../lib/runs/example-run";
import type { KilledTraining } from "../../lib/failures/measured";
import { simulateTraining } from "../../lib/failures/simulate";

/** A training to make up: its costs in seconds, its steps, and the moments of its kills. */
export interface ExampleKills {
  stepSeconds: number;
  checkpointSeconds: number;
  restartSeconds: number;
  /** Steps from one checkpoint to the next. */
  every: number;
  /** A multiple of `every`. */
  steps: number;
  killsAt: number[];
}

/** Makes up a training that was killed, from its simulation: of each step, the last time that it was made. */
export function exampleKilledTraining(plan: ExampleKills): KilledTraining {
  const { stepSeconds, checkpointSeconds, restartSeconds, every, steps, killsAt } = plan;
  const scenario = { nodes: 1, failuresAt: killsAt, restartSeconds, checkpointSeconds };
  const whole = { intervalSeconds: every * stepSeconds, workSeconds: steps * stepSeconds };
  const { spells = [] } = simulateTraining({ ...scenario, ...whole }, { timeline: true });
  const kept = spells.filter(({ what }) => what === "computing");
  const end = kept.flatMap(({ start }) => Array.from({ length: every }, (_, at) => start + (at + 1) * stepSeconds));
  const start = end.map((each) => each - stepSeconds);
  const none = end.map(() => 0);
  const run = exampleRun({ epochSeconds: [1], batches: [8] });
  const images = end.map(() => 8);
  run.epochs = [
    { epoch: 1, loss: 0, accuracy: 0, steps: { start, end, wait: none, images, loss: none, correct: none } },
  ];
  run.resumedFrom = killsAt.map((kill) => ({
    epoch: 1,
    step: every * kept.filter((each) => each.end + checkpointSeconds <= kill).length,
  }));
  return { run, began: Date.parse(run.startedAt), killsAt };
}
