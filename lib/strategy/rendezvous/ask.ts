import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Member } from "./cluster";
import { announce, FIRST_WORD_MS, messageIn, readLines } from "./door";
import { absence, answerSchema, candidates, isProven, lineOf, longest, namesOf, refusalSchema } from "./meeting";
import type { Answer, Hello, Meeting, Refusal } from "./meeting";

/** How much longer than for a first word a task waits for the chief to say which tasks are missing, in seconds. */
const VERDICT_SECONDS = 5;

/**
 * A task asks the chief who all members are. It asks on all ports at once, since a stranger may listen on one of them and stay silent.
 * @throws one line when the chief does not answer in time, refuses this process, or misses another task.
 */
export async function askChief(meeting: Meeting, member: Member): Promise<Member[]> {
  const { task, tasks, timeoutSeconds } = meeting;
  const nonce = randomBytes(16).toString("hex");
  const stop = new AbortController();
  // Not AbortSignal.timeout() within AbortSignal.any(), which never fires if it is garbage-collected first.
  const stopLater = (seconds: number): NodeJS.Timeout =>
    globalThis.setTimeout(() => {
      stop.abort();
    }, 1000 * seconds);
  let timer = stopLater(timeoutSeconds);
  const heard = (): void => {
    clearTimeout(timer);
    timer = stopLater(timeoutSeconds + VERDICT_SECONDS); // the chief may have begun later, and knows who is missing
  };
  setMaxListeners(0, stop.signal);
  const chief = meeting.given ? namesOf(meeting, [0]) : `task 0 on ${meeting.chiefHost}`;
  const quiet = announce(timeoutSeconds, () => `${chief} and the other tasks`);
  try {
    const asked = candidates(meeting).map((port) =>
      askAt(meeting, meeting.chiefHost, { nonce, port, task, member }, stop.signal, heard),
    );
    const answer = await Promise.any(asked);
    if (typeof answer === "string") throw new Error(refusalLine(chief, answer, meeting));
    if (answer.members?.length === tasks) return answer.members;
    throw absence(meeting, answer.missing ?? []);
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    throw new Error(
      `T${chief.slice(1)} did not answer within ${timeoutSeconds} s: look at its output, and whether all tasks have come and ` +
        "the nodes can reach each other.",
    );
  } finally {
    quiet();
    clearTimeout(timer);
    stop.abort();
  }
}

function refusalLine(chief: string, refusal: Refusal, { task }: Meeting): string {
  const why =
    refusal === "taken"
      ? `another process is task ${task} already`
      : "its TF_CONFIG has another list, or its WORKBOOK_MEETING is another one";
  return `T${chief.slice(1)} refused this process, because ${why}: give all processes the same list and the same WORKBOOK_MEETING, and each its own index.`;
}

/**
 * Says hello on one port, over and over, until the chief answers there, or refuses this process and addresses are given. (Where they are not, it may be
 * the chief of another job.)
 * @param heard Is told when the chief has heard this process and waits for others.
 * @throws when `signal` aborts.
 */
export async function askAt(
  meeting: Meeting,
  host: string,
  content: Hello["content"],
  signal: AbortSignal,
  heard?: () => void,
): Promise<Answer | Refusal> {
  for (;;) {
    const answer = await sayHello(meeting, host, content, signal, heard);
    if (answer !== undefined) return answer;
    await setTimeout(200, undefined, { signal });
  }
}

function sayHello(
  meeting: Meeting,
  host: string,
  content: Hello["content"],
  signal: AbortSignal,
  heard?: () => void,
): Promise<Answer | Refusal | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: content.port, signal });
    // A stranger may listen, stay silent, and leave the port to the chief later. The chief says at once that it has heard a task.
    const unheard = globalThis.setTimeout(() => socket.destroy(), FIRST_WORD_MS);
    socket.once("close", () => {
      clearTimeout(unheard);
      resolve(undefined);
    });
    socket.write(lineOf(meeting, content));
    readLines(
      socket,
      () => longest.answer,
      (line) => {
        const refusal = messageIn(line, refusalSchema)?.refused;
        const answer = messageIn(line, answerSchema);
        const isOurs = answer?.content.nonce === content.nonce && isProven(meeting, answer);
        clearTimeout(unheard);
        if (isOurs && answer.content.challenge !== undefined) {
          socket.write(lineOf(meeting, { challenge: answer.content.challenge, port: content.port }));
          return heard?.();
        }
        if (isOurs) resolve(answer.content);
        else if (refusal && meeting.given) resolve(refusal);
        socket.destroy();
      },
    );
  });
}
