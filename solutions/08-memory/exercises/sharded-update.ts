import { checkByCases } from "../../../lib/checks/check";
import { counted } from "../../../lib/system/words";

/** What devices hold that divide an optimizer's state, after a step. */
export interface DividedState {
  /** All weights, which every device has. */
  weights: number[];
  /** For each device, the velocities of its own part. */
  velocities: number[][];
}

type DividedStep = [weights: number[], velocities: number[][], gradients: number[][], rate: number, momentum: number];

const wave = (length: number, seed: number): number[] =>
  Array.from({ length }, (_, at) => Math.round(100 * Math.sin(seed + 1.7 * at)) / 100);

/** @param lengths Of the devices' parts. */
const stepOf = (lengths: number[], rate: number, momentum: number): DividedStep => {
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const velocities = lengths.map((length, device) => wave(length, 10 + device));
  return [wave(count, 1), velocities, lengths.map((_, device) => wave(count, 20 + device)), rate, momentum];
};

const STEPS: DividedStep[] = [stepOf([3, 3], 0.1, 0.9), stepOf([2, 2, 2, 2], 0.5, 0), stepOf([2, 2, 1], 0.1, 0.5)];

/** How a wrong step differs, for hints. */
interface Detour {
  gradient?: "sum" | "own";
  /** The velocity of the step before is left out, or has the wrong sign. */
  velocity?: "new" | "up";
}

function divided([weights, velocities, gradients, rate, momentum]: DividedStep, how: Detour = {}): DividedState {
  const size = Math.ceil(weights.length / gradients.length);
  const parts = velocities.map((own, device) => {
    const from = device * size;
    const next = own.map((velocity, at) => {
      const all = gradients.map((gradient) => gradient[from + at]);
      const sum = all.reduce((total, value) => total + value, 0);
      const gradient = how.gradient === "own" ? all[device] : how.gradient === "sum" ? sum : sum / all.length;
      const kept = how.velocity === "new" ? 0 : momentum * velocity;
      return how.velocity === "up" ? kept + rate * gradient : kept - rate * gradient;
    });
    return { next, weights: next.map((velocity, at) => weights[from + at] + velocity) };
  });
  return { weights: parts.flatMap((part) => part.weights), velocities: parts.map(({ next }) => next) };
}

/** Checks a function that updates weights by momentum, each device its own part: what a plain update of all weights gives. */
export const checkDividedStep = checkByCases("Divide what all devices hold", STEPS, (...step: DividedStep) => {
  const [weights, velocities, gradients] = step;
  const right = divided(step);
  return {
    what: `${weights.length} weights on ${counted(gradients.length, "device")}`,
    expected: right,
    slips: [
      [divided(step, { gradient: "sum" }), "That is the sum over the devices: take the mean."],
      [divided(step, { gradient: "own" }), "Each device used its own gradients: reduce-scatter gives it the mean of all for its part."],
      [divided(step, { velocity: "new" }), "The velocity keeps momentum x what it was."],
      [divided(step, { velocity: "up" }), "The update goes against the gradient."],
      [{ ...right, velocities }, "The velocities change, too: return the new ones."],
      [{ ...right, weights }, "The weights have not changed: add the velocities to them."],
    ],
  };
}); // prettier-ignore

/** What a step on a real mesh gives. */
export interface MeshUpdate {
  /** All weights after the step. */
  weights: number[];
  /** How many of them each device keeps between steps. */
  kept: number;
}

type MeshStep = [weights: number[], gradients: number[][], rate: number];

const meshStepOf = (devices: number, each: number, rate: number): MeshStep => [
  wave(devices * each, 3),
  Array.from({ length: devices }, (_, device) => wave(devices * each, 30 + device)),
  rate,
];

const MESH_STEPS: MeshStep[] = [meshStepOf(2, 3, 0.1), meshStepOf(4, 2, 0.5)];

/** Checks a function that updates weights on a mesh, of which each device keeps its part: one step of plain SGD. */
export const checkMeshStep = checkByCases("On a real mesh", MESH_STEPS, (...[weights, gradients, rate]: MeshStep) => {
  const devices = gradients.length;
  const kept = weights.length / devices;
  const after = (factor: number, of: (all: number[], at: number) => number): number[] =>
    weights.map((weight, at) => weight + factor * rate * of(gradients.map((gradient) => gradient[at]), at)); // prettier-ignore
  const mean = (all: number[]): number => all.reduce((sum, value) => sum + value, 0) / devices;
  const right: MeshUpdate = { weights: after(-1, mean), kept };
  return {
    what: `${weights.length} weights on ${devices} devices`,
    expected: right,
    slips: [
      [{ ...right, weights: after(-devices, mean) }, "That is the sum over the devices: take the mean."],
      [{ ...right, weights: after(-1 / devices, mean) }, "The mean was divided by the number of devices once more."],
      [{ ...right, weights: after(1, mean) }, "The update goes against the gradient."],
      [{ ...right, weights: after(-1, (all, at) => all[Math.floor(at / kept)]) }, "Each device used its own gradient: reduceScatter adds up those of all."],
      [{ ...right, weights: after(-1, ([first]) => first) }, "All devices had the first one's gradient: give each its own, by its place."],
      [{ ...right, weights: right.weights.slice(0, kept) }, "That is one device's part: gather the parts of all."],
      [{ ...right, weights }, "The weights have not changed: assign each device's new part inside the step."],
      [{ ...right, kept: weights.length }, "Each device keeps a part: the size of the sharded variable's part."],
    ],
  };
}); // prettier-ignore
