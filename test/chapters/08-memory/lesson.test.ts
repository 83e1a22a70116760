import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import "../../four-devices";
import { checkMemoryMistakes } from "../../../solutions/08-memory/exercises/memory-mistakes";
import { keptNumbers } from "../../../solutions/08-memory/exercises/memory-activations";
import { parametersOf } from "../../../solutions/08-memory/exercises/model-states";
import { keptInHalves } from "../../../solutions/08-memory/exercises/numbers";
import { gpt, gptSizes } from "../../../lib/models";
import { heldOverTime, profileOf } from "../../../lib/profile";
import { capture, tf } from "../../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../../lib/tensorflow/ops";
import { workbookRoot } from "../../../lib/system/workbook";
import { leastPeak } from "../../least-peak";
import { lessonCells, testLesson, text } from "../lesson";

const name = "08-memory/memory";
testLesson({ name, exercises: 15, points: [49, 10], conclusions: 2, guesses: 9, isTidy: true });

const cells = lessonCells("solutions", name);

describe("what the lesson counts is what the engine has", () => {
  it("the weights of a GPT", () => {
    const model = gpt({ ...gptSizes["gpt-1m"], vocabulary: 65 });
    expect(parametersOf({ layers: 4, width: 128, context: 128, vocabulary: 65 })).toBe(model.parameters);
    model.dispose();
  });

  it.each([
    ["as a whole", 64, keptNumbers],
    ["in two halves", 256, keptInHalves],
  ])(
    "the activations of a block that takes a row %s, by models that differ in their blocks",
    async (_, context, kept) => {
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
      const { byToken, byPair } = kept({ rows, tokens: context, width, heads });
      const models = [peakOf(10), peakOf(4)];
      // Ops that run at the same time may add to a peak, and never take from it: so each model's least one counts, which is measured until
      // the share is between the bounds, 0.07 around their middle.
      const least = [Infinity, Infinity];
      const { share } = await leastPeak(async () => {
        for (const [at, peak] of models.entries()) least[at] = Math.min(least[at], await peak());
        const share = (least[0] - least[1]) / 6 / (4 * (byToken + byPair));
        return { share, peak: Math.abs(share - 1.05) };
      }, 0.07);
      made.forEach((each) => {
        each.dispose();
      });
      // The first half's scores, or a whole row's, are in blocks that are half as large again: the allocator does not divide them.
      expect(share).toBeGreaterThan(0.98);
      expect(share).toBeLessThan(1.12);
    },
  );
});

describe("the programs with mistakes", () => {
  const lines = (program: string) =>
    readFileSync(join(workbookRoot, "chapters/08-memory/programs/mistakes", `${program}.mts`), "utf8").split("\n");

  it("say in their first lines what they should do, and have the mistakes that the solution mends", () => {
    const solution = text(cells.find(({ id }) => id === "mistakes-mended")!);
    const mended = [...solution.matchAll(/line: (\d+), corrected/g)].map(([, line]) => Number(line));
    expect(mended.map((line, at) => lines("abc"[at])[line - 1].trim())).toEqual([
      "const master = 4 * parameters; // the copy that AdamW updates",
      "const strategy = fullyShard({ devices: 1, zero: 3, cluster: await resolveCluster() });",
      "const input = gate(x, kernels);",
    ]);
    for (const program of "abc") expect(lines(program)[0]).toMatch(/^\/\/ [A-Z]/);
  });

  it("are not right as they are", () => {
    const wrong = { a: 8, b: 8, c: 6 };
    const check = checkMemoryMistakes((name) => ({ line: wrong[name], corrected: lines(name)[wrong[name] - 1] }));
    expect(check.share).toBe(0);
  });

  it("computes in a what it says: with the copy it does not fit, without it it does", () => {
    const [parameters, activations] = [1.5e9, 12e9];
    expect(20 * parameters + activations).toBeGreaterThan(40e9);
    expect(16 * parameters + activations).toBeLessThanOrEqual(40e9);
    const model = gptSizes["gpt-10m"];
    expect(Math.round(parametersOf({ ...model, context: 256, vocabulary: 65 }) / 1e6)).toBe(11); // b's first line
  });
});
