import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { describeTask, type Cluster } from "../../../../lib/strategy/rendezvous";
import { printable } from "../../../../lib/system/printable";

const proof = z.string().regex(/^[0-9a-f]{64}$/);

/** The longest line, in characters: a caller's first one says little; later ones have a loss and a number of hits for each step. */
export const longest = { first: 2_000, later: 10_000_000 };
/** The longest reason of a failure, in characters. */
const LONGEST_REASON = 2_000;

/** What the processes say to each other, a line of JSON for each message. */
export const message = z.discriminatedUnion("event", [
  z.object({ event: z.literal("here"), task: z.number().int().positive(), address: z.string().max(300), proof }),
  z.object({ event: z.literal("challenge"), challenge: z.string().max(100) }),
  z.object({ event: z.literal("back"), proof }),
  z.object({ event: z.literal("refused") }),
  z.object({ event: z.literal("all here"), addresses: z.array(z.string().max(300)), proof }),
  z.object({ event: z.literal("alive") }),
  z.object({ event: z.literal("values"), values: z.array(z.number().nullable()) }), // null: no number
  z.object({ event: z.literal("failed"), task: z.number().int().nonnegative(), reason: z.string().max(LONGEST_REASON) }),
  z.object({ event: z.literal("done") }),
]); // prettier-ignore
export type Message = z.infer<typeof message>;

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

  /** A task as the middle of a sentence names it. */
  described(task: number): string {
    return describeTask(this.cluster.members, task);
  }

  /** A task as a sentence begins with it. */
  named(task: number): string {
    const text = this.described(task);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** The failure of a task in one line. */
  sayOf(task: number, reason: string): string {
    return reason === SILENT ? `${this.named(task)} ${SILENT}` : `${this.named(task)} failed: ${printable(reason)}`;
  }

  /** Says that this process is alive, and gives up a connection that is silent for longer than the time-out. */
  keepAlive(socket: Socket): void {
    // A socket's own time-out would not do: it begins anew when this side writes.
    let silentBeats = 0;
    const beat = setInterval(
      () => {
        if (++silentBeats > BEATS) socket.destroy();
        else send(socket, { event: "alive" });
      },
      (1000 * this.timeoutSeconds) / BEATS,
    ).unref();
    socket.on("data", () => (silentBeats = 0));
    socket.once("close", () => {
      clearInterval(beat);
    });
  }
}

/** Sends a message; the reason of a failure may be of any length. */
export function send(socket: Socket, content: Message): void {
  const short = content.event === "failed" ? { ...content, reason: content.reason.slice(0, LONGEST_REASON) } : content;
  if (socket.writable) socket.write(`${JSON.stringify(short)}\n`);
}

/** Connects as soon as somebody listens there. @param end When to give up, as `Date.now()` has it. @returns undefined if nobody does. */
export async function reach(address: string, end: number): Promise<Socket | undefined> {
  const [host, port] = address.split(":");
  for (; Date.now() < end; await sleep(100)) {
    const socket = connect({ host, port: Number(port) });
    const late = setTimeout(() => socket.destroy(new Error("late")), Math.max(1, end - Date.now()));
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (isThere) return socket;
    socket.destroy();
  }
  return undefined;
}
