import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";
import { temporaryFolder } from "../../temporary";

it("a step's graph is written as an event file with its ops in it", () => {
  const folder = temporaryFolder("graph");
  try {
    const step = capture((x: tf.Tensor) => x.tanh().sum(), { name: "my step" });
    expect(() => step.writeGraph(folder)).toThrow(/call it once/);
    step(tf.ones([4]));
    step.writeGraph(folder);
    const [run] = readdirSync(folder);
    expect(run).toMatch(/^my_step_\d+$/);
    const [file] = readdirSync(join(folder, run));
    expect(file).toMatch(/^events\.out\.tfevents\./);
    const bytes = readFileSync(join(folder, run, file)).toString("latin1");
    for (const op of ["brain.Event:2", "Placeholder", "Tanh", "Sum"]) expect(bytes).toContain(op);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
