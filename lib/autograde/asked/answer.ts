import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { z } from "zod";
import { decode, encode } from "./value";

// Notebooks of earlier releases bring this room as it was in their release, so what it says must stay valid; it may grow.

/** The MIME type of the display data that carries answers out of a notebook. */
export const ANSWERS = "application/vnd.parallel-training.answers+json";

/** Milliseconds that a function may take for one question. Honest answers are arithmetic. */
const answerMilliseconds = 5_000;

const questionSchema = z.object({ call: z.string(), args: z.array(z.unknown()) });
/** One call of a student's function. */
export type Question = z.infer<typeof questionSchema>;
/** The questions of a lesson, by the grade id of the cell that asks them. */
const questionsSchema = z.record(z.string(), z.array(questionSchema));

export const answerSchema = z.object({
  exercise: z.string().max(200),
  /** Its index among the exercise's questions. */
  question: z.number().int().min(0).max(10_000),
  /** The function's value, or the message of its error. */
  came: z.union([
    z.strictObject({ value: z.unknown() }), // as `encode` writes it
    z.strictObject({ error: z.string().transform((text) => text.slice(0, 300)) }),
  ]),
});
/** The answer to one question. */
export type Answer = z.infer<typeof answerSchema>;

/**
 * Calls the student's functions with the questions of an exercise and shows each answer at once as display data. If a
 * function hangs, its earlier answers are already out, and no more questions are asked. The submission runs in the same
 * process and can tamper with this. It gains nothing by that, because the right values are not here.
 * @param exercise grade id of the test cell that this call replaces.
 * @param functions the student's functions by name.
 */
export async function answer(exercise: string, functions: Readonly<Record<string, unknown>>): Promise<void> {
  const questions = questionsSchema.parse(JSON.parse(readFileSync(process.env.WORKBOOK_QUESTIONS ?? "", "utf8")));
  let hangs = false;
  for (const [question, { call, args }] of (questions[exercise] ?? []).entries()) {
    const outcome: Answer["came"] = hangs ? notAsked : ask(functions[call], call, args.map(decode));
    hangs ||= outcome === hung;
    show({ exercise, question, came: outcome });
    await turn(); // lets the answer leave the process
  }
}

const hung: Answer["came"] = { error: "there was no answer in time: does a loop never end?" };
const notAsked: Answer["came"] = { error: "not asked any more, since there was no answer before" };

function ask(studentFunction: unknown, name: string, args: unknown[]): Answer["came"] {
  if (typeof studentFunction !== "function") return { error: `${name} is no function` };
  const call = () => encode((studentFunction as (...args: unknown[]) => unknown)(...args));
  try {
    // Node.js can only interrupt an endless loop that runs in a context of its own.
    return { value: runInNewContext("call()", { call }, { timeout: answerMilliseconds }) as ReturnType<typeof encode> };
  } catch (error) {
    if (codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return hung;
    return { error: messageOf(error).slice(0, 300) };
  }
}

/** Errors of a cell come from another realm, where `instanceof Error` is false. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

function show(answer: Answer): void {
  const display: unknown = Reflect.get(globalThis, Symbol.for("parallel-training.display"));
  if (typeof display !== "function") throw new Error("Answers leave a notebook's kernel only: run this in a cell.");
  (display as (bundle: object, update: boolean) => void)({ data: { [ANSWERS]: answer } }, false);
}
