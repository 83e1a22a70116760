// Adds up arrays over processes, which send each other real bytes over loopback TCP, by the rounds in a file. Writes the
// seconds, the median for each size.
//   node dist/chapters/02-mirrored/programs/all-reduce.mjs --rounds rounds.json --processes 4 --megabytes 8 --out seconds.json
import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { programArguments } from "parallel-training/jobs";

/** In one round, process `from` sends one of its parts to `to`, which adds it to its own part or puts it in its place. */
interface Send {
  from: number;
  to: number;
  part: number;
  add: boolean;
}

const options = programArguments({
  rounds: "rounds.json", // a list of rounds, each a list of sends
  processes: 2,
  megabytes: "8", // of each process's array; several sizes with commas
  link: Number, // megabytes a second that a process can send, and receive; as fast as loopback goes unless given
  repeats: 3,
  rank: Number, // of a process that the first one has started
  out: "all-reduce.json",
});
const rounds = JSON.parse(await readFile(options.rounds, "utf8")) as Send[][];

/** Starts the processes, lets them begin together several times, and writes the median of the slowest one's seconds. */
async function lead(): Promise<void> {
  const file = fileURLToPath(import.meta.url);
  const processes = Array.from({ length: options.processes }, (_, rank) =>
    fork(file, [...process.argv.slice(2), "--rank", String(rank)]),
  );
  try {
    const ports = await Promise.all(processes.map((each) => answerOf<number>(each)));
    const word = randomBytes(16).toString("hex");
    await Promise.all(processes.map((each) => ask(each, { ports, word })));
    const medians: number[] = [];
    for (const megabytes of options.megabytes.split(",").map(Number)) {
      const seconds: number[] = [];
      for (let repeat = 0; repeat < options.repeats; repeat++) {
        seconds.push(Math.max(...(await Promise.all(processes.map((each) => ask<number>(each, { megabytes }))))));
      }
      seconds.sort((a, b) => a - b);
      medians.push(seconds[Math.floor(seconds.length / 2)]);
    }
    await writeFile(options.out, JSON.stringify(medians));
  } finally {
    for (const each of processes) each.kill();
  }
}

function ask<T>(one: ChildProcess, question: unknown): Promise<T> {
  const answer = answerOf<T>(one);
  one.send(question as string);
  return answer;
}

async function answerOf<T>(one: ChildProcess): Promise<T> {
  const over = new AbortController();
  const ended = once(one, "exit", { signal: over.signal }).then(() => {
    throw new Error("A process of the all-reduce ended early: see its message above.");
  });
  const [answer] = (await Promise.race([once(one, "message", { signal: over.signal }), ended])) as [T];
  ended.catch(() => undefined);
  over.abort();
  const { wrong } = answer as { wrong?: string };
  if (wrong !== undefined) throw new Error(wrong);
  return answer;
}

/** One direction of a network card: lets only so many bytes a second pass. */
class Link {
  private freeAt = 0;

  async pass(bytes: number): Promise<void> {
    if (options.link === undefined) return;
    this.freeAt = Math.max(this.freeAt, performance.now()) + bytes / (1000 * options.link);
    const wait = this.freeAt - performance.now();
    if (wait > 1) await sleep(wait);
  }
}

/** What each process is told of the others: their ports, and the word by which they know each other. */
interface Meeting {
  ports: number[];
  word: string;
}

/** The first bytes of a connection; undefined if it ends before them. */
async function greetingOf(socket: Socket, bytes: number): Promise<Buffer | undefined> {
  for (;;) {
    const read = socket.read(bytes) as Buffer | null;
    if (read !== null) return read.length === bytes ? read : undefined;
    if (socket.readableEnded || socket.destroyed) return undefined;
    await Promise.race([once(socket, "readable"), once(socket, "close")]);
  }
}

