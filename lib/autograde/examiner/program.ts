/**
 * The examiner's process. `examiner.ts` starts it, and kills it when a submission exceeds the limits. No code of a submission
 * runs here.
 */
import { readLesson } from "../lesson";
import type { Answer, Question } from "./messages";
import { mark, notebookToRun, prepare, show, type Prepared } from "./work";

const [name, version] = process.argv.slice(2);
const lesson = readLesson(name, version);
let prepared: Prepared | undefined;

async function answerTo(question: Question): Promise<Answer> {
  const exam = await lesson;
  if ("prepare" in question) {
    prepared = await prepare(exam, question.prepare);
    const { failure } = prepared.handedIn;
    return failure === undefined ? { toRun: JSON.stringify(notebookToRun(exam, prepared)) } : { failure };
  }
  if (!prepared) throw new Error("nothing was prepared");
  if ("show" in question) return { shown: JSON.stringify(show(prepared, question.show)) };
  const marked = await mark(exam, prepared, question.mark ?? undefined);
  return "machine" in marked ? marked : { ...marked, notebook: JSON.stringify(marked.notebook) };
}

process.on("message", (question: Question) => {
  void answerTo(question)
    .catch((error: unknown): Answer => ({ error: (error as Error).message }))
    .then((answer) => process.send?.(answer));
});
process.once("disconnect", () => process.exit());
