import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import "../../four-devices";
import { checkMemoryMistakes } from "../../../solutions/08-memory/exercises/memory-mistakes";
import { checkKeptNumbers } from "../../../solutions/08-memory/exercises/memory-activations";
import { checkGptParameters } from "../../../solutions/08-memory/exercises/memory-ledger";
import { gpt, gptSizes } from "../../../lib/models";
import { heldOverTime, profileOf } from "../../../lib/profile";
import { capture, tf } from "../../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../../lib/tensorflow/ops";
import { workbookRoot } from "../../../lib/system/workbook";
import { leastPeak } from "../../least-peak";
import { lessonCells, saying, testLesson, text } from "../lesson";

const name = "08-memory/memory";
testLesson({ name, exercises: 15, points: [49, 10], conclusions: 2, guesses: 9 });

const cells = lessonCells("solutions", name);
const says = saying(cells);

/** Weights of a GPT, and numbers that its blocks keep, as the exercises count them: the checks say so themselves. */
const weights = (layers: number, width: number, context: number, vocabulary: number): number => {
  const count = (vocabulary + context) * width + layers * (12 * width ** 2 + 13 * width) + 2 * width;
  expect(checkGptParameters(() => count, [[{ layers, width, context, vocabulary }]]).share).toBe(1);
  return count;
};
const kept = (rows: number, tokens: number, width: number, heads: number) => {
  const [byToken, byPair] = [16 * rows * tokens * width, rows * heads * tokens ** 2];
  expect(checkKeptNumbers(() => ({ byToken, byPair }), [[{ rows, tokens, width, heads }]]).share).toBe(1);
  return { byToken, byPair };
};

describe("what the lesson counts is what the engine has", () => {
  it("the weights of a GPT", () => {
    const model = gpt({ ...gptSizes["gpt-1m"], vocabulary: 65 });
    expect(weights(4, 128, 128, 65)).toBe(model.parameters);
    model.dispose();
  });

  it.each([
    ["as a whole", 64, { vectors: 16, scores: 1 }],
    ["in two halves", 256, { vectors: 17, scores: 3 / 4 }],
  ])(
    "the activations of a block that takes a row %s, by models that differ in their blocks",
    async (_, context, keeps) => {
      const [rows, width, heads] = [8, 128, 4];
      const made: { dispose(): void }[] = [];
      const peakOf = (layers: number): (() => Promise<number>) => {
        const model = gpt({ layers, heads, width, context, vocabulary: 65 });
        const variables = model.weights.map(({ variable }) => variable);
        // Of the gradients only their sums are left, so that they take no memory beside the activations.
        const step = capture((tokens: tf.Tensor2D) => {
          const loss = () => sparseSoftmaxCrossEntropy(model.apply(tokens, { training: true }), tokens.flatten());
          const { grads } = tf.variableGrads(() => loss().mean<tf.Scalar>(), variables);
          return tf.addN(variables.map(({ name }) => tf.sum(grads[name])));
        });
        const values = Int32Array.from({ length: rows * context }, (_, place) => (place * 7919) % 65);
        const tokens = tf.tensor2d(values, [rows, context], "int32");
        step(tokens).dataSync();
        made.push(step, model, tokens);
        return async () => {
          const profile = await profileOf(async () => step(tokens).dataSync());
          return Math.max(...heldOverTime(profile, 1).devices[0]);
        };
      };
      const { byToken, byPair } = kept(rows, context, width, heads);
      const numbers = (keeps.vectors / 16) * byToken + keeps.scores * byPair;
      const models = [peakOf(10), peakOf(4)];
      // Ops that run at the same time may add to a peak, and never take from it: so each model's least one counts, which is measured until
      // the share is between the bounds, 0.07 around their middle.
      const least = [Infinity, Infinity];
      const { share } = await leastPeak(async () => {
        for (const [at, peak] of models.entries()) least[at] = Math.min(least[at], await peak());
        const share = (least[0] - least[1]) / 6 / (4 * numbers);
        return { share, peak: Math.abs(share - 1.05) };
      }, 0.07);
      made.forEach((each) => {
        each.dispose();
      });
      // The first half's scores, or a whole row's, are in blocks that are half as large again: the allocator does not divide them.
      expect(share).toBeGreaterThan(0.98);
      expect(share).toBeLessThan(1.12);
      if (context === 256) {
        expect(Math.round(100 * (1 - numbers / (byToken + byPair)))).toBe(4);
        says("17 numbers where you counted 16", "4 % less than your count");
        const short = kept(rows, 128, width, heads);
        const inHalves = (each: typeof short) => (keeps.vectors / 16) * each.byToken + keeps.scores * each.byPair;
        expect(inHalves(short)).toBe(short.byToken + short.byPair);
        const growth = numbers - inHalves(short);
        const counted = byToken + byPair - short.byToken - short.byPair;
        expect(Math.round(100 * (1 - growth / counted))).toBe(7);
        says("At 128 tokens, they cancel out", "by 7 % less than you counted");
      }
    },
  );
});

