import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { z } from "zod";
import { decode, encode } from "./value";

/** The type of the display data that carries answers out of a notebook. */
export const ANSWERS = "application/vnd.parallel-training.answers+json";

/** How long a function may take over one question, in milliseconds: they are arithmetic. */
const patience = 5_000;

/** One call of a student's function. */
const questionSchema = z.object({ call: z.string(), args: z.array(z.unknown()) });
/** One call of a student's function. */
export type Question = z.infer<typeof questionSchema>;
/** The questions of a lesson, by the grade id of the cell that asks them. */
export const questionsSchema = z.record(z.string(), z.array(questionSchema));

/** What came of one question. */
export const answerSchema = z.object({
  exercise: z.string().max(200),
  /** Its place among the exercise's questions, from 0. */
  question: z.number().int().min(0).max(10_000),
  /** What the function returned, or the message of what it threw. */
  came: z.union([
    z.strictObject({ value: z.unknown() }), // as `encode` writes it
    z.strictObject({ error: z.string().transform((text) => text.slice(0, 300)) }),
  ]),
});
/** What came of one question. */
export type Answer = z.infer<typeof answerSchema>;

/**
 * Puts the questions of an exercise to the student's functions and shows each answer as display data, as soon as it is
 * there. A function that hangs on one question has answered those before, and is asked no more. This runs beside what is
 * graded and can be tampered with by it; that gains nothing, since right values are not here.
 * @param exercise grade id of the test cell in whose place this is called.
 * @param functions the student's functions by name.
 */
export async function answer(exercise: string, functions: Readonly<Record<string, unknown>>): Promise<void> {
  const questions = questionsSchema.parse(JSON.parse(readFileSync(process.env.WORKBOOK_QUESTIONS ?? "", "utf8")));
  let hangs = false;
  for (const [question, { call, args }] of (questions[exercise] ?? []).entries()) {
    const given: Answer["came"] = hangs ? notAsked : came(functions[call], call, args.map(decode));
    hangs ||= given === hung;
    show({ exercise, question, came: given });
    await turn(); // lets the answer leave
  }
}

const hung: Answer["came"] = { error: "there was no answer in time: does a loop never end?" };
const notAsked: Answer["came"] = { error: "not asked any more, since there was no answer before" };

function came(asked: unknown, name: string, args: unknown[]): Answer["came"] {
  if (typeof asked !== "function") return { error: `${name} is no function` };
  const call = () => encode((asked as (...args: unknown[]) => unknown)(...args));
  try {
    // JavaScript that never ends can only be ended where it runs in a context of its own.
    return { value: runInNewContext("call()", { call }, { timeout: patience }) as ReturnType<typeof encode> };
  } catch (error) {
    if (codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return hung;
    return { error: messageOf(error).slice(0, 300) };
  }
}

/** A cell's errors come from another realm, so `instanceof` does not know them. */
const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

function show(answer: Answer): void {
  const display: unknown = Reflect.get(globalThis, Symbol.for("parallel-training.display"));
  if (typeof display !== "function") throw new Error("Answers leave a notebook's kernel only: run this in a cell.");
  (display as (bundle: object, update: boolean) => void)({ data: { [ANSWERS]: answer } }, false);
}
