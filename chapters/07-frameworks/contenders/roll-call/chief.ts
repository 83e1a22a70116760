import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Cluster } from "../../../../lib/strategy";
import { announce, Door, messageIn, takeLeave } from "../../../../lib/strategy/rendezvous";
import { Inbox } from "./inbox";
import type { RollCall } from "./roll-call";
import { longest, message, send, SILENT, type Message, type Wire } from "./wire";

/** The chief gathers all others, and tells each of them when one is lost. `own` is the address for its framework. */
export async function callAsChief({ members }: Cluster, wire: Wire, own: string): Promise<RollCall> {
  const others = new Others(members.length, wire, own);
  await others.allHere(members[0].address);
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

type Claim = Pick<Extract<Message, { event: "here" }>, "task" | "address">;

/** The chief's connections with all others. */
class Others {
  readonly inbox = new Inbox();
  readonly addresses: string[];
  private readonly sockets = new Map<number, Socket>();
  private readonly challenged = new WeakMap<Socket, { claim: Claim; challenge: string }>();
  private readonly finished = new Set<number>();
  private areAllHere = false;
  private tellLost!: (line: string) => void;
  private tellHere!: () => void;
  private tellDone!: () => void;
  readonly lost = new Promise<string>((resolve) => (this.tellLost = resolve));
  private readonly here = new Promise<void>((resolve) => (this.tellHere = resolve));
  readonly allDone = new Promise<void>((resolve) => (this.tellDone = resolve));

  constructor(
    private readonly tasks: number,
    private readonly wire: Wire,
    own: string,
  ) {
    this.addresses = [own];
  }

  /** Waits at an address for all. Nobody else is let in. @throws one line that names those that did not come in time. */
  async allHere(address: string): Promise<void> {
    const { timeoutSeconds } = this.wire;
    const door = await this.openDoor(address);
    const missing = (): number[] =>
      Array.from({ length: this.tasks - 1 }, (_, index) => index + 1).filter((task) => !this.sockets.has(task));
    const quiet = announce(timeoutSeconds, () =>
      missing()
        .map((task) => this.wire.described(task))
        .join(" and "),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, 1000 * timeoutSeconds, "late");
    });
    const end = await Promise.race([this.here, late]);
    clearTimeout(timer);
    quiet();
    door.shut();
    if (end !== "late") return;
    this.close();
    throw new Error(
      `${missing()
        .map((task) => this.wire.named(task))
        .join(" and ")} did not come within ${timeoutSeconds} s: look at its output.`,
    );
  }

  /** @throws one line when nobody can listen there. */
  private async openDoor(address: string): Promise<Door> {
    const [host, port] = address.split(":");
    const admit = this.admit.bind(this);
    try {
      return await Door.open(Number(port), host, { guests: this.tasks - 1, longest, admit });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Error(code ? `The port of ${address} cannot be used (${code}): start the job again.` : message);
    }
  }

  private admit(line: string, socket: Socket): ((line: string) => void) | "more" | undefined {
    const content = messageIn(line, message);
    const asked = this.challenged.get(socket);
    if (asked && content?.event === "alive") return "more";
    const claim = asked?.claim ?? this.claimOf(content);
    if (claim === undefined || this.sockets.has(claim.task)) return void send(socket, { event: "refused" });
    if (!asked) {
      // Whoever had this port before has perhaps heard the claim, and can repeat it, but cannot answer this.
      const challenge = randomBytes(16).toString("hex");
      this.challenged.set(socket, { claim, challenge });
      send(socket, { event: "challenge", challenge });
      return "more";
    }
    const isOurs = content?.event === "back" && this.wire.isProven(content.proof, { challenge: asked.challenge });
    if (!isOurs) return void send(socket, { event: "refused" });
    const { task } = claim;
    this.addresses[task] = claim.address;
    this.sockets.set(task, socket);
    this.wire.keepAlive(socket);
    socket.once("close", () => {
      if (!this.areAllHere) this.sockets.delete(task);
      else if (!this.finished.has(task)) this.failed(task, SILENT);
    });
    if (this.sockets.size === this.tasks - 1) {
      this.areAllHere = true;
      this.tellHere();
    }
    return (later) => {
      const content = messageIn(later, message);
      if (content) this.hearFrom(task, content);
      else socket.destroy();
    };
  }

  /** What a first message says of its sender; undefined if it proves nothing. */
  private claimOf(content?: Message): Claim | undefined {
    if (content?.event !== "here") return undefined;
    const { proof, ...claim } = content;
    return this.wire.isProven(proof, claim) && claim.task < this.tasks ? claim : undefined;
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
    for (const socket of this.sockets.values()) takeLeave(socket);
  }
}
