import { expect, it } from "vitest";
import { ANSWERS, answerSchema, decode, encode } from "../../lib/autograde/asked";

// What a notebook of any release says in the sandbox is read by later ones: this may grow, and never change.
it("speaks as every release before: the same signs for values, and the same place for answers", () => {
  const signs: [value: unknown, sign: unknown][] = [
    [null, null],
    ["text", "text"],
    [1.5, 1.5],
    [-0, { number: "-0" }],
    [Infinity, { number: "Infinity" }],
    [12n, { bigint: "12" }],
    [[1, [true]], { list: [1, { list: [true] }] }],
    [{ a: { b: undefined } }, { fields: [["a", { fields: [["b", { kind: "undefined" }]] }]] }],
  ];
  expect(signs.map(([value]) => encode(value))).toEqual(signs.map(([, sign]) => sign));
  expect(signs.map(([, sign]) => decode(sign))).toEqual(signs.map(([value]) => value));
  expect([NaN, () => 0, Promise.resolve(), Symbol("")].map(encode)).toEqual([
    { number: "NaN" },
    { kind: "function" },
    { kind: "promise" },
    { kind: "symbol" },
  ]);
  expect(ANSWERS).toBe("application/vnd.parallel-training.answers+json");
  for (const came of [{ value: 4 }, { error: "no" }]) {
    const answer = { exercise: "test-steps", question: 0, came };
    expect(answerSchema.parse(answer)).toEqual(answer);
  }
});
