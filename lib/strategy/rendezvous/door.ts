import { readFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { z } from "zod";

/** How long a caller may take to say who it is, in milliseconds. A process of the training says it at once. */
export const FIRST_WORD_MS = 10_000;
/** How long the other side may take to read the last words that it is sent, in milliseconds. */
const LAST_WORDS_MS = 5_000;
/** How many connections strangers may hold open: those from one address, and all together. */
const MOST = { ofAddress: 64, together: 256 };
/** The descriptors that this process needs for everything else. */
const SPARE_DESCRIPTORS = 64;

interface DoorOptions {
  /** The most connections that will be let in. */
  guests: number;
  /** The most characters of a line: of a caller's first one, and of those from a guest. */
  longest: { first: number; later: number };
  /**
   * Judges a caller's first line. @returns what is told each later line; `more` asks for one more line, within the same time; undefined
   * sends the caller away.
   */
  admit(line: string, socket: Socket): ((line: string) => void) | "more" | undefined;
}

/**
 * Listens for the processes of a training among any number of strangers. Anybody on the network can connect, so a caller is a
 * stranger until its first line shows that it belongs to the training. A stranger has ten seconds for this line. When
 * strangers hold too many connections, the oldest one goes, because whoever belongs here speaks at once.
 */
export class Door {
  /** The address of each stranger. The one who has waited longest comes first. */
  private readonly strangers = new Map<Socket, string>();
  private readonly mostTogether: number;

  private constructor(
    private readonly server: Server,
    private readonly options: DoorOptions,
  ) {
    this.mostTogether = Math.min(MOST.together, descriptorsLeftBy(options.guests));
    server.on("connection", (socket) => this.receive(socket));
  }

  /**
   * Opens a port.
   * @throws the system's error when nobody can listen there, or one line when this process may open too few files for all guests.
   */
  static async open(port: number, host: string, options: DoorOptions): Promise<Door> {
    const door = new Door(createServer(), options);
    door.server.listen(port, host);
    await once(door.server, "listening");
    return door;
  }

  private receive(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    this.strangers.set(socket, address);
    const silent = setTimeout(() => socket.destroy(), FIRST_WORD_MS);
    const isKnown = (): void => {
      clearTimeout(silent);
      this.strangers.delete(socket);
    };
    socket.once("close", isKnown);
    let hear: ((line: string) => void) | undefined;
    const { admit, longest } = this.options;
    const mostOf = () => (hear ? longest.later : longest.first);
    readLines(socket, mostOf, (line) => {
      if (hear) return hear(line);
      const verdict = admit(line, socket);
      if (verdict === "more") return;
      hear = verdict;
      if (hear) isKnown();
      else socket.destroySoon(); // after it was sent what `admit` has said to it
    });
    this.makeRoomFor(address);
  }

  private makeRoomFor(address: string): void {
    const all = [...this.strangers.keys()];
    const neighbours = all.filter((socket) => this.strangers.get(socket) === address);
    const tooMany = neighbours.length > MOST.ofAddress ? neighbours : all.length > this.mostTogether ? all : [];
    for (const oldest of tooMany.slice(0, 1)) {
      this.strangers.delete(oldest); // its "close" comes later than the next caller
      oldest.destroy();
    }
  }

  /** Lets nobody in any more, and ends the connections of all strangers. Guests stay. */
  shut(): void {
    this.server.close();
    for (const socket of this.strangers.keys()) socket.destroy();
  }
}

/** The descriptors that strangers may use. @throws one line when there are too few even for the guests. */
function descriptorsLeftBy(guests: number): number {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  const left = Number(limit ?? Infinity) - guests - SPARE_DESCRIPTORS;
  if (left > 0) return Math.ceil(left / 2);
  throw new Error(
    `This process may open ${limit} files, too few for connections with ${guests} others: raise the limit (\`ulimit -n\`).`,
  );
}

/** Hands over each line that a socket receives. A line of more characters than `longest` says ends the connection. */
export function readLines(socket: Socket, longest: () => number, on: (line: string) => void): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => undefined); // it is followed by "close"
  socket.on("data", (chunk: string) => {
    const [rest, ...lines] = chunk.split("\n").reverse();
    for (const line of lines.reverse()) {
      const whole = text + line;
      text = "";
      if (whole.length > longest()) socket.destroy();
      if (socket.destroyed || socket.writableEnded) return;
      on(whole);
    }
    text += rest;
    if (text.length > longest()) socket.destroy();
  });
}

/** A line as a message; undefined if it is none that the schema knows. */
export function messageIn<T>(line: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Ends a connection after its last words, whether or not the other side still reads. */
export function takeLeave(socket: Socket, lastWords = ""): void {
  socket.end(lastWords);
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
}

/** How long a process waits before it says what for, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Says what this process waits for, if it still waits after five seconds. @returns a function for the end of the waiting. */
export function announce(seconds: number, what: () => string): () => void {
  const timer = setTimeout(() => {
    console.warn(`Waiting up to ${seconds} s for ${what()}. Ctrl-C ends this.`);
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
}
