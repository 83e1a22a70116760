import { checkAmount, checkCauseFit, checkFeeding, type Cause, type EpochOnDevices } from "../../../lib/checks";
import { exercise } from "../exercise";

function amount(cause: Cause, epoch: EpochOnDevices, stepsOf = Math.ceil): number {
  const { devices, images, globalBatch, parameters, layers, multiplyAdds } = epoch;
  const steps = stepsOf(images / globalBatch);
  switch (cause) {
    case "epoch":
      return 1;
    case "image":
      return images;
    case "first batch":
      return Math.min(globalBatch, images);
    case "synchronisation":
      return devices === 1 ? 0 : steps;
    case "byte":
      return ((steps * 2 * (devices - 1)) / devices) * parameters * 4;
    case "launch":
      return steps * devices * layers;
    case "waiting":
      return devices === 1 ? 0 : (images / devices) * multiplyAdds;
  }
}

const dot = (a: number[], b: number[]) => a.reduce((total, value, at) => total + value * b[at], 0);
const worstOf = (perUnit: number, units: number[], seconds: number[]) =>
  Math.max(...units.map((unit, at) => Math.abs((perUnit * unit) / seconds[at] - 1)));

/** Time that goes by in small steps would be one way; this follows each batch. */
function followed(prepare: number[], compute: number[], ahead: number): number {
  let [hostFree, devicesFree] = [0, 0];
  const ended: number[] = [];
  for (let batch = 0; batch < prepare.length; batch++) {
    const allowed = batch > ahead ? ended[batch - 1 - ahead] : 0;
    hostFree = Math.max(hostFree, allowed) + prepare[batch];
    devicesFree = Math.max(devicesFree, hostFree) + compute[batch];
    ended.push(devicesFree);
  }
  return devicesFree;
}

export const exercises = [
  exercise({
    what: "the amount of a cause",
    cell: "03-deeper-model/test-amount",
    check: checkAmount,
    right: [
      (cause, epoch) => amount(cause, epoch),
      (cause, { devices: n, images, globalBatch, parameters, layers, multiplyAdds }) => {
        const steps = Math.floor((images - 1) / globalBatch) + 1;
        const several = n > 1 ? 1 : 0;
        return {
          epoch: 1,
          image: images,
          "first batch": globalBatch > images ? images : globalBatch,
          synchronisation: several * steps,
          byte: 8 * steps * parameters * (1 - 1 / n),
          launch: layers * n * steps,
          waiting: (several * multiplyAdds * images) / n,
        }[cause];
      },
    ],
    wrong: [
      { what: "a broken number of steps", answer: (c, e) => amount(c, e, (steps) => steps), says: /whole step/ },
      { what: "full steps only", answer: (c, e) => amount(c, e, Math.floor), says: /is a step, too/ },
      {
        what: "a device that synchronises alone",
        answer: (c, e) => (c === "synchronisation" ? Math.ceil(e.images / e.globalBatch) : amount(c, e)),
        says: /nobody to synchronise/,
      },
      {
        what: "gradients that are sent once",
        answer: (c, e) => (c === "byte" ? Math.ceil(e.images / e.globalBatch) * 4 * e.parameters : amount(c, e)),
        says: /In a ring/,
      },
      {
        what: "one launch for all devices",
        answer: (c, e) => (c === "launch" ? amount(c, e) / e.devices : amount(c, e)),
        says: /every device/,
      },
    ],
  }),
  exercise({
    what: "how well a cause fits",
    cell: "03-deeper-model/test-cause-fit",
    check: checkCauseFit,
    right: [
      (units, seconds) => {
        const secondsPerUnit = dot(units, seconds) / dot(units, units);
        return { secondsPerUnit, worst: worstOf(secondsPerUnit, units, seconds) };
      },
      (units, seconds) => {
        let [above, below, worst] = [0, 0, 0];
        for (const [at, unit] of units.entries()) {
          above += unit * seconds[at];
          below += unit ** 2;
        }
        for (const [at, unit] of units.entries()) {
          worst = Math.max(worst, Math.abs(seconds[at] - (above / below) * unit) / seconds[at]);
        }
        return { secondsPerUnit: above / below, worst };
      },
    ],
    wrong: [
      {
        what: "the ratio of the sums",
        answer: (units, seconds) => {
          const ones = units.map(() => 1);
          const secondsPerUnit = dot(seconds, ones) / dot(units, ones);
          return { secondsPerUnit, worst: worstOf(secondsPerUnit, units, seconds) };
        },
        says: /ratio of the sums/,
      },
      {
        what: "differences with their sign",
        answer: (units, seconds) => {
          const secondsPerUnit = dot(units, seconds) / dot(units, units);
          return {
            secondsPerUnit,
            worst: Math.max(...units.map((unit, i) => (secondsPerUnit * unit) / seconds[i] - 1)),
          };
        },
        says: /too low is off/,
      },
      {
        what: "seconds for a share",
        answer: (units, seconds) => {
          const secondsPerUnit = dot(units, seconds) / dot(units, units);
          return { secondsPerUnit, worst: Math.max(...units.map((u, i) => Math.abs(secondsPerUnit * u - seconds[i]))) };
        },
        says: /divide each difference/,
      },
      {
        what: "percent",
        answer: (units, seconds) => {
          const secondsPerUnit = dot(units, seconds) / dot(units, units);
          return { secondsPerUnit, worst: 100 * worstOf(secondsPerUnit, units, seconds) };
        },
        says: /Give a share/,
      },
    ],
  }),
  exercise({
    what: "a host that feeds devices",
    cell: "03-deeper-model/test-feeding",
    check: checkFeeding,
    right: [
      followed,
      (prepare, compute, ahead) => {
        const ready = prepare.map(() => 0);
        const ended = prepare.map(() => 0);
        prepare.forEach((seconds, k) => {
          ready[k] = Math.max(k > 0 ? ready[k - 1] : 0, k > ahead ? ended[k - ahead - 1] : 0) + seconds;
          ended[k] = Math.max(ready[k], k > 0 ? ended[k - 1] : 0) + compute[k];
        });
        return ended[prepare.length - 1];
      },
    ],
    wrong: [
      { what: "nothing overlaps", answer: (p, c) => followed(p, c, 0), says: /while the devices compute/ },
      {
        what: "the host runs far ahead",
        answer: (p, c) => followed(p, c, p.length),
        says: /too far ahead|that far ahead/,
      },
      {
        what: "the slower one decides",
        answer: (p, c) => Math.max(...[p, c].map((all) => all.reduce((a, b) => a + b))),
        says: /first batch is ready/,
      },
      { what: "one batch further", answer: (p, c, ahead) => followed(p, c, ahead + 1), says: /too far ahead/ },
    ],
  }),
];
