import type { Server, Socket } from "node:net";
import type { Cluster } from "../../strategy";
import { Inbox } from "./inbox";
import type { RollCall } from "./roll-call";
import { listen, send, SILENT, type Message, type Wire } from "./wire";

/** The chief gathers all others, and tells each of them when one is lost. `own` is the address for its framework. */
export async function callAsChief({ members }: Cluster, wire: Wire, own: string): Promise<RollCall> {
  const server = await listen(members[0].address);
  const others = new Others(server, members.length, wire, own);
  await others.allHere();
  others.broadcast({
    event: "all here",
    addresses: others.addresses,
    proof: wire.proofOf({ addresses: others.addresses }),
  });
  return {
    addresses: others.addresses,
    lost: others.lost,
    gather: (values) => Promise.all(members.map(async (_, task) => (task === 0 ? values : others.inbox.next(task)))),
    fail: async (reason) => {
      others.failed(0, reason);
      others.close();
    },
    done: async () => {
      others.isDone(0);
      await Promise.race([others.allDone, others.lost]);
      others.broadcast({ event: "done" });
      others.close();
    },
  };
}

/** The chief's connections with all others. */
class Others {
  readonly inbox = new Inbox();
  readonly addresses: string[];
  private readonly sockets = new Map<number, Socket>();
  private readonly finished = new Set<number>();
  private tellLost!: (line: string) => void;
  private tellHere!: () => void;
  private tellDone!: () => void;
  readonly lost = new Promise<string>((resolve) => (this.tellLost = resolve));
  private readonly here = new Promise<void>((resolve) => (this.tellHere = resolve));
  readonly allDone = new Promise<void>((resolve) => (this.tellDone = resolve));

  constructor(
    private readonly server: Server,
    private readonly tasks: number,
    private readonly wire: Wire,
    own: string,
  ) {
    this.addresses = [own];
    server.on("connection", (socket) => {
      this.meet(socket);
    });
  }

  /** Waits for all. @throws one line that names those that did not come in time. */
  async allHere(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, 1000 * this.wire.timeoutSeconds, "late");
    });
    const end = await Promise.race([this.here, late]);
    clearTimeout(timer);
    if (end !== "late") return;
    const missing = Array.from({ length: this.tasks - 1 }, (_, index) => index + 1).filter(
      (task) => !this.sockets.has(task),
    );
    this.close();
    const names = missing.map((task) => this.wire.named(task)).join(" and ");
    throw new Error(`${names} did not come within ${this.wire.timeoutSeconds} s: look at its output.`);
  }

  private meet(socket: Socket): void {
    let task: number | undefined;
    this.wire.hear(socket, (content) => {
      if (task !== undefined) return this.hearFrom(task, content);
      task = this.taskOf(content);
      if (task === undefined) return void socket.destroy();
      this.sockets.set(task, socket);
      if (this.sockets.size === this.tasks - 1) this.tellHere();
    });
    socket.once("close", () => {
      if (task !== undefined && !this.finished.has(task)) this.failed(task, SILENT);
    });
  }

  /** The task that a first message comes from; undefined if it proves nothing, or that task is here already. */
  private taskOf(content: Message): number | undefined {
    if (content.event !== "here") return undefined;
    const { proof, ...claim } = content;
    if (!this.wire.isProven(proof, claim) || claim.task >= this.tasks || this.sockets.has(claim.task)) return undefined;
    this.addresses[claim.task] = claim.address;
    return claim.task;
  }

  private hearFrom(task: number, content: Message): void {
    if (content.event === "failed") this.failed(task, content.reason);
    else if (content.event === "values")
      this.inbox.put(
        task,
        content.values.map((value) => value ?? NaN),
      );
    else if (content.event === "done") this.isDone(task);
  }

  isDone(task: number): void {
    if (this.finished.add(task).size === this.tasks) this.tellDone();
  }

  failed(task: number, reason: string): void {
    this.broadcast({ event: "failed", task, reason });
    this.tellLost(this.wire.sayOf(task, reason));
  }

  broadcast(content: Message): void {
    for (const socket of this.sockets.values()) send(socket, content);
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets.values()) socket.end();
  }
}
