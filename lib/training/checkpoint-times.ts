import { bestCheckpointInterval } from "../failures";
import type { Team } from "../strategy";
import type { Position, Step } from "./epoch";

/** When to keep checkpoints between epochs: after every so many steps, or as often as is best where a node fails once in so many hours. */
export type CheckpointEvery = number | { nodeMtbfHours: number };

/** After so many steps a training knows how long one takes. */
const MEASURED_STEPS = 20;

/** What the choice of an interval needs of a training. */
interface Owner {
  team?: Pick<Team, "workers" | "exchange" | "isChief">;
  say: (line: string) => void;
}

/**
 * Decides when checkpoints are kept between epochs. If it shall find the best interval, the first checkpoint, after 20 steps, shows what
 * one costs; the others follow at the interval with the highest expected goodput (`bestCheckpointInterval`), which is said in one line.
 * All processes use the first one's times, because they must save at the same steps.
 */
export class CheckpointTimes {
  private every: number;
  /** Steps within epochs since the first update that this process made, which includes its start-up, and what they took. */
  private readonly measured = { steps: 0, seconds: 0 };
  private last?: { epoch: number; end: number };

  constructor(
    private readonly chosen: CheckpointEvery | undefined,
    private readonly owner: Owner,
  ) {
    this.every = typeof chosen === "number" ? chosen : Infinity;
  }

  /** Whether a checkpoint is due after an update. */
  isDue({ epoch, globalStep }: Position, { about }: Pick<Step, "about">): boolean {
    const stepsOfUpdate = about.place + 1;
    if (this.isMeasuring) {
      const end = performance.now();
      if (this.last?.epoch === epoch) this.add(stepsOfUpdate, end); // else the test of the last epoch came between
      this.last = { epoch, end };
      return this.measured.steps >= MEASURED_STEPS;
    }
    return Math.floor(globalStep / this.every) > Math.floor((globalStep - stepsOfUpdate) / this.every);
  }

  private add(steps: number, end: number): void {
    this.measured.steps += steps;
    this.measured.seconds += (end - (this.last?.end ?? end)) / 1000;
  }

  private get isMeasuring(): boolean {
    return typeof this.chosen === "object" && this.every === Infinity;
  }

  /** Keeps a checkpoint; the first one's time decides about the others. */
  async keep(save: () => Promise<void>): Promise<void> {
    const begin = performance.now();
    await save();
    if (typeof this.chosen !== "object" || !this.isMeasuring) return;
    this.add(0, begin); // until the last step's work was done, too
    const { team, say } = this.owner;
    const own = {
      checkpointSeconds: (performance.now() - begin) / 1000,
      stepSeconds: this.measured.seconds / this.measured.steps, // with waits for images, and each update's all-reduce
    };
    const [chief] = (team?.exchange(own) ?? [own]) as (typeof own)[];
    const nodes = team?.workers ?? 1;
    const { nodeMtbfHours } = this.chosen;
    const { steps = 1, goodput } = bestCheckpointInterval({ nodes, nodeMtbfSeconds: 3600 * nodeMtbfHours, ...chief });
    this.every = steps;
    const costs = `A checkpoint takes ${short(chief.checkpointSeconds)} s and a step ${short(chief.stepSeconds)} s`;
    say(
      `${costs}: one after every ${steps} steps is best where a node fails once in ${short(nodeMtbfHours)} h (goodput ${(100 * goodput).toFixed(1)} %).`,
    );
  }
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

/**
 * What a job asks for: a number of steps, or `auto` with the hours between failures of a node, as `WORKBOOK_CHECKPOINT_EVERY` has it: `500`, or
 * `auto:8760`.
 * @throws one line when it is neither.
 */
export function checkpointEveryOfJob(text = process.env.WORKBOOK_CHECKPOINT_EVERY): CheckpointEvery | undefined {
  if (text === undefined || text === "") return undefined;
  const [, auto, number] = /^(auto:)?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const value = Number(number);
  if (value > 0 && auto !== undefined) return { nodeMtbfHours: value };
  if (value > 0 && Number.isInteger(value)) return value;
  throw new Error(
    `WORKBOOK_CHECKPOINT_EVERY is "${text}": give a number of steps, or auto:HOURS between failures of a node.`,
  );
}
