import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../system/free-port";
import { askAt, askChief } from "./ask";
import type { Member } from "./cluster";
import { announce, Door, FIRST_WORD_MS, messageIn, takeLeave } from "./door";
import { absence, candidates, helloSchema, isProven, lineOf, longest, namesOf, portOf, returnSchema } from "./meeting";
import type { Hello, Meeting, Refusal } from "./meeting";

export { candidates, type Meeting } from "./meeting";

/**
 * Lets every process wait until all are there, and tells each where the TensorFlow of all will listen: at the addresses that are given, or
 * on a port that is free on each node. The chief waits on the port that is given, or on the first free one of a few ports that follow from
 * the job, and the others try all of these.
 * @returns one member for each task.
 * @throws one line that names the tasks that did not come in time, or says what the processes were told differently.
 */
export async function meet(meeting: Meeting): Promise<Member[]> {
  const { given, host, listenOn, task } = meeting;
  const member = given?.[task] ?? { host, address: `${listenOn}:${await freePort(listenOn)}` };
  return task === 0 ? gather(meeting, member) : askChief(meeting, member);
}

/** The tasks that the chief has heard: the connection of each, its nonce, and what it says of itself. */
type Guests = Map<number, { socket: Socket; nonce: string; member: Member }>;

async function gather(meeting: Meeting, chief: Member): Promise<Member[]> {
  const { tasks, timeoutSeconds } = meeting;
  const others = Array.from({ length: tasks - 1 }, (_, index) => index + 1);
  const guests: Guests = new Map();
  const challenged = new WeakMap<Socket, { hello: Hello["content"]; challenge: string }>();
  const missing = (): number[] => others.filter((task) => !guests.has(task));
  let allCame!: () => void;
  let chiefCame!: () => void;
  const all = new Promise<void>((resolve) => (allCame = resolve));
  const otherChief = new Promise<void>((resolve) => (chiefCame = resolve));
  const door = await openDoor(meeting, (line, socket, port) => {
    const refuse = (refused: Refusal) => void socket.write(`${JSON.stringify({ refused })}\n`);
    const asked = challenged.get(socket);
    if (!asked) {
      const hello = messageIn(line, helloSchema);
      const refused = hello ? refusalOf(meeting, guests, port, hello) : "unknown";
      if (hello?.content.task === 0) chiefCame();
      if (!hello || refused) return refuse(refused ?? "unknown");
      const challenge = randomBytes(16).toString("hex");
      challenged.set(socket, { hello: hello.content, challenge });
      socket.write(lineOf(meeting, { nonce: hello.content.nonce, challenge }));
      return "more";
    }
    const back = messageIn(line, returnSchema);
    const isOurs = back?.content.challenge === asked.challenge && back.content.port === port && isProven(meeting, back);
    const { nonce, task, member } = asked.hello;
    const there = guests.get(task);
    if (!isOurs || (there && there.nonce !== nonce)) return refuse(isOurs ? "taken" : "unknown");
    there?.socket.destroy(); // the task has lost this connection, and made a new one
    guests.set(task, { socket, nonce, member });
    socket.once("close", () => {
      if (guests.get(task)?.socket === socket) guests.delete(task);
    });
    if (missing().length === 0) allCame();
    return () => undefined; // whatever follows is discarded
  });
  const stop = new AbortController();
  const quiet = announce(timeoutSeconds, () => namesOf(meeting, missing()));
  try {
    const late = setTimeout(1000 * timeoutSeconds, "late", { signal: stop.signal }).catch(() => undefined);
    const end = await Promise.race([all, late, findOtherChief(meeting, stop.signal)]);
    if (end instanceof Error) {
      // The other one shall find this one, too, before this one leaves.
      await Promise.race([otherChief, setTimeout(FIRST_WORD_MS, undefined, { signal: stop.signal })]);
      throw end;
    }
    if (end) throw absence(meeting, missing());
    const members = [chief, ...others.map((task) => guests.get(task)!.member)]; // each task is there
    farewell(meeting, guests, { members });
    return members;
  } catch (error) {
    farewell(meeting, guests, { missing: missing() });
    throw error;
  } finally {
    quiet();
    stop.abort();
    door.shut();
  }
}

/** Why the chief does not take a caller for a task, if it does not. */
function refusalOf(meeting: Meeting, guests: Guests, port: number, hello: Hello): Refusal | undefined {
  const { nonce, task } = hello.content;
  if (!isProven(meeting, hello) || hello.content.port !== port || task === 0 || task >= meeting.tasks) return "unknown";
  const there = guests.get(task);
  return there && there.nonce !== nonce ? "taken" : undefined;
}

function farewell(meeting: Meeting, guests: Guests, end: { members: Member[] } | { missing: number[] }): void {
  for (const { socket, nonce } of guests.values()) takeLeave(socket, lineOf(meeting, { nonce, ...end }));
}

type Admit = (line: string, socket: Socket, port: number) => (() => void) | "more" | undefined;

async function openDoor(meeting: Meeting, admit: Admit): Promise<Door> {
  const { given, host, hostAddress, tasks } = meeting;
  const ports = candidates(meeting);
  for (const port of ports) {
    const atPort = (line: string, socket: Socket) => admit(line, socket, port);
    const limits = { guests: tasks - 1, longest: { first: longest.hello, later: longest.hello } };
    const door = await Door.open(port, hostAddress, { ...limits, admit: atPort }).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== "listen") throw error;
    });
    if (door) return door;
  }
  if (!given) throw new Error(`None of the ports ${ports.join(", ")} is free on ${host} (${hostAddress}): start the job again.`);
  throw new Error(
    `This process is task 0 in TF_CONFIG, but cannot listen on ${given[0].address}: if that is an address of this machine, another ` +
      "program has the port, or another process is task 0, too. Give each process its own index, or choose another port.",
  );
} // prettier-ignore

/**
 * Where addresses are given, another process may have a list in which it comes first. Both would wait for each other. During the
 * meeting only a chief listens, so whoever refuses this chief at the address of another task takes itself for a chief.
 * @returns the error as soon as one is found.
 */
async function findOtherChief(meeting: Meeting, signal: AbortSignal): Promise<Error> {
  const [chief, ...others] = meeting.given ?? [];
  setMaxListeners(0, signal);
  return new Promise((resolve) => {
    for (const [index, member] of others.entries()) {
      const hello = { nonce: "", port: portOf(member), task: 0, member: chief };
      const found = (): void =>
        resolve(
          new Error(
            `The process at ${member.address} takes itself for task 0, as this one does, and this one's list has it as task ${index + 1}: give ` +
              "all processes the same list in TF_CONFIG, and each its own index.",
          ),
        );
      askAt(meeting, member.host, hello, signal).then(found, () => undefined); // it ends with the meeting
    }
  });
}
