import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { describeTask, type Cluster } from "../../strategy/rendezvous";

const proof = z.string().regex(/^[0-9a-f]{64}$/);

/** What the processes say to each other, a line of JSON for each message. */
const message = z.discriminatedUnion("event", [
  z.object({ event: z.literal("here"), task: z.number().int().positive(), address: z.string().max(300), proof }),
  z.object({ event: z.literal("all here"), addresses: z.array(z.string().max(300)), proof }),
  z.object({ event: z.literal("alive") }),
  z.object({ event: z.literal("values"), values: z.array(z.number().nullable()) }), // null: no number
  z.object({ event: z.literal("failed"), task: z.number().int().nonnegative(), reason: z.string().max(2000) }),
  z.object({ event: z.literal("done") }),
]); // prettier-ignore
export type Message = z.infer<typeof message>;

/** In bytes: of the first message, which comes from anybody, and of those from a process that has proved what it is. */
const LONGEST = { first: 100_000, later: 10_000_000 }; // a loss and a number of hits for each step of an epoch
/** So many messages that say no more than "alive" come within the time-out. */
const BEATS = 5;

/** A failure without a reason: the connection broke, or was silent for longer than the time-out. */
export const SILENT = "does not answer any more: its process ended, its node died, or the network between broke";

/** The connections of one process. */
export class Wire {
  constructor(
    private readonly cluster: Cluster,
    private readonly secret: string,
    readonly timeoutSeconds: number,
  ) {}

  /** Proves that a message's sender knows the cluster and its secret, which is never sent. */
  proofOf(content: object): string {
    const { members } = this.cluster;
    return createHmac("sha256", this.secret)
      .update(JSON.stringify([members, content]))
      .digest("hex");
  }

  isProven(proof: string, content: object): boolean {
    return timingSafeEqual(Buffer.from(proof), Buffer.from(this.proofOf(content)));
  }

  /** A task as a sentence begins with it. */
  named(task: number): string {
    const text = describeTask(this.cluster.members, task);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** The failure of a task in one line. */
  sayOf(task: number, reason: string): string {
    return reason === SILENT ? `${this.named(task)} ${SILENT}` : `${this.named(task)} failed: ${reason}`;
  }

  /** Reads messages, and gives up a connection that is silent for longer than the time-out. */
  hear(socket: Socket, on: (content: Message) => void): void {
    // A socket's own time-out would not do: it begins anew when this side writes.
    let silentBeats = 0;
    const beat = setInterval(
      () => {
        if (++silentBeats > BEATS) socket.destroy();
        else send(socket, { event: "alive" });
      },
      (1000 * this.timeoutSeconds) / BEATS,
    ).unref();
    socket.on("error", () => undefined); // it is followed by "close"
    socket.once("close", () => {
      clearInterval(beat);
    });
    let [unread, longest] = [0, LONGEST.first];
    socket.on("data", (chunk) => {
      silentBeats = 0;
      unread = chunk.includes(10) ? 0 : unread + chunk.length;
      if (unread > longest) socket.destroy();
    });
    createInterface(socket).on("line", (line) => {
      const content = message.safeParse(tryJson(line)).data;
      if (!content) return void socket.destroy();
      longest = LONGEST.later;
      on(content);
    });
  }
}

export function send(socket: Socket, content: Message): void {
  if (socket.writable) socket.write(`${JSON.stringify(content)}\n`);
}

/** Listens on a member's address. @throws one line when that cannot be. */
export async function listen(address: string): Promise<Server> {
  const [host, port] = address.split(":");
  const server = createServer().listen(Number(port), host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(`The port of ${address} cannot be used (${(error as NodeJS.ErrnoException).code}): start the job again.`);
  } // prettier-ignore
  return server;
}

/** Connects as soon as somebody listens there. @throws one line when nobody does within the time-out. */
export async function reach(address: string, timeoutSeconds: number, name: string): Promise<Socket> {
  const [host, port] = address.split(":");
  for (const end = Date.now() + 1000 * timeoutSeconds; Date.now() < end; await sleep(100)) {
    const socket = connect(Number(port), host);
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    if (isThere) return socket;
    socket.destroy();
  }
  throw new Error(`${name} did not answer within ${timeoutSeconds} s: look at its output, and whether the nodes can reach each other.`);
} // prettier-ignore

function tryJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
