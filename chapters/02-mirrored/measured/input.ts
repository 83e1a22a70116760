import { sum } from "simple-statistics";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, ownValue, rateOf, runOf, type Needed } from "../../../lib/checks/measured/own-check";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** What a student measured in the input-pipeline lab. */
export interface InputResults {
  /** Share of the steady epoch that the starved run waited for images. */
  starvedShare: number;
  /** The same of the mended run. */
  mendedShare: number;
  /** How many devices such as this one the host of the starved run feeds; a broken number. */
  devicesFed: number;
}

const SECONDS_PER_IMAGE = 0.05;
/** The most that the steps after the first may wait, as a share, in a run that counts as mended. */
const MENDED = 0.15;

const common: AskedFor = {
  ...{ program: "02-mirrored/input", model: "resnet50v2", strategy: "mirrored", replicas: 1 },
  ...{ globalBatchSize: 16, trainImages: 96, epochs: 2 },
};

/**
 * Checks what a student measured of images that come late.
 * @param records `results/input-starved.json`, `results/input-mended.json`, `results/input-device.json`; with `cluster-` before
 * a job's; those count that are from where the newest is.
 */
export function checkOwnInput(results: () => InputResults, records: OwnRecords): Check {
  const needed = (name: string, asked: AskedFor): Needed =>
    neededAt(records, newest(records), `input-${name}`, { ...common, ...asked });
  const slow: AskedFor = { data: "host", secondsPerImage: SECONDS_PER_IMAGE };
  const starved = needed("starved", { ...slow, prefetch: 2, loaders: 1 });
  const mended = needed("mended", slow);
  const fast = needed("device", { data: "device" });
  return checkOwn("When the images come late", results, [
    share("starvedShare", "the starved run's wait, as a share of its steady epoch", starved),
    { ...share("mendedShare", "the mended run's wait", mended), right: () => [mendedShare(mended)] },
    ownValue("devices that the starved run's host feeds", "devicesFed", [starved, fast], {
      right: () => [
        1 / SECONDS_PER_IMAGE / rateOf(fast),
        rateWithWait(starved) / rateOf(fast),
        rateOf(starved) / rateOf(fast),
      ],
      slips: () => [[rateOf(fast) / rateWithWait(starved), "Upside down: what the host brings belongs on top."]],
    }),
  ]);
}

/** Images a second of the steady epoch with every wait, also the first step's. */
function rateWithWait(needed: Needed): number {
  const { steps } = steady(needed);
  return sum(steps.images) / (sum(steps.wait) + computing(needed));
}

const steady = (needed: Needed) => runOf(needed).epochs[1];
const computing = (needed: Needed): number => {
  const { start, end } = steady(needed).steps;
  return sum(end.map((time, step) => time - start[step]));
};

function waitingShare(needed: Needed): number {
  const waits = sum(steady(needed).steps.wait);
  return waits / (waits + computing(needed));
}

function mendedShare(needed: Needed): number {
  // The first batch of an epoch must be waited for, whatever is prepared ahead.
  const [first] = steady(needed).steps.wait;
  const later = sum(steady(needed).steps.wait) - first;
  const waiting = later / (later + computing(needed));
  if (waiting <= MENDED) return waitingShare(needed);
  throw new Error(
    `its steps still wait ${(100 * waiting).toFixed(0)} % of the time: choose more loaders, and batches ahead for them`,
  );
}

function share(part: keyof InputResults, what: string, needed: Needed) {
  return {
    what,
    part,
    from: [needed],
    right: () => [waitingShare(needed)],
    slips: (): [number, string][] => [
      [100 * waitingShare(needed), "Give a share, from 0 to 1."],
      [1 - waitingShare(needed), "That is the share in which it computes."],
      [sum(steady(needed).steps.wait), "These are seconds: divide by all of the time."],
    ],
  };
}
