import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { syntheticText } from "../../../datasets/text/synthetic-text";

const text = syntheticText();
const speeches = text.trimEnd().split("\n\n");

it("is the same on every machine, and another for another seed", () => {
  expect(createHash("sha256").update(text).digest("hex")).toBe(
    "7eb250aed7fb8d29c827caded46ef74e4d2b9f70b1698787fd70a5ea40f4a86e",
  );
  expect(syntheticText(2).slice(0, 1000)).not.toBe(text.slice(0, 1000));
  expect(() => syntheticText(-1)).toThrow("seed is -1: give a whole number from 0 up.");
});

it("has about 100 kB of ASCII, in speeches of couplets", () => {
  expect(text.length).toBeGreaterThanOrEqual(100_000);
  expect(text.length).toBeLessThan(101_000);
  expect(text).toMatch(/^[ -~\n]*$/);
  for (const speech of speeches) expect(speech).toMatch(/^[A-Z][a-z]+:(\n[A-Z].*[,;]\n[A-Z].*[.!?])+$/);
});

it("has verbs that agree with their nouns", () => {
  const clauses = [
    ...text.matchAll(/(the|a|this|each|no|two|these|some|all) \w+ (\w+?)(s?) (\w+?)(s?) (above|be\w+) the/gi),
  ];
  const stated = clauses.filter(({ index }) => !/\b(do|does) $/.test(text.slice(0, index)));
  expect(stated.length).toBeGreaterThan(1500);
  for (const [clause, , , many, , one] of stated) expect(many === "s", clause).toBe(one === "");
});

it("has speakers who answer the one before, never themselves", () => {
  const names = speeches.map((speech) => speech.split(":")[0]);
  const answered = speeches.map((speech) => /^\w+:\n(?:O|Good|Dear) (\w+),/.exec(speech)?.[1]);
  expect(answered.filter(Boolean).length).toBeGreaterThan(speeches.length / 2);
  names.slice(1).forEach((name, before) => {
    expect(name).not.toBe(names[before]);
    if (answered[before + 1] !== undefined) expect(answered[before + 1]).toBe(names[before]);
  });
});
