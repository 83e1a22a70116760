import type { Asker, Connection } from "./connection";
import type { Message } from "./message";
import { CellOutput } from "./output";
import type { Session } from "./session";

/** Answers a Jupyter server's requests. Cells run one after another; every other request is answered at once. */
export class Server {
  private cells: Promise<void> = Promise.resolve();
  private running: Message | undefined;
  /** The number of cells received so far. */
  private received = 0;
  /** The number of the last cell that a failed cell has cancelled. */
  private cancelledUpTo = 0;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly end: () => void,
  ) {}

  async listen(): Promise<void> {
    await this.connection.open((request, asker) => {
      if (request.header.msg_type === "execute_request") this.enqueue(request, asker);
      else this.answer(request, asker);
    });
  }

  private status(request: Message, state: "busy" | "idle"): void {
    this.connection.publish(request, "status", { execution_state: state });
  }

  private answer(request: Message, asker: Asker): void {
    const { msg_type: type } = request.header;
    this.status(request, "busy");
    try {
      const content = this.reply(type, request.content);
      if (content) asker.reply(request, type.replace(/_request$/, "_reply"), content);
    } catch (error) {
      asker.reply(request, type.replace(/_request$/, "_reply"), {
        status: "error",
        ename: "KernelError",
        evalue: String(error),
        traceback: [],
      });
    } finally {
      this.status(request, "idle");
      // A front end shows the last status, and a cell may still be running.
      if (this.running) this.status(this.running, "busy");
    }
    if (type === "shutdown_request") this.end();
  }

  /** The reply to a request that runs no code; undefined for requests that this kernel does not support, such as those of widgets. */
  private reply(type: string, content: Record<string, unknown>): Record<string, unknown> | undefined {
    const { code, cursor_pos: cursor } = content as { code: string; cursor_pos: number };
    switch (type) {
      case "kernel_info_request":
        return kernelInfo(this.session.compilerVersion);
      case "is_complete_request":
        return this.session.isComplete(code);
      case "inspect_request":
        return this.session.inspect(code, cursor);
      case "complete_request":
        return this.session.complete(code, cursor);
      case "history_request":
        return { status: "ok", history: [] };
      case "comm_info_request":
        return { status: "ok", comms: {} };
      case "interrupt_request":
        this.session.interrupt();
        return { status: "ok" };
      case "shutdown_request":
        return { status: "ok", restart: content.restart === true };
      default:
        return undefined;
    }
  }

  private enqueue(request: Message, asker: Asker): void {
    const number = ++this.received;
    this.cells = this.cells.then(async () => {
      this.running = request;
      this.status(request, "busy");
      try {
        if (number <= this.cancelledUpTo) asker.reply(request, "execute_reply", { status: "aborted" });
        else await this.execute(request, asker);
      } finally {
        this.running = undefined;
        this.status(request, "idle");
      }
    });
  }

  private async execute(request: Message, asker: Asker): Promise<void> {
    const {
      code,
      silent,
      stop_on_error: stop,
    } = request.content as { code: string; silent?: boolean; stop_on_error?: boolean };
    const { session } = this;
    const output = new CellOutput(this.connection, request);
    if (silent !== true) output.publish("execute_input", { code, execution_count: ++session.count });
    const error = await session.run(code, output, silent === true);
    const execution_count = session.count;
    if (!error) {
      asker.reply(request, "execute_reply", { status: "ok", execution_count, user_expressions: {}, payload: [] });
      return;
    }
    if (silent !== true) output.publish("error", error);
    if (stop !== false) await this.cancelWaiting();
    asker.reply(request, "execute_reply", { status: "error", execution_count, ...error });
  }

  /** Cancels the cells that were sent before one failed, including those that are still in the socket. */
  private async cancelWaiting(): Promise<void> {
    let before: number;
    do {
      before = this.received;
      await new Promise((resolve) => setTimeout(resolve, 10));
    } while (this.received > before);
    this.cancelledUpTo = this.received;
  }
}

function kernelInfo(compilerVersion: string): Record<string, unknown> {
  return {
    status: "ok",
    protocol_version: "5.3",
    implementation: "parallel-training",
    implementation_version: "1.0.0",
    banner: `TypeScript ${compilerVersion} on Node ${process.versions.node}`,
    language_info: {
      name: "typescript",
      version: compilerVersion,
      mimetype: "text/typescript",
      file_extension: ".ts",
      pygments_lexer: "typescript",
      codemirror_mode: { name: "javascript", mode: "typescript", typescript: true },
    },
    help_links: [],
  };
}
