import { exampleRun, type RunRecord } from "parallel-training/runs";

/** What a made-up run is like; a step computes for `stepSeconds`, after waiting for `wait`. */
export interface Plan {
  id?: string;
  /** Seconds of a step in each epoch. */
  stepSeconds: number[];
  /** Images of each step. */
  images: number[];
  wait?: number;
  replicas?: number;
}

/** A made-up run record with times that are easy to reckon with. */
export function madeUpRun({ id = "made-up", stepSeconds, images, wait = 0, replicas = 1 }: Plan): RunRecord {
  const run = exampleRun({ epochSeconds: stepSeconds, batches: images, replicas });
  let clock = 5;
  const epochs = stepSeconds.map((seconds, index) => {
    const steps: RunRecord["epochs"][number]["steps"] = { start: [], end: [], wait: [], images, loss: [], correct: [] };
    images.forEach(() => {
      clock += wait;
      steps.start.push(clock);
      clock += seconds;
      steps.end.push(clock);
      steps.wait.push(wait);
      steps.loss.push(2);
      steps.correct.push(1);
    });
    clock += 3;
    return { epoch: index + 1, steps, loss: 2, accuracy: 0.1, validation: { loss: 2, accuracy: 0.1, seconds: 3 } };
  });
  const configuration = { ...run.configuration, imageSize: 32, strategy: "one-device" };
  return { ...run, id, captureSeconds: 4, epochs, configuration, peakMemoryBytes: 1000 };
}
