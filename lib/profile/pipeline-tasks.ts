import { opOf, replicaOf } from "./op-events";
import { readLines } from "./x-space";

/** A task of a pipeline as it ran: a microbatch went through a stage, forward (F) or backward (B). */
export interface RanTask {
  does: "F" | "B";
  stage: number;
  microbatch: number;
  /** Among this process's, from 0. */
  device: number;
  /** When its first op began and its last one ended, in seconds from the begin of the first task. */
  begin: number;
  end: number;
  /** How long ops of it ran, on any thread: less than from begin to end where the processor did something else. */
  busy: number;
}

// Ops that pass something on: they wait for others, and do nothing themselves.
const noWork = new Set(["_Send", "_Recv", "_HostSend", "_HostRecv", "NoOp"]);

/**
 * Reads when each task of a pipeline ran, in the order of their begins.
 * @param profile A serialized XSpace of one step.
 * @throws one line when it has no such tasks.
 */
export function pipelineTasks(profile: Uint8Array): RanTask[] {
  const tasks = new Map<string, RanTask>();
  for (const event of readLines(profile).flatMap(({ events }) => events)) {
    const op = opOf(event);
    const [, stage, does, microbatch] = /\/stage_(\d+)\/([FB])(\d+)\//.exec(op?.name ?? "") ?? [];
    const device = op && replicaOf(op.name);
    if (device === undefined || stage === undefined || noWork.has(op!.type)) continue; // a device was read off the op
    const key = `${device} ${does} ${stage} ${microbatch}`;
    const known = tasks.get(key) ?? {
      ...{ does: does as "F" | "B", stage: Number(stage), microbatch: Number(microbatch), device },
      ...{ begin: Infinity, end: -Infinity, busy: 0 },
    };
    known.begin = Math.min(known.begin, event.start);
    known.end = Math.max(known.end, event.end);
    known.busy += event.end - event.start;
    tasks.set(key, known);
  }
  const all = [...tasks.values()].sort((a, b) => a.begin - b.begin);
  if (all.length === 0) throw new Error("The profile has no tasks of a pipeline: record a step of `pipeline(...)`.");
  const first = all[0].begin;
  return all.map((each) => ({ ...each, begin: each.begin - first, end: each.end - first }));
}
