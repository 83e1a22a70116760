import { readFileSync } from "node:fs";
import { Publisher, Reply, Router } from "zeromq";
import { decode, encode, respond, type Message } from "./message";

/** The content of Jupyter's connection file. */
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

/** Sends messages one after another, since ZeroMQ allows only one send at a time on a socket. */
class Outbox {
  private tail: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: Publisher | Router,
    private readonly key: string,
  ) {}

  post(message: Message): void {
    const frames = encode(message, this.key);
    // A client may have gone; the kernel goes on without it.
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

  /** Binds the sockets, and calls `receive` with every request as it comes. */
  async open(receive: (request: Message, asker: Asker) => void): Promise<void> {
    const { transport, ip, shell_port, iopub_port, stdin_port, control_port, hb_port } = this.file;
    // With "ipc" the sockets are files, which only this user can reach; there the "port" ends a file's name.
    const separator = transport === "ipc" ? "-" : ":";
    const bind = (socket: Publisher | Router | Reply, port: number) =>
      socket.bind(`${transport}://${ip}${separator}${port}`);
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

  /** Sends every client a message about `request`, such as its output or its status. */
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
        process.emitWarning(error as Error); // not from our server, so it gets no answer
        continue;
      }
      receive(request, asker);
    }
  }

  private async beat() {
    for await (const frames of this.heartbeat) await this.heartbeat.send(frames);
  }
}
