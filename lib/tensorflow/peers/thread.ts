// The thread that watches the other processes of a cluster. It asks each of them, one after another, whether it answers; the main
// thread cannot, since it waits inside of TensorFlow for a step to end.
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout } from "node:timers/promises";
import { peerApi } from "./api";
import { ANSWERS, CHANGES, LOST, type WatchPlan } from "./plan";

const plan = workerData as WatchPlan;
const states = new Int32Array(plan.states);
const peers = plan.names.map((_, task) => task).filter((task) => task !== plan.task);
const { check, abort } = peerApi(plan);

/** Milliseconds since a task last answered; it is given up when they are more than the patience. */
const answered = new Map(peers.map((task) => [task, performance.now()]));

async function watch(): Promise<never> {
  for (;;) {
    for (const task of peers.filter((each) => states[each] !== LOST)) probe(task);
    const waiting = peers.some((task) => states[task] !== ANSWERS);
    await setTimeout(waiting ? 100 : plan.intervalMs);
  }
}

function probe(task: number): void {
  const why = check(task, plan.probeMs);
  if (why === undefined) {
    answered.set(task, performance.now());
    if (states[task] !== ANSWERS) say(task, ANSWERS);
    return;
  }
  // One that has never answered may still be starting; how long that may take is the main thread's business.
  if (states[task] !== ANSWERS || performance.now() - answered.get(task)! < plan.patienceMs) return;
  say(task, LOST);
  abort(`${plan.names[task]} does not answer any more (${why}).`);
}

function say(task: number, state: number): void {
  Atomics.store(states, task, state);
  Atomics.add(states, states.length - 1, 1);
  Atomics.notify(states, states.length - 1);
  parentPort?.postMessage(CHANGES);
}

void watch();
