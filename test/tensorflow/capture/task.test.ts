import { expect, it } from "vitest";
import { readLines } from "../../../lib/profile/x-space";
import { capture, configureTensorFlow, task, tf, type Task } from "../../../lib/tensorflow/engine";
import { startProfile, stopProfile } from "../../../lib/tensorflow/profiler";
import { disposedAfterEach } from "../../disposed";

configureTensorFlow({ device: "cpu", intraOpThreads: 1, interOpThreads: 2 });

const keep = disposedAfterEach();

const names = ["a", "b", "c", "d"];

/** The order in which tasks begin that do not need each other's results. */
function begins(listed: readonly string[]): string[] {
  const step = capture((x: tf.Tensor2D) => {
    let before: Task[] = [];
    return listed.map((name, index) => {
      const [y, ended] = task(name, before, () => tf.matMul(tf.matMul(x, tf.mul(x, index)), x));
      before = [ended];
      return y;
    });
  });
  keep(step);
  const x = tf.ones<tf.Rank.R2>([128, 128]);
  tf.dispose(step(x));
  startProfile();
  tf.dispose(step(x));
  const events = readLines(stopProfile()).flatMap((line) => line.events);
  const first = (name: string): number =>
    Math.min(...events.filter((event) => event.name.includes(`/${name}/`)).map(({ start }) => start));
  expect(names.map(first).every(Number.isFinite)).toBe(true);
  return [...names].sort((a, b) => first(a) - first(b));
}

it("tasks run in the order that they are given, whatever TensorFlow would begin with", () => {
  for (const listed of [names, [...names].reverse()]) expect(begins(listed)).toEqual(listed);
});

it("has no place outside of a captured step", () => {
  expect(() => task("a", [], () => undefined)).toThrow(
    "The task a has no order outside of a captured step: capture the step.",
  );
});
