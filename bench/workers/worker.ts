import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { replySchema, roundOfTeam, type Reply, type Request, type Round } from "./protocol";

/** How to start a worker: a program and its arguments, to which the plan is added. */
export interface WorkerCommand {
  command: string[];
  env?: Record<string, string>;
  /**
   * The number of tasks that train together. The command is then `srun --label`, which forwards its input to all tasks and
   * puts each task's number before its lines. Default: the command is the worker itself.
   */
  tasks?: number;
}

/** The driver's side of the protocol with a worker, a process (or several tasks) that trains on request and sleeps in between. */
export class Worker {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string, undefined>;
  private readonly startedAt = performance.now();
  /** The replies of each task that have not been read yet. */
  private readonly unread: Reply[][];
  private lastWords = "";
  private ended?: string;

  /** @param name For messages. */
  constructor(
    readonly name: string,
    { command, env, tasks }: WorkerCommand,
    plan: object,
  ) {
    this.unread = Array.from({ length: tasks ?? 1 }, () => []);
    const [program, ...args] = command;
    const child = spawn(program, [...args, JSON.stringify(plan)], {
      env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: "2", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child = child;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (text: Buffer) => {
      this.lastWords = (this.lastWords + text.toString()).slice(-4000);
    });
    child.on("error", (error) => {
      this.ended = `could not be started: ${error.message}`;
    });
    child.on("exit", (status, signal) => {
      this.ended ??= signal ? `was ended by ${signal}` : `ended with exit status ${status ?? "unknown"}`;
    });
    child.stdin.on("error", () => undefined); // a dead worker is noticed at its next reply
  }

  /** Waits until the first step is done and the worker has warmed up. */
  async start(): Promise<{ firstStepSeconds: number; secondsToFirstStep: number; about: Reply & { event: "ready" } }> {
    const first = await this.replies("first-step");
    const secondsToFirstStep = (performance.now() - this.startedAt) / 1000;
    const [about] = await this.replies("ready");
    return { firstStepSeconds: Math.max(...first.map(({ seconds }) => seconds)), secondsToFirstStep, about };
  }

  /** Has it train so many steps. */
  async train(steps: number): Promise<Round> {
    const request: Request = { steps };
    this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    return roundOfTeam(await this.replies("round"));
  }

  /** Asks the worker to end, and waits until it has. */
  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const gone = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin?.end();
    const tooLong = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(tooLong);
  }

  /** The next reply of each task, which must have this event. */
  private async replies<E extends Reply["event"]>(event: E): Promise<(Reply & { event: E })[]> {
    while (this.unread.some((replies) => replies.length === 0)) await this.readLine();
    return this.unread.map((replies) => {
      const reply = replies.shift();
      if (reply?.event === event) return reply as Reply & { event: E };
      throw new Error(`The worker "${this.name}" said "${reply?.event}" where "${event}" was due.`);
    });
  }

  /** Waits for one line. */
  private async readLine(): Promise<void> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`The worker "${this.name}" ${await this.howItEnded()}`);
    const [, task, text] = /^(?: *(\d+): )?(\{.*)$/.exec(value) ?? [];
    if (text === undefined) return; // printed by a library
    this.unread[Number(task ?? 0)].push(replySchema.parse(JSON.parse(text)));
  }

  private async howItEnded(): Promise<string> {
    if (this.ended === undefined) await new Promise((resolve) => this.child.once("close", resolve));
    const lines = this.lastWords.split("\n").filter((line) => line.trim() !== "");
    return `${this.ended}${lines.length > 0 ? `; its last words: ${lines.at(-1)!.trim()}` : "."}`;
  }
}
