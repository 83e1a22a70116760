import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { replySchema, type Plan, type Reply, type Request, type Round } from "./protocol";

/** How to start a worker: a program and its arguments, to which the plan is added. */
export interface WorkerCommand {
  command: string[];
  env?: Record<string, string>;
}

/** A long-lived process that trains when asked, and sleeps between. The driver's side of the conversation. */
export class Worker {
  private readonly child: ChildProcess;
  private readonly replies: AsyncIterator<string, undefined>;
  private readonly startedAt = performance.now();
  private lastWords = "";
  private ended?: string;

  /** @param name For messages. */
  constructor(
    readonly name: string,
    { command, env }: WorkerCommand,
    plan: Plan,
  ) {
    const [program, ...args] = command;
    const child = spawn(program, [...args, JSON.stringify(plan)], {
      env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: "2", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child = child;
    this.replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (text: Buffer) => {
      this.lastWords = (this.lastWords + text.toString()).slice(-4000);
    });
    child.on("error", (error) => {
      this.ended = `could not be started: ${error.message}`;
    });
    child.on("exit", (status, signal) => {
      this.ended ??= signal ? `was ended by ${signal}` : `ended with exit status ${status ?? "unknown"}`;
    });
    child.stdin.on("error", () => undefined); // a dead worker is found at its next reply
  }

  /** Waits until the first step is done and the worker has warmed up. */
  async start(): Promise<{ firstStepSeconds: number; secondsToFirstStep: number; about: Reply & { event: "ready" } }> {
    const first = await this.reply("first-step");
    const secondsToFirstStep = (performance.now() - this.startedAt) / 1000;
    const about = await this.reply("ready");
    return { firstStepSeconds: first.seconds, secondsToFirstStep, about };
  }

  /** Has it train so many steps. */
  async train(steps: number): Promise<Round> {
    const request: Request = { steps };
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.reply("round");
  }

  /** Seconds of processor time so far, 0 where the system does not say. */
  processorSeconds(): number {
    try {
      // Fields 14 and 15 of proc(5)'s stat, in hundredths: what follows the name, which is in parentheses.
      const fields = readFileSync(`/proc/${this.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return 0;
    }
  }

  /** Lets it end, and waits until it has. */
  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const gone = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin?.end();
    const tooLong = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(tooLong);
  }

  private async reply<E extends Reply["event"]>(event: E): Promise<Reply & { event: E }> {
    for (;;) {
      const { value, done } = await this.replies.next();
      if (done) throw new Error(`The worker "${this.name}" ${await this.howItEnded()}`);
      if (!value.startsWith("{")) continue; // a library's chatter
      const reply = replySchema.parse(JSON.parse(value));
      if (reply.event === event) return reply as Reply & { event: E };
      throw new Error(`The worker "${this.name}" said "${reply.event}" where "${event}" was due.`);
    }
  }

  private async howItEnded(): Promise<string> {
    if (this.ended === undefined) await new Promise((resolve) => this.child.once("close", resolve));
    const lines = this.lastWords.split("\n").filter((line) => line.trim() !== "");
    return `${this.ended}${lines.length > 0 ? `; its last words: ${lines.at(-1)!.trim()}` : "."}`;
  }
}
