import { opOf, replicaOf } from "./op-events";
import { readLines, type ProfileEvent } from "./x-space";

/** A task of a pipeline as it ran: a microbatch went through a stage, forward (F) or backward (B). */
export interface RanTask {
  does: "F" | "B";
  stage: number;
  microbatch: number;
  /** Among this process's, from 0. */
  device: number;
  /**
   * When its first op began and its last one ended, in seconds from the begin of the first task. What needs no input may run earlier: a
   * task does not begin before its input is sent, if a device of this process sends it.
   */
  begin: number;
  end: number;
  /** How long ops of it ran, on any thread: less than from begin to end where the processor did something else. */
  busy: number;
}

// Ops that pass something on: they wait for others, and do nothing themselves.
const noWork = new Set(["_Send", "_Recv", "_HostSend", "_HostRecv", "NoOp"]);

/** Bears the name of the task whose input it sends, but runs on the device that sends it. */
const SEND = "CollectiveBcastSendV2";

/**
 * Reads when each task of a pipeline ran, in the order of their begins.
 * @param profile A serialized XSpace of one step.
 * @throws one line when it has no such tasks.
 */
export function pipelineTasks(profile: Uint8Array): RanTask[] {
  const tasks = tasksAmong(readLines(profile).flatMap(({ events }) => events));
  if (tasks.length === 0) throw new Error("The profile has no tasks of a pipeline: record a step of `pipeline(...)`.");
  return tasks;
}

/** The tasks of a pipeline among the events of one step; none if it is no pipeline. */
export function tasksAmong(events: readonly ProfileEvent[]): RanTask[] {
  const tasks = new Map<string, RanTask>();
  const sent = new Map<string, number>();
  for (const event of events) {
    const op = opOf(event);
    const [, stage, does, microbatch] = /\/stage_(\d+)\/([FB])(\d+)\//.exec(op?.name ?? "") ?? [];
    const device = op && replicaOf(op.name);
    if (device === undefined || stage === undefined || noWork.has(op!.type)) continue; // a device was read off the op
    const input = `${does} ${stage} ${microbatch}`;
    if (op!.type === SEND) {
      sent.set(input, Math.min(event.start, sent.get(input) ?? Infinity)); // several copies of the model send it
      continue;
    }
    const key = `${device} ${input}`;
    const known = tasks.get(key) ?? {
      ...{ does: does as "F" | "B", stage: Number(stage), microbatch: Number(microbatch), device },
      ...{ begin: Infinity, end: -Infinity, busy: 0 },
    };
    known.begin = Math.min(known.begin, event.start);
    known.end = Math.max(known.end, event.end);
    known.busy += event.end - event.start;
    tasks.set(key, known);
  }
  const all = Array.from(tasks.values(), (task) => {
    const arrived = sent.get(`${task.does} ${task.stage} ${task.microbatch}`) ?? -Infinity;
    return { ...task, begin: Math.max(task.begin, arrived) };
  });
  all.sort((a, b) => a.begin - b.begin);
  const first = all.at(0)?.begin ?? 0;
  return all.map((each) => ({ ...each, begin: each.begin - first, end: each.end - first }));
}
