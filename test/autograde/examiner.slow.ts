import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { Examiner, TooMuchWork, type FoundSubmission } from "../../lib/autograde/examiner";
import { findSubmission } from "../../lib/autograde/intake";
import type { SandboxOutcome } from "../../lib/autograde/sandbox";
import { filledIn, idleSandbox, lessonOne } from "../course/class";
import { temporaryFolder } from "../temporary";

const { lesson, notebook } = lessonOne;
let honest: FoundSubmission;
let examiner: Examiner | undefined;
beforeAll(async () => {
  honest = await handedIn("honest", JSON.stringify(filledIn(lessonOne, "solved")));
});
afterEach(() => examiner?.end());

async function handedIn(student: string, text: string, records: Record<string, string> = {}): Promise<FoundSubmission> {
  const folder = temporaryFolder(student);
  writeFileSync(join(folder, `${notebook}.ipynb`), text);
  for (const [name, content] of Object.entries(records)) {
    mkdirSync(join(folder, "results"), { recursive: true });
    writeFileSync(join(folder, "results", name), content);
  }
  return { student, submitted: await findSubmission(folder, notebook), digest: "of this" };
}

/** What an idle sandbox says of a notebook, but for its second cell's outputs, which are this text. */
async function ranAs(outputs: string): Promise<SandboxOutcome> {
  const outcome = await idleSandbox()({ notebook: filledIn(lessonOne, {}), files: [], questions: "{}" });
  outcome.cells[1].outputs = outputs;
  return outcome;
}

/** Sees that the same examiner looks at an honest submission after another one. */
async function expectOnward(examiner: Examiner): Promise<void> {
  expect(await examiner.prepare(honest)).toHaveProperty("notebook.cells");
  expect(await examiner.mark(await ranAs("[]"))).toMatchObject({ result: { student: "honest" } });
}

const MB = 1_000_000;
/** JSON that is small as text and no more than what a sandbox may say, or a submission hold. */
const bombs = {
  "lists without end in lists": "[".repeat(12 * MB) + "]".repeat(12 * MB),
  "millions of objects": `[${"{},".repeat(8 * MB - 2)}{}]`,
  "millions of names": `{${Array.from({ length: 2.2 * MB }, (_, at) => `"${at.toString(36)}":[]`).join()}}`,
};

it.each(Object.entries(bombs))("ends over what a sandbox said, and goes on: %s", async (_, bomb) => {
  examiner = new Examiner(lesson, { memoryBytes: 128 * 2 ** 20 });
  await examiner.prepare(honest);
  const marking = examiner.mark(await ranAs(bomb));
  await expect(marking).rejects.toThrow(TooMuchWork);
  await expect(marking).rejects.toThrow(/more than 128 MiB of memory to look at what it holds/);
  await expectOnward(examiner);
});

it("ends over a notebook, and goes on", async () => {
  examiner = new Examiner(lesson, { memoryBytes: 128 * 2 ** 20 });
  const read = await handedIn("mallory", `{"cells": ${bombs["millions of objects"]}}`);
  await expect(examiner.prepare(read)).rejects.toThrow(TooMuchWork);
  await expectOnward(examiner);
});

it("ends over records, and goes on", async () => {
  examiner = new Examiner(lesson, { memoryBytes: 128 * 2 ** 20 });
  const text = bombs["millions of objects"].slice(0, 15 * MB - 1);
  const read = await handedIn("mallory", JSON.stringify(filledIn(lessonOne, {})), { "baseline.json": `${text}]` });
  await examiner.prepare(read);
  await expect(examiner.mark(await ranAs("[]"))).rejects.toThrow(TooMuchWork);
  await expectOnward(examiner);
});

it("does not wait for ever", async () => {
  examiner = new Examiner(lesson, { seconds: 0.001 });
  await expect(examiner.prepare(honest)).rejects.toThrow("it took more than 0.001 s to look at what it holds");
});

it("gives no points for numbers without end, and says so in a line", async () => {
  examiner = new Examiner(lesson);
  await examiner.prepare(honest);
  const value = { list: Array.from({ length: 300_000 }, (_, at) => at + 0.5) };
  const data = {
    "application/vnd.parallel-training.answers+json": {
      exercise: "test-steps-per-epoch",
      question: 0,
      came: { value },
    },
  };
  const marking = await examiner.mark(
    await ranAs(JSON.stringify([{ output_type: "display_data", data, metadata: {} }])),
  );
  const marks = "result" in marking ? marking.result.marks : [];
  expect(marks.find(({ gradeId }) => gradeId === "test-steps-per-epoch")).toMatchObject({
    points: 0,
    lines: expect.stringMatching(/^✗ .*there was no answer/) as string,
  });
});