describe("what the lesson says follows from its formulas", () => {
  it("of the ledger and of activations", () => {
    expect([80 / 4, 80 / 16]).toEqual([20, 5]);
    says("holds 20 billion weights in float32, but it can train only 5 billion");
    const [tokens, heads, width] = [2048, 96, 12_288]; // GPT-3
    const scores = (5 * heads * tokens) / width;
    expect(scores).toBe(80);
    expect(Math.round((100 * scores) / (34 + scores))).toBe(70);
    says("the formula gives 34 + 80", "70 % of the activations are scores");
    const { byToken, byPair } = kept(1, tokens, width, heads);
    expect([(4 * byToken) / (tokens * width), (4 * byPair) / (tokens * width)]).toEqual([64, 4 * 16]);
  });

  it("of links, and of the fastest way", () => {
    const count = weights(48, 1600, 1024, 50_257);
    expect((count / 1e9).toFixed(2)).toBe("1.56");
    const compute = (6 * 1.56e9 * 6 * 1024) / 200e12;
    const sending = (times: number, rate: number) => (times * 0.75 * 4 * count) / rate;
    expect(sending(2, 125e6) / compute).toBeGreaterThan(200); // hundreds of times as long
    expect(sending(2, 25e9) / compute).toBeLessThan(2); // about as long
    expect(sending(3, 450e9)).toBeLessThan(compute / 5); // disappears
    const { byToken, byPair } = kept(6, 1024, 1600, 25);
    const activations = 48 * 4 * (byToken + byPair);
    const inStep = [16, 11, 8, 4].map((bytes) => bytes * count + activations);
    expect(inStep.map((bytes) => bytes <= 80e9)).toEqual([false, true, true, true]);
    says("So level 1 is enough: without checkpoints it just fits");
    expect(sending(2, 25e9)).toBeGreaterThan(compute);
    expect(sending(2, 25e9)).toBeLessThan((4 / 3) * compute);
    says("Level 2 without checkpoints is the fastest way", "hardly slower");
    const times = [sending(2, 25e9), compute, (4 / 3) * compute].map((seconds) => seconds.toFixed(2));
    expect(times).toEqual(["0.37", "0.29", "0.38"]);
    says("sending takes 0.37 s at level 2. Computing takes 0.29 s, or 0.38 s with checkpoints");
    const checkpointed = activations / 48 + 48 * 4 * 6 * 1024 * 1600;
    expect([checkpointed, activations].map((each) => Math.round((8 * count + each) / 1e9))).toEqual([16, 73]);
    says(
      "takes 16 GB instead of 73 GB",
      "sending takes 1.3 times as long as computing",
      "twice as long at levels 1 and 3",
    );
    expect((sending(2, 25e9) / compute).toFixed(1)).toBe("1.3");
    expect((sending(3, 25e9) / compute).toFixed(0)).toBe("2");
  });

  it("of the largest models", () => {
    const [memory, rows, context, width, heads] = [80e9, 1, 2048, 4096, 32];
    const { byToken, byPair } = kept(rows, context, width, heads);
    const block = 4 * (byToken + byPair);
    const largest = (bytes: number, ofLayers: (layers: number) => number): number => {
      const needs = (layers: number) => bytes * weights(layers, width, context, 50_257) + ofLayers(layers);
      let layers = 1;
      while (needs(layers + 1) <= memory) layers++;
      return weights(layers, width, context, 50_257);
    };
    const all = largest(16, (layers) => layers * block);
    const divided = largest(4, (layers) => layers * 4 * context * width + block);
    expect(Math.round(divided / all)).toBe(5);
    says("five times as many weights", "4 x 80 GB / 16 bytes = 20 billion");
    expect((2 * 4 * (weights(2, width, context, 9) - weights(1, width, context, 9))) / 1e9).toBeCloseTo(1.6, 1);
    says("Here they take 1.6 GB");
  });
});

describe("the programs with mistakes", () => {
  const lines = (program: string) =>
    readFileSync(join(workbookRoot, "chapters/08-memory/programs/mistakes", `${program}.mts`), "utf8").split("\n");

  it("say in their first lines what they should do, and have the mistakes that the solution mends", () => {
    const solution = text(cells.find(({ id }) => id === "mistakes-mended")!);
    const mended = [...solution.matchAll(/line: (\d+), corrected/g)].map(([, line]) => Number(line));
    expect(mended.map((line, at) => lines("abc"[at])[line - 1].trim())).toEqual([
      "const master = 4 * parameters; // the copy that AdamW updates",
      "const model = fullyShard(gpt(sizes), { mesh: grid, level: 3 });",
      "const input = gate(x, kernels);",
    ]);
    for (const program of "abc") expect(lines(program)[0]).toMatch(/^\/\/ [A-Z]/);
  });

  it("are not right as they are", () => {
    const wrong = { a: 8, b: 11, c: 6 };
    const check = checkMemoryMistakes((name) => ({ line: wrong[name], corrected: lines(name)[wrong[name] - 1] }));
    expect(check.share).toBe(0);
  });

  it("computes in a what it says: with the copy it does not fit, without it it does", () => {
    const [parameters, activations] = [1.5e9, 12e9];
    expect(20 * parameters + activations).toBeGreaterThan(40e9);
    expect(16 * parameters + activations).toBeLessThanOrEqual(40e9);
    const model = gptSizes["gpt-10m"];
    expect(Math.round(weights(model.layers, model.width, 256, 65) / 1e6)).toBe(11); // b's first line
  });
});
