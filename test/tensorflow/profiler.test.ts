import { afterEach, expect, it } from "vitest";
import { configureTensorFlow, tf } from "../../lib/tensorflow";
import { markProfile, profileTime, startProfile, stopProfile } from "../../lib/tensorflow/profiler";
import { readLines } from "../../lib/profile/x-space";

configureTensorFlow({ device: "cpu" });
const events = (profile: Uint8Array) => readLines(profile).flatMap((line) => line.events);

afterEach(() => {
  expect(() => stopProfile()).toThrow("There is no profile: no profile is being recorded."); // each test stops its own
});

it("records ops and what is marked, on one clock", () => {
  startProfile();
  const start = profileTime();
  tf.ones([64, 64])
    .matMul(tf.ones([64, 64]))
    .dataSync();
  const end = profileTime();
  markProfile("what was marked", start, end, { step_num: 12, other: 3 });
  const recorded = events(stopProfile());
  const marked = recorded.find(({ name }) => name === "what was marked")!;
  expect([marked.stat("step_num"), marked.stat("other"), marked.stat("none")]).toEqual([12, 3, undefined]);
  expect(marked.end - marked.start).toBeCloseTo(Number(end - start) / 1e9, 6);
  const product = recorded.find(({ name }) => /^EagerLocalExecute.*MatMul/.test(name))!;
  expect(product.start).toBeGreaterThan(marked.start);
  expect(product.end).toBeLessThan(marked.end);
});

it("records anew after it was stopped, and only what happens since", () => {
  startProfile();
  markProfile("first", profileTime(), profileTime() + 1n);
  stopProfile();
  markProfile("between", profileTime(), profileTime() + 1n);
  startProfile();
  const now = profileTime();
  markProfile("second", now, now + 1n);
  const names = events(stopProfile()).map(({ name }) => name);
  expect(names).toContain("second");
  expect(names).not.toContain("first");
  expect(names).not.toContain("between");
});

it("refuses a second recording in one line, and keeps the first", () => {
  startProfile();
  expect(() => startProfile()).toThrow("The profiler did not start: a profile is being recorded already.");
  const now = profileTime();
  markProfile("kept", now, now + 1n);
  expect(events(stopProfile()).map(({ name }) => name)).toContain("kept");
});
