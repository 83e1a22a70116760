import { intersection, coveredSeconds, subtract, union, type Interval } from "./intervals";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { streamsOf, whyWithoutGpus } from "./gpu-events";
import { readLines, type ProfileEvent, type ProfileLine } from "./x-space";

/** What one device did during one step. Each list is sorted and without overlap; times are in seconds from the step's beginning. */
export interface DeviceTimeline {
  /** For example `CPU:1`. */
  device: string;
  /** Ops of the model ran on at least one of the device's threads or streams. */
  compute: Interval[];
  /**
   * An all-reduce was under way: from when this device hands in its gradients to when it has the sum, waiting for the other
   * devices included. It can overlap with `compute`.
   */
  allReduce: Interval[];
  /** The step waited for its batch, or the batch was copied to the device. */
  input: Interval[];
  /** None of these. */
  idle: Interval[];
}

/** What every device did during one training step. */
export interface StepTimeline {
  /** The step's number in the run, from 0. */
  step: number;
  /** From the request for the batch to the step's results. */
  seconds: number;
  devices: DeviceTimeline[];
}

/** Where a device's time went in one step, in seconds: `compute + exposedAllReduce + input + idle` is the step. */
export interface DeviceSummary {
  device: string;
  step: number;
  seconds: number;
  compute: number;
  allReduce: number;
  /** The part of `allReduce` during which the device also computed, so that it cost no time of its own. */
  overlapped: number;
  /** The part of `allReduce` during which the device only waited. */
  exposedAllReduce: number;
  /** The part of the input during which the device did nothing else. */
  input: number;
  idle: number;
}

/** The events of one device by their kind, on the profile's clock. */
type Work = Omit<DeviceTimeline, "idle">;

/**
 * Reads the steps that a profile marks. `StepProfile` marks them, and so does Keras, under the same name.
 * @param profile A serialized XSpace.
 * @throws one line when it is no XSpace, marks no step, or says that GPUs could not be traced: the host only launches their work.
 */
export function stepTimelines(profile: Uint8Array): StepTimeline[] {
  const lines = readLines(profile);
  const host = lines.find(({ events }) => events.some(isStep));
  if (!host) throw new Error("The profile marks no step: record it with `./workbook train --profile FILE`.");
  const steps = host.events.filter(isStep).sort((a, b) => a.start - b.start);
  const onGpu = onGpus(lines, host);
  const problem = onGpu ? undefined : whyWithoutGpus(profile);
  if (problem !== undefined) throw new Error(problem);
  const work = onGpu ?? onCpus(lines, host);
  return steps.map((step) => ({
    step: step.stat("step_num")!, // checked by isStep
    seconds: step.end - step.start,
    devices: work.map((deviceWork) => timeline(deviceWork, step)),
  }));
}

/** Sums up how each device spent one step. */
export function summarize({ step, seconds, devices }: StepTimeline): DeviceSummary[] {
  return devices.map(({ device, compute, allReduce, input, idle }) => {
    const overlapped = coveredSeconds(intersection(compute, allReduce));
    const busy = union([...compute, ...allReduce]);
    return {
      ...{ device, step, seconds },
      compute: coveredSeconds(compute),
      allReduce: coveredSeconds(allReduce),
      overlapped,
      exposedAllReduce: coveredSeconds(allReduce) - overlapped,
      input: coveredSeconds(input) - coveredSeconds(intersection(input, busy)),
      idle: coveredSeconds(idle),
    };
  });
}

const isStep = (event: ProfileEvent): boolean => event.name === STEP_EVENT && event.stat("step_num") !== undefined;

/** An op's event is named `name:Type`, see TraceMeOp in tsl/profiler/lib/traceme_encode.h. */
function opOf({ name }: ProfileEvent): { name: string; type: string } | undefined {
  const [, op, type] = /^([^\s:]+):(\w+)$/.exec(name) ?? [];
  return op === undefined ? undefined : { name: op, type };
}

const isAllReduce = (type: string): boolean => type.startsWith("CollectiveReduce");

// Ops that do no work themselves: they pass on a tensor, or call a function and last as long as it does.
const noWork = new Set(["_Send", "_Recv", "_HostSend", "_HostRecv", "PartitionedCall", "StatefulPartitionedCall"]);

/**
 * Without a GPU, ops run on TensorFlow's threads, whatever their device, and their names begin with their replica's name. A
 * collective op's event lasts until its result is there, since TensorFlow runs each on a thread of its own.
 */
function onCpus(lines: ProfileLine[], host: ProfileLine): Work[] {
  const replicas = new Map<number | undefined, Work>();
  const workOf = (replica: number | undefined): Work => {
    const work = replicas.get(replica) ?? { device: `CPU:${replica ?? 0}`, compute: [], allReduce: [], input: [] };
    replicas.set(replica, work);
    return work;
  };
  for (const line of lines) {
    if (line.plane !== host.plane || line === host) continue;
    for (const event of line.events) {
      const op = opOf(event);
      if (!op || noWork.has(op.type)) continue;
      const replica = /(?:^|\/)replica_(\d+)\//.exec(op.name)?.[1];
      const work = workOf(replica === undefined ? undefined : Number(replica));
      (isAllReduce(op.type) ? work.allReduce : work.compute).push(event);
    }
  }
  // If no op has a replica's name, all ops are the only device's.
  const named = [...replicas.keys()].flatMap((replica) => replica ?? []).sort((a, b) => a - b);
  const works = (named.length > 0 ? named : [undefined]).map(workOf);
  return works.map((work) => ({ ...work, input: inputOf(host) }));
}

/**
 * The time in which the training's own thread waited for the batch or copied it to the step's device. TensorFlow copies
 * results back by events of the same name, but not inside the call of an op.
 */
function inputOf({ events }: ProfileLine): Interval[] {
  const named = (name: string): Interval[] => union(events.filter((event) => event.name === name));
  return [...named(WAIT_EVENT), ...intersection(named("EagerCopyToDevice"), named("EagerExecute"))];
}

/** With GPUs, CUDA records what their streams ran; the host's threads only launch it. */
function onGpus(lines: ProfileLine[], host: ProfileLine): Work[] | undefined {
  const streams = streamsOf(lines);
  if (streams.length === 0) return undefined;
  const numberOf = (plane: string): number => Number(/\d+/.exec(plane));
  const planes = [...new Set(streams.map(({ plane }) => plane))].sort((a, b) => numberOf(a) - numberOf(b));
  return planes.map((plane) => {
    const work: Work = { device: `GPU:${numberOf(plane)}`, compute: [], allReduce: [], input: [] };
    work.input.push(...host.events.filter(({ name }) => name === WAIT_EVENT));
    for (const event of streams.filter((stream) => stream.plane === plane).flatMap(({ events }) => events)) {
      if (/^nccl/i.test(event.name)) work.allReduce.push(event);
      else if (/^MemcpyH2D/i.test(event.name)) work.input.push(event);
      else work.compute.push(event);
    }
    return work;
  });
}

function timeline(work: Work, step: Interval): DeviceTimeline {
  const within = (events: Interval[]): Interval[] =>
    intersection(union(events), [step]).map(({ start, end }) => ({ start: start - step.start, end: end - step.start }));
  const [compute, allReduce, input] = [work.compute, work.allReduce, work.input].map(within);
  const idle = subtract([{ start: 0, end: step.end - step.start }], union([...compute, ...allReduce, ...input]));
  return { device: work.device, compute, allReduce, input, idle };
}
