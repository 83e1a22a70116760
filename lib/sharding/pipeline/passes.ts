import {
  named,
  pullback,
  receive,
  send,
  task,
  tf,
  type Axis,
  type Pullback,
  type Task as Ordered,
} from "../../tensorflow/engine";
import { forward, type PipelineSize, type Task } from "./schedule";

/** What a device needs to run its tasks. */
interface Work {
  /** The axis along which the stages follow each other, and this device's place on it. */
  along: Axis;
  device: number;
  size: PipelineSize;
  /** The shape of what goes from stage to stage. */
  shapeOf(microbatch: number): number[];
  /** Whether there will be a pass backward. */
  training: boolean;
  /** Computes a stage: the first from its own rows, the last to its part of the loss. */
  compute(stage: number, microbatch: number, x: tf.Tensor | undefined): tf.Tensor;
  /** The parts of a stage's weights. */
  variablesOf(stage: number): readonly tf.Variable[];
}

/** A device's results: the losses of its microbatches, if it has the last stage, and the sums of the gradients of its variables. */
export interface Ran {
  losses: tf.Tensor[];
  gradients: Map<tf.Variable, tf.Tensor>;
}

/** What a profile calls a task's ops, and the op that sends its input, before a slash. */
const nameOf = ({ does, stage, microbatch }: Task): string => `stage_${stage}/${does}${microbatch}`;

/**
 * Runs a device's tasks, in their order: none begins before the one before it has ended. What comes from other devices arrives meanwhile.
 */
export function run(tasks: readonly Task[], work: Work): Ran {
  const { size, device, along } = work;
  const last = size.stages - 1;
  const passes = new Map<string, Pullback<tf.Tensor>>();
  const losses: tf.Tensor[] = [];
  const gradients = new Map<tf.Variable, tf.Tensor>();
  // What goes to a stage on the same device.
  const here = new Map<string, tf.Tensor>();
  let before: Ordered[] = [];

  const between = ({ does, stage, microbatch }: Task) => {
    const to = does === "F" ? stage + 1 : stage - 1;
    const [fromDevice, toDevice] = [stage % size.devices, to % size.devices];
    const number = (does === "F" ? stage : size.stages + stage) * size.microbatches + microbatch;
    return {
      to: { does, stage: to, microbatch },
      isHere: fromDevice === toDevice,
      key: `${does} ${to} ${microbatch}`,
      way: { along, from: fromDevice, to: toDevice, number },
    };
  };
  const give = (task: Task, x: tf.Tensor): void => {
    const { isHere, key, way, to } = between(task);
    if (isHere) here.set(key, x);
    else named(nameOf(to), () => send(x, way));
  };
  const take = (from: Task): tf.Tensor => {
    const { isHere, key, way } = between(from);
    return isHere ? here.get(key)! : receive(work.shapeOf(from.microbatch), way); // a schedule's order gives before it takes
  };
  const inOrder = <R>(own: Task, fn: () => R): R => {
    const [result, ended] = task(nameOf(own), before, fn);
    before = [ended];
    return result;
  };

  const goForward = (own: Task): void => {
    const { stage, microbatch } = own;
    const x = stage === 0 ? undefined : take(forward(stage - 1, microbatch));
    const compute = (): tf.Tensor => work.compute(stage, microbatch, x);
    const wanted = [...(x ? [x] : []), ...work.variablesOf(stage)];
    const y = inOrder(own, () => {
      if (!work.training) return compute();
      const pass = pullback(compute, wanted);
      passes.set(`${stage} ${microbatch}`, pass);
      return pass.y;
    });
    if (stage === last) losses.push(y);
    else give(own, y);
  };
  const goBackward = (own: Task): void => {
    const { stage, microbatch } = own;
    const dy = stage === last ? tf.scalar(1) : take({ ...own, stage: stage + 1 });
    const made = inOrder(own, () => {
      const pulled = passes.get(`${stage} ${microbatch}`)!.pull(dy); // the schedule was checked: forward comes first
      const dx = stage === 0 ? undefined : pulled.shift();
      work.variablesOf(stage).forEach((variable, index) => {
        const sum = gradients.get(variable);
        gradients.set(variable, sum ? tf.add(sum, pulled[index]) : pulled[index]);
      });
      return dx;
    });
    if (made) give(own, made);
  };

  for (const own of tasks.filter(({ stage }) => stage % size.devices === device)) {
    if (own.does === "F") goForward(own);
    else if (work.training) goBackward(own);
  }
  return { losses, gradients };
}
