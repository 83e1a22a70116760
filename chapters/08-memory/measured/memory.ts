import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, ownValue, runOf } from "../../../lib/checks/measured/own-check";
import type { Needed, OwnValue } from "../../../lib/checks/measured/own-check";
import { largestDifference, lossesOf } from "../../../lib/checks/measured/losses";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** What a step on one device held. */
export interface StatesResults {
  /** Bytes for each weight, between steps. */
  atRest: number;
  /** The most during a step. */
  peak: number;
  /** The share of the peak, 0 to 1, beyond 16 bytes a weight. */
  beyond: number;
}

/** How the memory of a step grew when rows had twice as many tokens. */
export interface ActivationsResults {
  /** Bytes by which the peak above rest grew. */
  measured: number;
  /** Bytes by which the activations of all blocks grew, as counted. */
  counted: number;
  explained: number;
}

/** The bytes of the device that held the most. @throws one line when a record does not say them. */
function memoryOf({ record }: Needed): { atRest: number; peak: number } {
  const { deviceMemory } = runOf({ record, asked: {} });
  if (!deviceMemory)
    throw new Error(`${record.file} does not say what its devices held: delete it, and run its cell again`);
  return { atRest: Math.max(...deviceMemory.atRest), peak: Math.max(...deviceMemory.peak) };
}

/** A run of lesson 8, on this machine or by a job of a cluster: where the newest record is from. */
function runNamed(records: OwnRecords, name: string, asked: AskedFor): Needed {
  const program = { program: "08-memory/train", precision: "float32" } as const;
  return neededAt(records, newest(records), name, { ...program, ...asked });
}

const parametersOf = (needed: Needed): number => runOf(needed).configuration.parameters;

/** Checks what a student measured of a step on one device. @param records `results/one-device.json`, or a job's. */
export function checkOwnStates(results: () => StatesResults, records: OwnRecords): Check {
  const one = runNamed(records, "one-device", { model: "gpt-10m", context: 32, globalBatchSize: 1, replicas: 1 });
  const explained = (): number => 16 * parametersOf(one);
  const each = (part: "atRest" | "peak", what: string): OwnValue => ({
    what,
    part,
    from: [one],
    unit: "bytes a weight",
    right: () => [memoryOf(one)[part] / parametersOf(one)],
    slips: () => [
      [memoryOf(one)[part], "Divide the bytes by the number of weights."],
      [memoryOf(one)[part] / 1e6, "Divide the bytes by the number of weights, and not by a million."],
      [parametersOf(one) / memoryOf(one)[part], "Upside down: the bytes belong on top."],
    ],
  });
  const share = (): number => (memoryOf(one).peak - explained()) / memoryOf(one).peak;
  const beyond: OwnValue = {
    what: "share of the peak beyond the model states",
    part: "beyond",
    from: [one],
    right: () => [share()],
    slips: () => [
      [100 * share(), "Give a share from 0 to 1, not percent."],
      [(memoryOf(one).peak - explained()) / explained(), "That is a share of the model states: take it of the peak."],
      [memoryOf(one).peak - explained(), "These are bytes: which share of the peak are they?"],
      [1 - share(), "That is the share that the model states explain."],
      [(memoryOf(one).peak - memoryOf(one).atRest) / memoryOf(one).peak, "The gradients are among the model states, too: 16 bytes for each weight."],
    ],
  };
  return checkOwn("Measure it", results, [each("atRest", "at rest"), each("peak", "at the peak"), beyond]);
} // prettier-ignore

/** Bytes by which the activations of lesson 8's narrow GPT grow from 128 to 256 tokens, and those with 256, by the count of its exercise. */
const [GROWTH, WITH_256] = [58_720_256, 100_663_296];

