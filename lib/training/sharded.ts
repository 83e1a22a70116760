import type { ShardedModel } from "../sharding";
import type { Batch } from "../strategy";
import type { LossScale } from "./loss-scale";
import type { Optimizer } from "./optimizer";
import { ShardedState } from "./sharded-state";
import { divisionsOf, rowsOfProcess, shardedEvaluation, shardedSteps } from "./sharded-step";
import type { Placed, Trainer } from "./trainer";
import {
  batchOf,
  Numbers,
  type BatchResult,
  type Done,
  type UpdateBatch,
  type Updated,
  type UpdateSteps,
} from "./update";

/** A model that is divided among the devices of a mesh. @param batches The most of an update. */
export function sharded(model: ShardedModel, optimizer: Optimizer, batches: number, lossScale?: LossScale): Trainer {
  const state = new ShardedState(model, { optimizer, batches, lossScale });
  const bytesOfKind = (kind: number): number =>
    model.parts(kind).reduce((sum, { variable }) => sum + 4 * variable.size, 0);
  return {
    ...{ model: model.model, placed: placedOn(model), variables: state.stored },
    gradientBytes: Math.max(...state.kindsHere.map(bytesOfKind)),
    updates: (feed, { batches, ...options }) => {
      const steps = shardedSteps(state, { feed, ...options });
      return new ShardedUpdates(steps, feed.labelsOfExample, batches);
    },
    evaluation: (feed, options) => shardedEvaluation(model, { feed, ...options }),
    weightsDigest: () => undefined,
    joinCheckpoint: async () => {
      const reading = {};
      for (const { variable } of state.stored) await variable.data(reading); // each process gives its parts
    },
    dispose: () => state.dispose(),
  };
}

function placedOn(model: ShardedModel): Placed {
  const { mesh, leastRows } = model;
  const { name, ...sharding } = model.sharding;
  const replicas = divisionsOf(model);
  return {
    ...{ name, replicas, devices: mesh.deviceNames, team: mesh.team },
    communication: mesh.communication,
    sharding: { mesh: Object.fromEntries(mesh.axes.map((axis) => [axis.name, axis.size])), ...sharding },
    leastImages: replicas * leastRows,
    rowsOf: (images) => rowsOfProcess(model, images),
  };
}

/** Updates the weights of a divided model, see `Updates`. */
class ShardedUpdates implements UpdateSteps {
  private readonly numbers = new Numbers();
  /** The results of the batches that were only added up. */
  private readonly pending: Promise<BatchResult>[] = [];

  constructor(
    private readonly steps: ReturnType<typeof shardedSteps>,
    private readonly labelsOfExample: number,
    private readonly batches: number,
  ) {}

  accumulate(batch: Batch, about: UpdateBatch): Promise<Done> {
    const launched = this.steps.add.launch(batchOf(batch), this.inputs(about));
    const result = launched.then(({ values: { results } }) => ({ loss: results[0], correct: results[1] }));
    result.catch(() => undefined); // whoever waits for the step gets the error
    this.pending.push(result);
    return launched.then(({ at }) => ({ at }));
  }

  update(batch: Batch, about: UpdateBatch): Promise<Updated> {
    const before = this.pending.splice(0);
    const launched = this.steps.update.launch(batchOf(batch), this.inputs(about));
    return launched.then(async ({ values: { results, stop }, at }) => ({
      ...{ at, stop: stop[0] },
      batches: [...(await Promise.all(before)), { loss: results[0], correct: results[1] }],
    }));
  }

  prepare(batch: Batch, about: UpdateBatch) {
    return this.steps.update.prepare(batchOf(batch), this.inputs(about));
  }

  private inputs({ learningRate, updateImages, stop }: UpdateBatch) {
    return this.numbers.ofUpdate(learningRate, updateImages * this.labelsOfExample, stop);
  }

  get captureSeconds(): number {
    return this.steps.update.captureSeconds + this.steps.add.captureSeconds;
  }

  get sentBytes(): readonly Record<string, number>[] {
    const { update, add } = this.steps;
    if (this.batches > 1 && add.captures === 0) return []; // not known yet
    return update.sentBytes.map((last, device) => {
      const axes = Object.entries(last);
      const before = add.sentBytes.at(device) ?? {};
      return Object.fromEntries(axes.map(([axis, bytes]) => [axis, bytes + (this.batches - 1) * (before[axis] ?? 0)]));
    });
  }

  writeGraph(folder: string): void {
    this.steps.update.writeGraph(folder);
  }

  dispose(): void {
    [this.steps.add, this.steps.update, this.numbers].forEach((each) => each.dispose());
  }
}
