import { SingleBar } from "cli-progress";
import type { Epoch } from "../runs/record";

/** Shows the progress of a training. */
export interface Progress {
  epochStarts(epoch: number, steps: number, done: number): void;
  stepDone(epoch: Epoch): void;
  epochEnds(epoch: Epoch): void;
  say(line: string): void;
}

/** What is shown of a run. */
interface Shown {
  epochs: number;
  /** Tokens of a row, where they are counted instead of images. */
  context?: number;
}

/** Shows nothing. */
export const silent: Progress = {
  epochStarts: () => undefined,
  stepDone: () => undefined,
  epochEnds: () => undefined,
  say: () => undefined,
};

/** Progress on `stream`: a bar where that is a terminal, else a line every ten seconds and at each epoch's end. */
export function progressOn(run: Shown, stream: NodeJS.WriteStream = process.stdout): Progress {
  return stream.isTTY ? new Bar(run, stream) : new Lines(run, stream);
}

class Lines implements Progress {
  private readonly everySeconds = 10;
  private steps = 0;
  private last: number | undefined;

  constructor(
    private readonly run: Shown,
    private readonly stream: NodeJS.WriteStream,
  ) {}

  epochStarts(_epoch: number, steps: number): void {
    this.steps = steps;
  }

  stepDone(epoch: Epoch): void {
    const now = epoch.steps.end.at(-1) ?? 0;
    this.last ??= epoch.steps.start.at(-1) ?? 0;
    if (now - this.last < this.everySeconds) return;
    this.last = now;
    const { loss, left } = figures(epoch, this.steps);
    const step = `step ${epoch.steps.end.length}/${this.steps}`;
    this.say(`epoch ${epoch.epoch}/${this.run.epochs}  ${step}  loss ${loss}  ${rate(epoch, this.run)}  ${left} left`);
  }

  epochEnds(epoch: Epoch): void {
    this.say(summary(epoch, this.run));
  }

  say(line: string): void {
    this.stream.write(line + "\n");
  }
}

class Bar implements Progress {
  private bar: SingleBar | undefined;
  private steps = 0;

  constructor(
    private readonly run: Shown,
    private readonly stream: NodeJS.WriteStream,
  ) {}

  epochStarts(epoch: number, steps: number, done: number): void {
    this.steps = steps;
    const format = `epoch ${epoch}/${this.run.epochs} {bar} {value}/{total}  loss {loss}  {rate}  {left} left`;
    this.bar = new SingleBar({ format, stream: this.stream, barsize: 24, hideCursor: true, clearOnComplete: true });
    this.bar.start(steps, done, { loss: "-", rate: "-", left: "-" });
  }

  stepDone(epoch: Epoch): void {
    const { loss, left } = figures(epoch, this.steps);
    this.bar?.update(epoch.steps.end.length, { loss, rate: rate(epoch, this.run), left });
  }

  epochEnds(epoch: Epoch): void {
    this.say(summary(epoch, this.run));
  }

  say(line: string): void {
    this.bar?.stop();
    this.bar = undefined;
    this.stream.write(line + "\n");
  }
}

function figures(epoch: Epoch, steps: number): { loss: string; left: string } {
  const { end, images } = epoch.steps;
  // All batches before the last one have the same size.
  const left = ((steps - end.length) * images[0]) / throughput(epoch);
  return { loss: epoch.loss.toFixed(4), left: Number.isFinite(left) ? clock(left) : "-" };
}

/** Images per second since the end of the epoch's first step, which includes the start-up. */
function throughput({ steps: { start, end, images } }: Epoch): number {
  if (end.length === 1) return images[0] / (end[0] - start[0]);
  const counted = images.slice(1).reduce((sum, each) => sum + each, 0);
  return counted / (end[end.length - 1] - end[0]);
}

function rate(epoch: Epoch, { context }: Shown): string {
  const value = throughput(epoch) * (context ?? 1);
  return `${value < 100 ? value.toFixed(1) : value.toFixed(0)} ${context ? "tokens" : "images"}/s`;
}

function summary(epoch: Epoch, run: Shown): string {
  const { start, end } = epoch.steps;
  const seconds = (end[end.length - 1] - start[0]).toFixed(1);
  const parts = [
    `epoch ${epoch.epoch}/${run.epochs}`,
    `${end.length} steps in ${seconds} s`,
    rate(epoch, run),
    `loss ${epoch.loss.toFixed(4)}`,
    `accuracy ${percent(epoch.accuracy)}`,
  ];
  const { validation } = epoch;
  if (validation)
    parts.push(`test loss ${validation.loss.toFixed(4)}`, `test accuracy ${percent(validation.accuracy)}`);
  return parts.join("  ");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
