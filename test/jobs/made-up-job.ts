import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleRun } from "../../lib/runs";
import type { Job } from "../../lib/jobs/job";

const program = join(__dirname, "made-up-training.mjs");

/** A job whose training only takes time: `steps` of 0.1 s, unless `words` say otherwise. Its example record lies in `folder`. */
export function madeUpJob(folder: string, words: string[] = [], changes: Partial<Job> = {}): Job {
  const example = join(folder, "example.json");
  const run = exampleRun({ epochSeconds: [5], batches: [32] });
  run.configuration.trainImages = 320;
  writeFileSync(example, JSON.stringify(run));
  return {
    name: "made-up",
    title: "A made-up training",
    program,
    arguments: ["--record-of", example, "--steps", "10", "--seconds", "0.1", ...words],
    dataset: "synthetic",
    nodes: 1,
    gpusPerNode: 0,
    cpusPerNode: 1,
    memory: 1,
    minutes: 5,
    exclude: "",
    restarts: 0,
    ...changes,
  };
}
