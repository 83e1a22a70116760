import { intersection, coveredSeconds, subtract, union, type Interval } from "./intervals";
import { STEP_EVENT, WAIT_EVENT } from "./event-names";
import { streamsOf, whyWithoutGpus } from "./gpu-events";
import { opOf, replicaOf } from "./op-events";
import { tasksAmong, type RanTask } from "./pipeline-tasks";
import { readLines, type ProfileEvent, type ProfileLine } from "./x-space";

/** What one device did during one step. Each list is sorted and without overlap; times are in seconds from the step's beginning. */
export interface DeviceTimeline {
  /** For example `CPU:1`. */
  device: string;
  /** Ops of the model ran on at least one of the device's threads or streams. */
  compute: Interval[];
  /**
   * An all-reduce or another collective was under way: from when this device hands in its tensor, such as gradients, to when it has the
   * result, waiting for the other devices included. It can overlap with `compute`.
   */
  communication: Interval[];
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
  /** What the devices did together: all-reduces only, or other collectives, too. */
  collectives: "all-reduce" | "communication";
  devices: DeviceTimeline[];
  /** Of a pipeline: when each task ran, from the begin of the first one. */
  tasks?: RanTask[];
}

/** Where a device's time went in one step, in seconds: `compute + exposedCommunication + input + idle` is the step. */
export interface DeviceSummary {
  device: string;
  step: number;
  seconds: number;
  compute: number;
  communication: number;
  /** The part of `communication` during which the device also computed, so that it cost no time of its own. */
  overlapped: number;
  /** The part of `communication` during which the device only waited. */
  exposedCommunication: number;
  /** The part of the input during which the device did nothing else. */
  input: number;
  idle: number;
}

/** The events of one device by their kind, on the profile's clock. */
interface Work extends Omit<DeviceTimeline, "idle"> {
  /** Whether a collective was none that adds up on all devices. */
  doesMore: boolean;
}

/**
 * Reads the steps that a profile marks. `StepProfile` marks them, and so does Keras, under the same name.
 * @param profile A serialized XSpace.
 * @throws one line when it is no XSpace, marks no step, has one that ends no later than it begins, or says that GPUs could not be
 * traced: the host only launches their work.
 */
export function stepTimelines(profile: Uint8Array): StepTimeline[] {
  const lines = readLines(profile);
  const host = lines.find(({ events }) => events.some(isStep));
  if (!host) throw new Error("The profile marks no step: record it with `./workbook train --profile FILE`.");
  const steps = host.events.filter(isStep).sort((a, b) => a.start - b.start);
  const wrong = steps.find(({ start, end }) => !(end > start));
  if (wrong)
    throw new Error(`The profile is damaged: its step ${wrong.stat("step_num")} ends no later than it begins.`);
  const events = lines.flatMap((line) => line.events);
  if (steps.length * events.length > MOST_LOOKS)
    throw new Error(
      `The profile has ${steps.length} steps among ${events.length} events, which take too long to divide: record fewer steps.`,
    );
  const onGpu = onGpus(lines, host);
  const problem = onGpu ? undefined : whyWithoutGpus(profile);
  if (problem !== undefined) throw new Error(problem);
  const work = (onGpu ?? onCpus(lines, host)).map((each) => ({
    ...each,
    ...{ compute: union(each.compute), communication: union(each.communication), input: union(each.input) },
  }));
  return steps.map((step) => ({
    step: step.stat("step_num")!, // checked by isStep
    seconds: step.end - step.start,
    collectives: work.some(({ doesMore }) => doesMore) ? ("communication" as const) : ("all-reduce" as const),
    devices: work.map((deviceWork) => timeline(deviceWork, step)),
    ...(onGpu ? {} : tasksDuring(step, events)), // of a GPU's tasks, the host's events show the launches only
  }));
}

/** Each step looks through all events: for seconds, if there are so many of both. */
const MOST_LOOKS = 1e8;

function tasksDuring(step: Interval, events: readonly ProfileEvent[]): Pick<StepTimeline, "tasks"> {
  const tasks = tasksAmong(events.filter(({ start }) => start >= step.start && start < step.end));
  return tasks.length === 0 ? {} : { tasks };
}

/** Sums up how each device spent one step. */
export function summarize({ step, seconds, devices }: StepTimeline): DeviceSummary[] {
  return devices.map(({ device, compute, communication, input, idle }) => {
    const overlapped = coveredSeconds(intersection(compute, communication));
    const busy = union([...compute, ...communication]);
    return {
      ...{ device, step, seconds },
      compute: coveredSeconds(compute),
      communication: coveredSeconds(communication),
      overlapped,
      exposedCommunication: coveredSeconds(communication) - overlapped,
      input: coveredSeconds(input) - coveredSeconds(intersection(input, busy)),
      idle: coveredSeconds(idle),
    };
  });
}

const isStep = (event: ProfileEvent): boolean => event.name === STEP_EVENT && event.stat("step_num") !== undefined;

const isCollective = (type: string): boolean => type.startsWith("Collective");
const isAllReduce = (type: string): boolean => /^CollectiveReduce(V\d)?$/.test(type);

// Ops that do no work themselves: they pass on a tensor, or call a function and last as long as it does. A stage's receives wait from the
// begin of the step for what other stages send: meanwhile the device is idle, if it does nothing else.
const noWork = new Set([
  ...["_Send", "_Recv", "_HostSend", "_HostRecv", "PartitionedCall", "StatefulPartitionedCall"],
  "CollectiveBcastRecvV2",
]);

/**
 * Without a GPU, ops run on TensorFlow's threads, whatever their device, and their names begin with their replica's name. A
 * collective op's event lasts until its result is there, since TensorFlow runs each on a thread of its own.
 */
function onCpus(lines: ProfileLine[], host: ProfileLine): Work[] {
  const replicas = new Map<number | undefined, Work>();
  const workOf = (replica: number | undefined): Work => {
    const work = replicas.get(replica) ?? {
      device: `CPU:${replica ?? 0}`,
      compute: [],
      communication: [],
      input: [],
      doesMore: false,
    };
    replicas.set(replica, work);
    return work;
  };
  for (const line of lines) {
    if (line.plane !== host.plane || line === host) continue;
    for (const event of line.events) {
      const op = opOf(event);
      if (!op || noWork.has(op.type)) continue;
      const work = workOf(replicaOf(op.name));
      (isCollective(op.type) ? work.communication : work.compute).push(event);
      work.doesMore ||= isCollective(op.type) && !isAllReduce(op.type);
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
    const work: Work = { device: `GPU:${numberOf(plane)}`, compute: [], communication: [], input: [], doesMore: false };
    work.input.push(...host.events.filter(({ name }) => name === WAIT_EVENT));
    for (const event of streams.filter((stream) => stream.plane === plane).flatMap(({ events }) => events)) {
      if (/^nccl/i.test(event.name)) {
        work.communication.push(event);
        work.doesMore ||= !/AllReduce/i.test(event.name);
      } else if (/^MemcpyH2D/i.test(event.name)) work.input.push(event);
      else work.compute.push(event);
    }
    return work;
  });
}

function timeline(work: Work, step: Interval): DeviceTimeline {
  const within = (events: Interval[]): Interval[] =>
    intersection(events, [step]).map(({ start, end }) => ({ start: start - step.start, end: end - step.start }));
  const [compute, communication, input] = [work.compute, work.communication, work.input].map(within);
  const idle = subtract([{ start: 0, end: step.end - step.start }], union([...compute, ...communication, ...input]));
  return { device: work.device, compute, communication, input, idle };
}
