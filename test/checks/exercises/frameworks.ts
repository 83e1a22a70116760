import { checkClaims, checkGainToAccuracy, checkUnequalSettings } from "../../../lib/checks";
import type { ClaimKind, Comparison, FrameworkClaim, TrainingSettings } from "../../../lib/checks";
import { exercise } from "../exercise";

const kinds = (text: string) => (claim: FrameworkClaim) =>
  (({ m: "measured", b: "beyond", c: "cause" }) as const)[text["abcdef".indexOf(claim)] as "m"] as ClaimKind;

const names = ["firstEpoch", "framework", "gradients", "localBatch", "processes", "threads"] as const;

/** A setting at a time. */
function oneByOne(one: TrainingSettings, other: TrainingSettings, about: Comparison): string[] {
  const found: string[] = [];
  for (const name of names) {
    if (name === "framework" && about === "framework") continue;
    if (name === "processes" && about !== "framework") continue;
    if (name === "localBatch" && about === "strong scaling") {
      if (one.localBatch / other.localBatch !== other.processes / one.processes) found.push(name);
    } else if (one[name] !== other[name]) found.push(name);
  }
  return found;
}

/** What may differ, looked up. */
function lookedUp(one: TrainingSettings, other: TrainingSettings, about: Comparison): string[] {
  const total = ({ processes, localBatch }: TrainingSettings) => processes * localBatch;
  const same = (name: (typeof names)[number]): boolean => {
    if (about === "framework" ? name === "framework" : name === "processes") return true;
    return about === "strong scaling" && name === "localBatch"
      ? total(one) === total(other)
      : one[name] === other[name];
  };
  return names.filter((name) => !same(name));
}

export const exercises = [
  exercise({
    what: "the gain to an accuracy",
    cell: "07-frameworks/test-gain",
    check: checkGainToAccuracy,
    right: [
      (times, devices, one, all) => ({ efficiency: times / devices, toAccuracy: (times * one) / all }),
      (times, devices, one, all) => {
        const more = all / one;
        return { toAccuracy: times / more, efficiency: (1 / devices) * times };
      },
    ],
    wrong: [
      {
        what: "no epochs",
        answer: (times, devices) => ({ efficiency: times / devices, toAccuracy: times }),
        says: /another number of epochs/,
      },
      {
        what: "epochs the other way round",
        answer: (times, devices, one, all) => ({ efficiency: times / devices, toAccuracy: (times * all) / one }),
        says: /not shorter/,
      },
      {
        what: "percent",
        answer: (times, devices, one, all) => ({ efficiency: (100 * times) / devices, toAccuracy: (times * one) / all }),
        says: /not in percent/,
      },
      {
        what: "the gain of each device",
        answer: (times, devices, one, all) => ({
          efficiency: times / devices,
          toAccuracy: ((times / devices) * one) / all,
        }),
        says: /for each device/,
      },
    ],
  }),
  exercise({
    what: "kinds of statements",
    cell: "07-frameworks/test-claims",
    check: checkClaims,
    right: [
      kinds("mbmcbc"),
      (claim) => {
        if ("ac".includes(claim)) return "measured";
        return "df".includes(claim) ? "cause" : "beyond";
      },
    ],
    wrong: [
      { what: "all of them measured", answer: () => "measured" as const, says: /not measured|says why/ },
      { what: "a plausible cause as measured", answer: kinds("mbmcbm"), says: /says why/ },
      { what: "56 CPUs for every training", answer: kinds("mbmcmc"), says: /not measured/ },
    ],
  }),
  exercise({
    what: "settings that are not equal",
    cell: "07-frameworks/test-unequal",
    check: checkUnequalSettings,
    right: [oneByOne, lookedUp],
    wrong: [
      {
        what: "all that differ",
        answer: (one, other) => names.filter((name) => one[name] !== other[name]),
        says: /may differ/,
      },
      {
        what: "strong scaling with equal local batches",
        answer: (one, other, about) =>
          oneByOne(one, other, about === "strong scaling" ? "weak scaling" : about),
        says: /which one has to be equal/,
      },
      {
        what: "weak scaling with equal steps",
        answer: (one, other, about) => oneByOne(one, other, about === "weak scaling" ? "strong scaling" : about),
        says: /which one has to be equal/,
      },
      {
        what: "weak scaling, and only the batch looked at",
        answer: (one, other, about) =>
          about === "weak scaling" ? (one.localBatch === other.localBatch ? [] : ["localBatch"]) : lookedUp(one, other, about),
      },
      { what: "backwards", answer: (one, other, about) => oneByOne(one, other, about).reverse(), says: /alphabetically/ },
    ],
  }),
]; // prettier-ignore
