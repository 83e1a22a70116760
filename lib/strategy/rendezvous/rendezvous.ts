import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { once, setMaxListeners } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../../system/free-port";
import type { Member } from "./cluster";

/** One process's part in the meeting of a job's processes. */
export interface Meeting {
  /** Tells this job from others on the same nodes. It is no secret. */
  job: string;
  /** Known only to the processes of the job. If it is "", whoever knows `job` can take part. */
  secret: string;
  task: number;
  tasks: number;
  /** The chief's host name, which every process can look up. */
  chiefHost: string;
  /** This process's host, and the IPv4 address by which the others reach it. */
  host: string;
  hostAddress: string;
  /** The IPv4 address on which this process's TensorFlow will listen. */
  listenOn: string;
  timeoutSeconds: number;
}

const memberSchema = z.object({ host: z.string().max(300), address: z.string().max(300) });
const proof = z.string().regex(/^[0-9a-f]{64}$/);
/** A task's message to the chief. The chief repeats the random nonce, so an old answer cannot be replayed. */
const helloSchema = z.object({
  proof,
  content: z.object({ nonce: z.string(), task: z.number().int().positive(), member: memberSchema }),
});
const answerSchema = z.object({ proof, content: z.object({ nonce: z.string(), members: z.array(memberSchema) }) });

/** The longest line that is read, in bytes: a hello has one member, an answer has all. */
const maxBytes = { hello: 2_000, answer: 1_000_000 };

// Below the range from which Linux takes the ports of outgoing connections (32768 and up).
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const CANDIDATES = 8;

/**
 * Tells every process where the TensorFlow of each will listen, on a port that is free on its node. The chief waits on the
 * first free one of a few ports that follow from the job, and the others try all of these.
 * @returns one member for each task.
 * @throws one line that names the tasks that did not come in time.
 */
export async function meet(meeting: Meeting): Promise<Member[]> {
  const member = { host: meeting.host, address: `${meeting.listenOn}:${await freePort(meeting.listenOn)}` };
  return meeting.task === 0 ? gather(meeting, member) : ask(meeting, member);
}

/** Proves that a message's sender knows the job and its secret. The secret is never sent, since anybody may listen on a port. */
function proofOf({ job, secret, tasks }: Meeting, content: object): string {
  return createHmac("sha256", `${secret} ${job} ${tasks}`).update(JSON.stringify(content)).digest("hex");
}

const isProven = (meeting: Meeting, message: { proof: string; content: object }): boolean =>
  timingSafeEqual(Buffer.from(message.proof), Buffer.from(proofOf(meeting, message.content)));

const lineOf = (meeting: Meeting, content: object): string =>
  `${JSON.stringify({ proof: proofOf(meeting, content), content })}\n`;

/** The ports on which the chief may wait. */
export function candidates({ job, tasks }: Meeting): number[] {
  const start = createHash("sha256").update(`${job} ${tasks}`).digest().readUInt32BE();
  return Array.from({ length: CANDIDATES }, (_, index) => FIRST_PORT + ((start + index * 997) % PORTS));
}

async function gather(meeting: Meeting, chief: Member): Promise<Member[]> {
  const members = new Map([[0, chief]]);
  const server = await listen(meeting);
  const callers = new Set<Socket>();
  const unanswered: { socket: Socket; nonce: string }[] = [];
  try {
    const all = new Promise<void>((resolve) => {
      server.on("connection", (socket) => {
        callers.add(socket);
        socket.on("error", () => undefined); // a process that goes away is reported as missing at the end
        void firstLine(socket, helloSchema, maxBytes.hello).then((hello) => {
          if (!hello || !isProven(meeting, hello) || hello.content.task >= meeting.tasks) return socket.destroy();
          const { nonce, task, member } = hello.content;
          unanswered.push({ socket, nonce });
          members.set(task, member);
          if (members.size === meeting.tasks) resolve();
        });
      });
    });
    const stop = new AbortController();
    const tooLong = setTimeout(1000 * meeting.timeoutSeconds, "late", { signal: stop.signal }).catch(() => undefined);
    const late = await Promise.race([all, tooLong]);
    stop.abort();
    if (late) throw new Error(missing(meeting, members));
    const inOrder = Array.from({ length: meeting.tasks }, (_, task) => members.get(task)!); // each task is there
    for (const { socket, nonce } of unanswered) {
      callers.delete(socket);
      socket.end(lineOf(meeting, { nonce, members: inOrder }));
    }
    return inOrder;
  } finally {
    server.close();
    for (const socket of callers) socket.destroy();
  }
}

function missing({ tasks, timeoutSeconds }: Meeting, members: Map<number, Member>): string {
  const missingTasks = Array.from({ length: tasks }, (_, task) => task).filter((task) => !members.has(task));
  const which = `${missingTasks.length === 1 ? "task" : "tasks"} ${missingTasks.join(", ")}`;
  return (
    `Of ${tasks} tasks, ${which} did not come within ${timeoutSeconds} s: look at their output, and whether all nodes ` +
    "can reach each other."
  );
}

async function listen(meeting: Meeting): Promise<Server> {
  for (const port of candidates(meeting)) {
    const server = createServer().listen(port, meeting.hostAddress);
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) return server;
  }
  throw new Error(
    `None of the ports ${candidates(meeting).join(", ")} is free on ${meeting.host} (${meeting.hostAddress}): start the job again.`,
  );
}

// Asks on all ports at once, since a stranger may listen on one of them and stay silent.
async function ask(meeting: Meeting, member: Member): Promise<Member[]> {
  const content = { nonce: randomBytes(16).toString("hex"), task: meeting.task, member };
  const stop = new AbortController();
  // Not AbortSignal.timeout() within AbortSignal.any(), which never fires if it is garbage-collected first.
  const timer = globalThis.setTimeout(() => {
    stop.abort();
  }, 1000 * meeting.timeoutSeconds);
  setMaxListeners(0, stop.signal);
  try {
    return await Promise.any(candidates(meeting).map((port) => askAt(meeting, port, content, stop.signal)));
  } catch {
    throw new Error(
      `Task 0 on ${meeting.chiefHost} did not answer within ${meeting.timeoutSeconds} s: look at its output, and whether ` +
        "all tasks have come and the nodes can reach each other.",
    );
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Asks on one port until the chief answers there. @throws when `signal` aborts. */
async function askAt(
  meeting: Meeting,
  port: number,
  content: z.infer<typeof helloSchema>["content"],
  signal: AbortSignal,
): Promise<Member[]> {
  for (;;) {
    const socket = connect({ host: meeting.chiefHost, port, signal });
    socket.on("error", () => undefined); // an error also closes the socket, which firstLine notices
    socket.write(lineOf(meeting, content));
    const answer = await firstLine(socket, answerSchema, maxBytes.answer);
    socket.destroy();
    const isOurs = answer?.content.nonce === content.nonce && answer.content.members.length === meeting.tasks;
    if (answer && isOurs && isProven(meeting, answer)) return answer.content.members;
    await setTimeout(200, undefined, { signal });
  }
}

/** The first line received; undefined if it does not match the schema or is too long, or if the connection ends before. */
async function firstLine<T>(socket: Socket, schema: z.ZodType<T>, limit: number): Promise<T | undefined> {
  const line = await new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > limit) resolve("");
    });
    socket.once("close", () => {
      resolve("");
    });
  });
  socket.removeAllListeners("data").resume(); // whatever follows is discarded
  return line.length > limit ? undefined : schema.safeParse(tryJson(line)).data;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
