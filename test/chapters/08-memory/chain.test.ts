import "../../four-devices";
import { describe, expect, it } from "vitest";
import {
  chainLayer,
  chainGradients,
  chainMemory,
  type ChainBackward,
  type ChainValues,
} from "../../../chapters/08-memory/chain";
import { bytesAtRest, gate, pullback, tf } from "../../../lib/tensorflow";
import { leastPeak } from "../../least-peak";

/** Computes a layer again, from its input or from what stands for it. */
const again =
  (gated: (x: tf.Tensor2D, dy: tf.Tensor, behind: tf.Tensor[]) => tf.Tensor2D): ChainBackward =>
  ({ layer, x, kernels, dy, behind }) => {
    const input = gated(x, dy, behind);
    return pullback(() => layer(input, kernels), [input, ...kernels]).pull(dy);
  };
const ungated = again((x) => x.clone());
const gated = again((x, dy, behind) => gate(x, [dy, ...behind]));

const kernel = (rows: number, columns: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => Math.sin(seed + 3 * row + column) / 2)); // prettier-ignore
const values: ChainValues = [kernel(3, 2, 9), [1, 2, 3].map((seed) => [kernel(2, 8, seed), kernel(8, 2, seed + 10)])];

/** The mean square of the chain's result. */
const loss = ([x, kernels]: ChainValues): number =>
  tf.tidy(() => {
    const y = kernels.reduce((y, layer) => chainLayer(y, layer.map((each) => tf.tensor2d(each))), tf.tensor2d(x)); // prettier-ignore
    return tf.mean(tf.square(y)).dataSync()[0];
  });

describe("chainGradients", () => {
  it("are the slopes of the loss", () => {
    const gradients = chainGradients(values);
    for (const [layer, which, row, column] of [[0, 0, 1, 5], [1, 1, 7, 0], [2, 0, 0, 3]]) {
      const [below, above] = [-0.01, 0.01].map((step) => {
        const moved = structuredClone(values);
        moved[1][layer][which][row][column] += step;
        return loss(moved);
      });
      expect(gradients[layer][which][row][column]).toBeCloseTo((above - below) / 0.02, 3);
    }
  }); // prettier-ignore

  it.each([["without gates", ungated], ["with gates", gated]])("are the same of layers that are computed again, %s", (_, backward) => {
    const [own, expected] = [chainGradients(values, backward), chainGradients(values)];
    own.flat(3).forEach((value, at) => {
      expect(value).toBeCloseTo(expected.flat(3)[at], 6);
    });
  }); // prettier-ignore
});

describe("chainMemory", () => {
  const size = { layers: 8, rows: 1024, width: 128 };

  it("sees what each layer keeps, its input, the tanh and the tanh's slope, and gates that free them", async () => {
    const kept = 4 * size.layers * 9 * size.rows * size.width;
    const { peak: plain } = await leastPeak(() => chainMemory(size), 1.1 * kept);
    const [merged, freed] = [ungated, gated].map((backward) => chainMemory(size, backward));
    expect(plain / kept).toBeGreaterThan(0.9);
    expect(plain / kept).toBeLessThan(1.3);
    expect(merged.peak).toBeGreaterThan(0.8 * plain);
    expect(freed.peak).toBeLessThan(plain / 2);
    expect(Math.max(...freed.bytes)).toBe(freed.peak);
    expect(freed.seconds).toHaveLength(freed.bytes.length);
  });

  it("leaves no variable behind", () => {
    const before = bytesAtRest(["/device:CPU:0"]);
    chainMemory({ layers: 2, rows: 512, width: 128 }, gated);
    expect(bytesAtRest(["/device:CPU:0"])).toEqual(before);
  });

  it("says when a chain is too small to be seen", () => {
    expect(() => chainMemory({ layers: 1, rows: 2, width: 2 })).toThrow("too small for its memory to be seen");
  });
});
