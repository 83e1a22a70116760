// The thread that watches the other processes of a cluster. It probes them one after another; the main thread cannot, since it
// waits inside of TensorFlow for a step to end.
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout } from "node:timers/promises";
import { peerApi } from "./api";
import { ANSWERS, CHANGES, LOST, StepSlot, type WatchPlan } from "./watch-plan";

const plan = workerData as WatchPlan;
const states = new Int32Array(plan.states);
const steps = new Int32Array(plan.steps);
const peers = plan.names.map((_, task) => task).filter((task) => task !== plan.task);
const { check, abort } = peerApi(plan);

/** When each task last answered, in milliseconds; a task that is silent for longer than the patience is given up. */
const lastAnswers = new Map(peers.map((task) => [task, performance.now()]));

async function watch(): Promise<never> {
  for (;;) {
    for (const task of peers.filter((peer) => states[peer] !== LOST)) probe(task);
    giveUpLongStep();
    const isIncomplete = peers.some((task) => states[task] !== ANSWERS);
    await setTimeout(isIncomplete ? 100 : plan.intervalMs);
  }
}

function probe(task: number): void {
  const failure = check(task, plan.probeMs);
  if (failure === undefined) {
    lastAnswers.set(task, performance.now());
    if (states[task] !== ANSWERS) publish(task, ANSWERS);
    return;
  }
  // A task that has never answered may still be starting; the main thread decides how long that may take.
  if (states[task] !== ANSWERS || performance.now() - lastAnswers.get(task)! < plan.patienceMs) return;
  publish(task, LOST);
  abort(`${plan.names[task]} does not answer any more (${failure}).`);
}

let isLongTold = false;

function giveUpLongStep(): void {
  const since = Atomics.load(steps, StepSlot.Since);
  const now = 1 + Math.floor((Date.now() - plan.startedAt) / 1000);
  if (since === 0) return;
  if (now - since > plan.longStepSeconds && !isLongTold) {
    isLongTold = true;
    // The main thread prints nothing, and hears no signal, while it waits inside of TensorFlow.
    writeSync(
      2,
      `Waiting up to ${plan.mostStepSeconds} s for a step that has taken ${plan.longStepSeconds} s: all tasks answer, but one of them ` +
        `may do something else. \`kill -9 ${process.pid}\` ends this.\n`,
    );
  }
  if (now - since <= plan.mostStepSeconds) return;
  Atomics.store(steps, StepSlot.GivenUp, 1);
  abort(`A step has not ended within ${plan.mostStepSeconds} s.`);
}

function publish(task: number, state: number): void {
  Atomics.store(states, task, state);
  Atomics.add(states, states.length - 1, 1);
  Atomics.notify(states, states.length - 1);
  parentPort?.postMessage(CHANGES);
}

void watch();
