import { sum } from "simple-statistics";
import { expect, it } from "vitest";
import { llama3Run, publishedInterruptions } from "../../../chapters/10-thousand-nodes/llama3";

it("the published interruptions of Llama 3's training add up to all of them", async () => {
  const rows = await publishedInterruptions();
  expect(sum(rows.map(({ interruptions }) => interruptions))).toBe(llama3Run.unexpectedInterruptions);
  expect(rows[0]).toEqual({ component: "Faulty GPU", category: "GPU", interruptions: 148 });
  expect(new Set(rows.map(({ category }) => category)).size).toBe(6);
});
