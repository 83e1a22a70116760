import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { once, setMaxListeners } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../../system/free-port";
import type { Member } from "./cluster";

/** How the processes of one job find each other. */
export interface Meeting {
  /** What tells this job from others on the same nodes; every process of it knows it, and anybody can. */
  job: string;
  /** What only processes of the job know; "" where nobody gave them any: then whoever knows the job can take part. */
  secret: string;
  task: number;
  tasks: number;
  /** The chief's host, which every process can find. */
  chiefHost: string;
  /** This process's host, and the IPv4 address by which the others find it. */
  host: string;
  hostAddress: string;
  /** Where its TensorFlow will listen. */
  listenOn: string;
  timeoutSeconds: number;
}

const member = z.object({ host: z.string().max(300), address: z.string().max(300) });
const proof = z.string().regex(/^[0-9a-f]{64}$/);
/** What a task says to the chief, with a number that it draws: an answer to other words than these has another one. */
const hello = z.object({ proof, said: z.object({ drawn: z.string(), task: z.number().int().positive(), member }) });
const answer = z.object({ proof, said: z.object({ drawn: z.string(), members: z.array(member) }) });

/** The most bytes of a line: of one member, and of all. */
const mostBytes = { hello: 2_000, answer: 1_000_000 };

// Ports below the range from which Linux takes those of outgoing connections (32768 and up).
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const CANDIDATES = 8;

/**
 * Lets every process say where its TensorFlow will listen, on a port that is free on its node, and tells all of them: the
 * chief waits on the first free one of a few ports that follow from the job, and the others try these.
 * @returns one member a task.
 * @throws one line that names the tasks that have not come in time.
 */
export async function meet(meeting: Meeting): Promise<Member[]> {
  const own = { host: meeting.host, address: `${meeting.listenOn}:${await freePort(meeting.listenOn)}` };
  return meeting.task === 0 ? gather(meeting, own) : ask(meeting, own);
}

/** Proves that who said something knows the job and its secret: these do not travel, since anybody may listen on a port. */
function proofOf({ job, secret, tasks }: Meeting, said: object): string {
  return createHmac("sha256", `${secret} ${job} ${tasks}`).update(JSON.stringify(said)).digest("hex");
}

const isProven = (meeting: Meeting, line: { proof: string; said: object }): boolean =>
  timingSafeEqual(Buffer.from(line.proof), Buffer.from(proofOf(meeting, line.said)));

const lineOf = (meeting: Meeting, said: object): string =>
  `${JSON.stringify({ proof: proofOf(meeting, said), said })}\n`;

/** The ports on which the chief may wait. */
export function candidates({ job, tasks }: Meeting): number[] {
  const start = createHash("sha256").update(`${job} ${tasks}`).digest().readUInt32BE();
  return Array.from({ length: CANDIDATES }, (_, index) => FIRST_PORT + ((start + index * 997) % PORTS));
}

async function gather(meeting: Meeting, own: Member): Promise<Member[]> {
  const come = new Map([[0, own]]);
  const server = await listening(meeting);
  const callers = new Set<Socket>();
  const asked: { socket: Socket; drawn: string }[] = [];
  try {
    const all = new Promise<void>((resolve) => {
      server.on("connection", (socket) => {
        callers.add(socket);
        socket.on("error", () => undefined); // a process that goes away is missing in the end
        void firstLine(socket, hello, mostBytes.hello).then((line) => {
          if (!line || !isProven(meeting, line) || line.said.task >= meeting.tasks) return socket.destroy();
          const { drawn, task, member } = line.said;
          asked.push({ socket, drawn });
          come.set(task, member);
          if (come.size === meeting.tasks) resolve();
        });
      });
    });
    const stop = new AbortController();
    const tooLong = setTimeout(1000 * meeting.timeoutSeconds, "late", { signal: stop.signal }).catch(() => undefined);
    const late = await Promise.race([all, tooLong]);
    stop.abort();
    if (late) throw new Error(missing(meeting, come));
    const members = Array.from(come.keys())
      .sort((a, b) => a - b)
      .map((task) => come.get(task)!); // a key of it
    for (const { socket, drawn } of asked) {
      callers.delete(socket);
      socket.end(lineOf(meeting, { drawn, members }));
    }
    return members;
  } finally {
    server.close();
    for (const socket of callers) socket.destroy();
  }
}

function missing({ tasks, timeoutSeconds }: Meeting, come: Map<number, Member>): string {
  const tasksMissing = Array.from({ length: tasks }, (_, task) => task).filter((task) => !come.has(task));
  const which = `${tasksMissing.length === 1 ? "task" : "tasks"} ${tasksMissing.join(", ")}`;
  return (
    `Of ${tasks} tasks, ${which} did not come within ${timeoutSeconds} s: look at their output, and whether all nodes ` +
    "can reach each other."
  );
}

async function listening(meeting: Meeting): Promise<Server> {
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

// On all ports at once: somebody else may listen on one of them and say nothing.
async function ask(meeting: Meeting, own: Member): Promise<Member[]> {
  const said = { drawn: randomBytes(16).toString("hex"), task: meeting.task, member: own };
  const over = new AbortController();
  // Not AbortSignal.timeout() within AbortSignal.any(): nothing holds it there, and once it is collected it never comes.
  const tooLong = globalThis.setTimeout(() => {
    over.abort();
  }, 1000 * meeting.timeoutSeconds);
  setMaxListeners(0, over.signal);
  try {
    return await Promise.any(candidates(meeting).map((port) => askAt(meeting, port, said, over.signal)));
  } catch {
    throw new Error(
      `Task 0 on ${meeting.chiefHost} did not answer within ${meeting.timeoutSeconds} s: look at its output, and whether ` +
        "all tasks have come and the nodes can reach each other.",
    );
  } finally {
    clearTimeout(tooLong);
    over.abort();
  }
}

/** Asks on one port until the chief answers there. @throws when it is over before. */
async function askAt(
  meeting: Meeting,
  port: number,
  said: z.infer<typeof hello>["said"],
  over: AbortSignal,
): Promise<Member[]> {
  for (;;) {
    const socket = connect({ host: meeting.chiefHost, port, signal: over });
    socket.on("error", () => undefined); // it is closed then
    socket.write(lineOf(meeting, said));
    const told = await firstLine(socket, answer, mostBytes.answer);
    socket.destroy();
    const isAnswer = told?.said.drawn === said.drawn && told.said.members.length === meeting.tasks;
    if (told && isAnswer && isProven(meeting, told)) return told.said.members;
    await setTimeout(200, undefined, { signal: over });
  }
}

/** The first line that comes, if it is what it should be; undefined when the connection ends or breaks before, or it is too long. */
async function firstLine<T>(socket: Socket, schema: z.ZodType<T>, most: number): Promise<T | undefined> {
  const line = await new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > most) resolve("");
    });
    socket.once("close", () => {
      resolve("");
    });
  });
  socket.removeAllListeners("data").resume(); // what comes after it is nobody's
  const read = line.length > most ? undefined : schema.safeParse(tryJson(line));
  return read?.data;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
