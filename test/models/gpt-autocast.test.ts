import { describe, expect, it, vi } from "vitest";
import { goldenGpt, trainAsGiven, type Given, type Results } from "./golden-gpt";

vi.mock("../../lib/tensorflow/processor", () => ({ lacksSixteenBits: () => false })); // bfloat16 is slow without the instructions, not wrong

// PyTorch's steps in float32, and its steps with autocast to bfloat16, from the same weights. No two programs round to bfloat16 in the
// same places, so ours is measured by how far PyTorch's own two runs are apart.

const golden = goldenGpt<Record<"float32" | "bfloat16", Results>>("gpt-autocast.json");
const { float32: exact, bfloat16: autocast } = golden;
const names = Object.keys(golden.before);
const own = trainAsGiven(golden, exact.losses.length, "mixed_bfloat16");

const norm = (values: number[]): number => Math.hypot(...values);
const less = (some: number[], others: number[]): number[] => some.map((value, at) => value - others[at]);

/** How far values are from others, as a share of these. */
const distance = (some: number[], others: number[]): number => norm(less(some, others)) / norm(others);

/**
 * What the steps have changed in a weight. A bias of the keys changes no softmax: of it, Adam makes whole steps of rounding errors, as it
 * does where else a gradient is near 0.
 */
function change({ after }: Results, { before }: Given, name: string): number[] {
  const all = less(after[name], before[name]);
  const isKey = (at: number): boolean => name.endsWith("c_attn.bias") && Math.floor((3 * at) / all.length) === 1;
  const gradient = exact.gradients[name];
  const least = (0.1 * norm(gradient)) / Math.sqrt(gradient.length);
  return all.filter((_, at) => !isKey(at) && Math.abs(gradient[at]) > least);
}

/** The largest value of a measure over all weights. */
const most = (measure: (name: string) => number): number => Math.max(...names.map(measure));

describe("a GPT in bfloat16 is as near to PyTorch's in float32 as PyTorch's own with autocast", () => {
  it("in its logits", () => {
    const allowed = 2 * distance(autocast.logits, exact.logits);
    expect(allowed).toBeLessThan(0.02);
    expect(distance(own.logits, exact.logits)).toBeLessThan(allowed);
    expect(distance(own.logits, exact.logits)).toBeGreaterThan(1e-3);
  });

  it("in each weight's gradient", () => {
    const allowed = 2 * most((name) => distance(autocast.gradients[name], exact.gradients[name]));
    expect(allowed).toBeLessThan(0.05); // a gradient that is missing is wrong by 1, and a forgotten factor by more
    for (const name of names) {
      expect(distance(own.gradients[name], exact.gradients[name]), name).toBeLessThan(allowed);
    }
  });

  it("in the losses of its steps", () => {
    const furthest = ({ losses }: Results) => Math.max(...less(losses, exact.losses).map(Math.abs));
    const allowed = 3 * furthest(autocast);
    expect(allowed).toBeLessThan(0.005);
    expect(exact.losses[0] - exact.losses[1]).toBeGreaterThan(50 * allowed); // what one step learns
    expect(furthest(own)).toBeLessThan(allowed);
  });

  it("in what the steps make of each weight", () => {
    const changes = (results: Results, name: string) => change(results, golden, name);
    const allowed = 2 * most((name) => distance(changes(autocast, name), changes(exact, name)));
    expect(allowed).toBeLessThan(0.25); // a weight that keeps its value is wrong by 1
    for (const name of names) {
      expect(distance(changes(own, name), changes(exact, name)), name).toBeLessThan(allowed);
    }
  });
});