async function takePart(rank: number): Promise<void> {
  const [outgoing, incoming] = [new Link(), new Link()];
  const sockets = new Map<number, Socket>(); // to the processes that this one sends to
  const arrivals = new Map<number, AsyncIterator<Buffer>>(); // from those that send to it
  const rest = new Map<number, Buffer>();
  const meeting = once(process, "message") as Promise<[Meeting]>;
  const server = createServer((socket) => {
    // Everybody on this machine can connect; the processes know each other by a word that only they were told.
    const greet = async (): Promise<void> => {
      const [{ word }] = await meeting;
      const greeting = await greetingOf(socket, word.length + 1);
      const from = greeting?.[word.length];
      if (from === undefined || greeting?.toString("latin1", 0, word.length) !== word || arrivals.has(from))
        socket.destroy();
      else arrivals.set(from, socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
    };
    greet().catch(() => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send!((server.address() as { port: number }).port);
  const [{ ports, word }] = await meeting;
  for (const { from, to } of rounds.flat()) {
    if (from !== rank || sockets.has(to)) continue;
    const socket = connect(ports[to], "127.0.0.1").setNoDelay();
    await once(socket, "connect");
    socket.write(Buffer.concat([Buffer.from(word), Buffer.from([rank])]));
    sockets.set(to, socket);
  }
  const senders = new Set(rounds.flat().flatMap(({ from, to }) => (to === rank ? [from] : [])));
  while (arrivals.size < senders.size) await sleep(1);
  process.send!("ready");

  let [part, bytes] = [0, 0];
  for (;;) {
    const [{ megabytes }] = (await once(process, "message")) as [{ megabytes: number }]; // go
    part = Math.max(1, Math.floor((megabytes * 1e6) / 4 / options.processes));
    bytes = 4 * part;
    const mine = new Float32Array(part * options.processes).fill(rank + 1);
    const began = performance.now();
    for (const round of rounds) {
      const sent = [...sockets.keys()].map((to) =>
        send(
          round.filter((each) => each.from === rank && each.to === to),
          mine,
        ),
      );
      const received = [...senders].map((from) =>
        receive(round.filter((each) => each.from === from && each.to === rank)),
      );
      const [arrived] = await Promise.all([Promise.all(received), Promise.all(sent)]);
      for (const { at, add, values } of arrived.flat()) {
        for (let i = 0; i < part; i++) mine[at * part + i] = values[i] + (add ? mine[at * part + i] : 0);
      }
    }
    const seconds = (performance.now() - began) / 1000;
    const sum = (options.processes * (options.processes + 1)) / 2;
    const isRight = mine.every((value) => value === sum);
    process.send!(isRight ? seconds : { wrong: `Process ${rank} does not hold the sums after all rounds.` });
  }

  async function send(sends: Send[], values: Float32Array): Promise<void> {
    for (const { to, part: at } of sends) {
      const whole = Buffer.from(values.buffer, at * bytes, bytes);
      for (let offset = 0; offset < bytes; offset += 65_536) {
        const piece = whole.subarray(offset, offset + 65_536);
        await outgoing.pass(piece.length);
        await new Promise((done) => sockets.get(to)!.write(piece, done));
      }
    }
  }

  async function receive(sends: Send[]): Promise<{ at: number; add: boolean; values: Float32Array }[]> {
    const received = [];
    for (const { from, part: at, add } of sends) {
      const values = new Float32Array(part);
      const into = Buffer.from(values.buffer);
      let filled = 0;
      while (filled < bytes) {
        const left = rest.get(from);
        const chunk = left?.length ? left : ((await arrivals.get(from)!.next()).value as Buffer);
        const used = Math.min(chunk.length, bytes - filled);
        await incoming.pass(used);
        chunk.copy(into, filled, 0, used);
        rest.set(from, chunk.subarray(used));
        filled += used;
      }
      received.push({ at, add, values });
    }
    return received;
  }
}

await (options.rank === undefined ? lead() : takePart(options.rank));
