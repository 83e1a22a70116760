import { intersection, length, subtract, union, type Interval } from "./intervals";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { readLines, type ProfileEvent, type ProfileLine } from "./x-space";

/** What one device did during one step. Each list is in order and without overlap; seconds from the step's beginning. */
export interface DeviceTimeline {
  /** For example `CPU:1`. */
  device: string;
  /** Ops of the model ran, on at least one of the device's threads or streams. */
  compute: Interval[];
  /** Gradients were added up over the devices, from when this one hands in its part to when it has the sum: waiting for the others included. It can overlap with `compute`. */
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
  /** From asking for the batch to having the step's results. */
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
  /** The part of `allReduce` that the device also computed in: it costs no time of its own. */
  overlapped: number;
  /** The part of `allReduce` that the device only waited for. */
  exposedAllReduce: number;
  /** The part of the input in which the device did nothing else. */
  input: number;
  idle: number;
}

/** The events of one device, by what they are. */
interface Work {
  device: string;
  compute: Interval[];
  allReduce: Interval[];
  input: Interval[];
}

/**
 * Reads the steps that a profile marks, as `StepProfile` does (and Keras, under the same name).
 * @param profile A serialized XSpace.
 * @throws one line when it is none, or marks no step.
 */
export function stepTimelines(profile: Uint8Array): StepTimeline[] {
  const lines = readLines(profile);
  const host = lines.find(({ events }) => events.some(isStep));
  if (!host) throw new Error("The profile marks no step: record it with `./workbook train --profile FILE`.");
  const steps = host.events.filter(isStep).sort((a, b) => a.start - b.start);
  const work = onGpus(lines, host) ?? onCpus(lines, host);
  return steps.map((step) => ({
    step: step.stat("step_num")!, // isStep has seen it
    seconds: step.end - step.start,
    devices: work.map((each) => timeline(each, step)),
  }));
}

/** Sums up each device of one step. */
export function summarize({ step, seconds, devices }: StepTimeline): DeviceSummary[] {
  return devices.map(({ device, compute, allReduce, input, idle }) => {
    const overlapped = length(intersection(compute, allReduce));
    const busy = union([...compute, ...allReduce]);
    return {
      ...{ device, step, seconds },
      compute: length(compute),
      allReduce: length(allReduce),
      overlapped,
      exposedAllReduce: length(allReduce) - overlapped,
      input: length(input) - length(intersection(input, busy)),
      idle: length(idle),
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

// They hand something on, or last as long as what they call.
const noWork = new Set(["_Send", "_Recv", "_HostSend", "_HostRecv", "PartitionedCall", "StatefulPartitionedCall"]);

/**
 * Without a GPU: ops run on TensorFlow's threads, whatever their device, and their names begin with their replica's. A
 * collective op's event lasts until its result is there (TensorFlow runs each on a thread of its own).
 */
function onCpus(lines: ProfileLine[], host: ProfileLine): Work[] {
  const replicas = new Map<number | undefined, Work>();
  const workOf = (replica: number | undefined): Work => {
    const known = replicas.get(replica);
    if (known) return known;
    const fresh = { device: `CPU:${replica ?? 0}`, compute: [], allReduce: [], input: [] };
    replicas.set(replica, fresh);
    return fresh;
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
  // Ops without a replica's name are the one device's, if there are no others.
  const named = [...replicas.keys()].flatMap((replica) => replica ?? []).sort((a, b) => a - b);
  const works = (named.length > 0 ? named : [undefined]).map(workOf);
  return works.map((work) => ({ ...work, input: inputOf(host) }));
}

/**
 * Waiting for the batch, and copying it to where the step runs, both by the training's own thread. The same copying
 * brings results back, but not inside the call of an op.
 */
function inputOf({ events }: ProfileLine): Interval[] {
  const named = (name: string): Interval[] => union(events.filter((event) => event.name === name));
  return [...named(WAIT_EVENT), ...intersection(named("EagerCopyToDevice"), named("EagerExecute"))];
}

/** With GPUs: what their streams ran, as CUDA tells; the host's threads only launch. */
function onGpus(lines: ProfileLine[], host: ProfileLine): Work[] | undefined {
  const streams = lines.filter(({ plane, name }) => plane.startsWith("/device:GPU:") && name.startsWith("Stream"));
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
