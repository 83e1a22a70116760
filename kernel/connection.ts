import { readFileSync } from "node:fs";
import { Publisher, Reply, Router } from "zeromq";
import { decode, encode, respond, type Message } from "./message";

/** What Jupyter writes into the connection file. */
interface ConnectionFile {
  transport: string;
  ip: string;
  key: string;
  shell_port: number;
  iopub_port: number;
  stdin_port: number;
  control_port: number;
  hb_port: number;
}

/** Sends messages one after another: ZeroMQ allows one send at a time on a socket, and refuses the others. */
class Outbox {
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: Publisher | Router,
    private readonly key: string,
  ) {}

  post(message: Message): void {
    const frames = encode(message, this.key);
    // A client that has gone is no reason to fail.
    this.tail = this.tail.then(() => this.socket.send(frames)).catch(() => undefined);
  }

  sent(): Promise<void> {
    return this.tail;
  }
}

/** The sender of a request, to which its reply goes. */
export interface Asker {
  reply(request: Message, type: string, content: Record<string, unknown>): void;
}

/** The kernel's five sockets. */
export class Connection {
  private readonly file: ConnectionFile;
  private readonly iopub = new Publisher({ sendHighWaterMark: 0 }); // 0: never drop output, however much a cell prints
  private readonly shell = new Router();
  private readonly control = new Router();
  private readonly stdin = new Router();
  private readonly heartbeat = new Reply();
  private readonly outboxes: { iopub: Outbox; shell: Outbox; control: Outbox };

  constructor(connectionFile: string) {
    this.file = JSON.parse(readFileSync(connectionFile, "utf8")) as ConnectionFile;
    const { key } = this.file;
    this.outboxes = {
      iopub: new Outbox(this.iopub, key),
      shell: new Outbox(this.shell, key),
      control: new Outbox(this.control, key),
    };
  }

  /** Binds the sockets and hands every request to `receive`, as it comes. */
  async open(receive: (request: Message, asker: Asker) => void): Promise<void> {
    const { transport, ip, shell_port, iopub_port, stdin_port, control_port, hb_port } = this.file;
    // Of files, which only this user reaches, where others of the machine may not listen.
    const between = transport === "ipc" ? "-" : ":";
    const bind = (socket: Publisher | Router | Reply, port: number) =>
      socket.bind(`${transport}://${ip}${between}${port}`);
    await Promise.all([
      bind(this.iopub, iopub_port),
      bind(this.shell, shell_port),
      bind(this.control, control_port),
      bind(this.stdin, stdin_port),
      bind(this.heartbeat, hb_port),
    ]);
    void this.listen(this.shell, this.outboxes.shell, receive);
    void this.listen(this.control, this.outboxes.control, receive);
    void this.beat();
  }

  /** Tells every client about `request`: its output, its status. */
  publish(request: Message, type: string, content: Record<string, unknown>): void {
    this.outboxes.iopub.post(respond(request, type, content, type));
  }

  /** Closes the sockets once everything has been sent. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.outboxes).map((outbox) => outbox.sent()));
    for (const socket of [this.iopub, this.shell, this.control, this.stdin, this.heartbeat]) socket.close();
  }

  private async listen(socket: Router, outbox: Outbox, receive: (request: Message, asker: Asker) => void) {
    const asker: Asker = {
      reply: (request, type, content) => {
        outbox.post(respond(request, type, content));
      },
    };
    for await (const frames of socket) {
      let request: Message;
      try {
        request = decode(frames, this.file.key);
      } catch (error) {
        process.emitWarning(error as Error); // not from our server: nothing to answer
        continue;
      }
      receive(request, asker);
    }
  }

  private async beat() {
    for await (const frames of this.heartbeat) await this.heartbeat.send(frames);
  }
}