/** Checks how a student's activations grew. @param records `results/context-128.json` and `results/context-256.json`, or jobs'. */
export function checkOwnActivations(results: () => ActivationsResults, records: OwnRecords): Check {
  const [short, long] = [128, 256].map((context) =>
    runNamed(records, `context-${context}`, { model: "gpt-1m", context, globalBatchSize: 8, replicas: 1 }),
  );
  const aboveRest = (needed: Needed): number => memoryOf(needed).peak - memoryOf(needed).atRest;
  const measured = (): number => aboveRest(long) - aboveRest(short);
  return checkOwn("What a block keeps", results, [
    ownValue("growth of the peak above rest", "measured", [short, long], {
      unit: "bytes",
      right: () => [measured()],
      slips: () => [
        [measured() / 1e6, "Give bytes, not MB."],
        [-measured(), "Take the run with 256 tokens minus the run with 128."],
        [aboveRest(long) / aboveRest(short), "That is a factor: how many bytes more are they?"],
        [aboveRest(long), "That is the peak above rest of one run."],
      ],
    }),
    ownValue("growth of the activations by count", "counted", [short, long], {
      unit: "bytes",
      right: () => [GROWTH],
      slips: () => [
        [GROWTH / 4, "Either one layer or one byte for each number: there are 4 layers, and a number has 4 bytes."],
        [GROWTH / 16, "There are 4 layers, and a number has 4 bytes."],
        [WITH_256, "That is what 256 tokens take: how much more is it than with 128?"],
      ],
    }),
    ownValue("the share of the growth that the count explains", "explained", [short, long], {
      right: () => [GROWTH / measured()],
      slips: () => [
        [measured() / GROWTH, "Upside down: the count belongs on top."],
        [(100 * GROWTH) / measured(), "Give a share, not percent."],
      ],
    }),
  ]);
}

/** What devices at some stage of ZeRO held and sent, compared with data parallelism. */
export interface ZeroResults {
  /** What a device holds at stage 3 as a share of stage 0: between steps, and at the peak. */
  rest: number;
  peak: number;
  /** How many times as many bytes a device sends at stage 3. */
  sent: number;
  /** The largest relative difference of a loss from stage 0's. */
  apart: number;
}

/** Bytes that a device sends in a step. @throws one line when a record does not say them. */
function sentBy(needed: Needed): number {
  const { sentBytes } = runOf(needed);
  if (!sentBytes)
    throw new Error(`${needed.record.file} does not say what its devices sent: delete it, and run its cell again`);
  return Object.values(sentBytes).reduce((sum, [first]) => sum + first, 0);
}

/** Checks what a student measured of ZeRO's stages. @param records `results/zero-0.json` to `results/zero-3.json`, or jobs'. */
export function checkOwnZero(results: () => ZeroResults, records: OwnRecords): Check {
  const model: AskedFor = { model: "gpt-10m", context: 32, globalBatchSize: 4, replicas: 4 };
  const none = runNamed(records, "zero-0", { ...model, zero: 0 });
  // Which text there is depends on the machine: all stages must have read the same.
  const dataset = none.record.run?.configuration.dataset;
  const [one, two, three] = [1, 2, 3].map((zero) => runNamed(records, `zero-${zero}`, { ...model, dataset, zero }));
  const stages = [none, one, two, three];
  const share = (part: "atRest" | "peak"): number => memoryOf(three)[part] / memoryOf(none)[part];
  const held = (part: "rest" | "peak", of: "atRest" | "peak", what: string): OwnValue => ({
    what,
    part,
    from: [none, three],
    right: () => [share(of)],
    slips: () => [
      [1 / share(of), "Upside down: stage 3 belongs on top."],
      [100 * share(of), "Give a share, not percent."],
      [1 - share(of), "That is what was saved: which share is left?"],
    ],
  });
  const reference = (): number[] => lossesOf(runOf(none));
  const apart = (): number => Math.max(...stages.map((needed) => largestDifference(runOf(needed), runOf(none))));
  const absolute = (): number => Math.max(...stages.flatMap((needed) => lossesOf(runOf(needed)).map((loss, step) => Math.abs(loss - reference()[step])))); // prettier-ignore
  return checkOwn("What each stage holds and sends", results, [
    held("rest", "atRest", "at rest, stage 3 against stage 0"),
    held("peak", "peak", "at the peak, stage 3 against stage 0"),
    ownValue("bytes sent, stage 3 against stage 0", "sent", [none, three], {
      unit: "times",
      right: () => [sentBy(three) / sentBy(none)],
      slips: () => [[sentBy(none) / sentBy(three), "Upside down: stage 3 belongs on top."]],
    }),
    ownValue("the largest relative difference of a loss", "apart", stages, {
      right: () => [apart()],
      slips: () => [
        [100 * apart(), "This is in percent: give a share."],
        [absolute(), "That is a difference: divide it by the loss of stage 0."],
      ],
    }),
  ]);
}
