import { createInterface } from "node:readline";
import { peakMemory } from "../../lib/system/memory";
import type { Plan, Reply, Request, WorkerPlan } from "./protocol";

/**
 * A worker's side of the protocol. The worker trains in an endless loop and passes the gate after each step. The gate keeps it
 * waiting, idle, until the driver asks for more steps. (bench/peers/gate.py is the same for Python.)
 */
export class Gate<P extends WorkerPlan = Plan> {
  readonly plan: P = JSON.parse(process.argv[2]) as P; // the driver wrote it
  private readonly requests = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  private trainingStart = performance.now();
  private steps = 0;
  private readonly warmUpSteps = this.plan.warmUpSteps ?? 3;
  private left = this.warmUpSteps;
  private round: number[] = [];
  private processorAtStart = 0;
  private idle = 0;
  private last = performance.now();

  /** @param about The worker's description and its versions. */
  constructor(private readonly about: { does: string; versions: Record<string, string> }) {}

  /** To be called when the model is built and training is about to begin. */
  trainingBegins(): void {
    this.trainingStart = this.last = performance.now();
  }

  /** To be called after each step. */
  async pass(loss?: number): Promise<void> {
    const now = performance.now();
    this.round.push((now - this.last) / 1000);
    this.steps++;
    if (this.steps === 1) say({ event: "first-step", seconds: (now - this.trainingStart) / 1000 });
    this.left--;
    if (this.left === 0) {
      const isReady = this.steps === this.warmUpSteps;
      const processor = processorSeconds();
      if (isReady) say({ event: "ready", ...this.about });
      else this.sayRound(processor, loss);
      this.left = await this.next();
      this.processorAtStart = processorSeconds();
      this.idle = isReady ? 0 : this.processorAtStart - processor;
      this.round = [];
    }
    this.last = performance.now();
  }

  private sayRound(processor: number, loss?: number): void {
    say({
      event: "round",
      seconds: this.round,
      loss: loss ?? null,
      peakMemoryBytes: peakMemory(),
      processorSeconds: processor - this.processorAtStart,
      idleProcessorSeconds: this.idle,
    });
  }

  private async next(): Promise<number> {
    const line = await this.requests.next();
    if (line.done) process.exit(0);
    return (JSON.parse(line.value) as Request).steps; // the driver wrote it
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function say(reply: Reply): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
