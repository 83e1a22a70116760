import { sum } from "simple-statistics";
import { sentAndReceived, starRounds, type Send } from "../../../chapters/02-mirrored/rounds";
import { type Check, checkAnswer, checkByCases, type Trial } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import { counted } from "../../../lib/system/words";

/** What each device holds: for each of its parts, the numbers in it. */
export type Held = number[][][];

const ALL_REDUCE = "All-reduce";

/** Carries out one round. @param how A known wrong way, for hints. */
function carriedOut(held: Held, sends: readonly Send[], how?: "in turn" | "always add" | "never add"): Held {
  const after = structuredClone(held);
  for (const { from, to, part, add } of sends) {
    const arriving = (how === "in turn" ? after : held)[from][part];
    const adds = how === "always add" || (add && how !== "never add");
    after[to][part] = arriving.map((value, i) => value + (adds ? after[to][part][i] : 0));
  }
  return after;
}

/** Two arrivals are added to what the device held, not to each other's results. */
function lastArrivalOnly(held: Held, sends: readonly Send[]): Held {
  const after = structuredClone(held);
  for (const { from, to, part, add } of sends) {
    after[to][part] = held[from][part].map((value, i) => value + (add ? held[to][part][i] : 0));
  }
  return after;
}

/** Devices whose parts have one number each. */
const single = (...devices: number[][]): Held => devices.map((parts) => parts.map((part) => [part]));
const threeOfThree = single([1, 2, 3], [10, 20, 30], [100, 200, 300]);

const ROUNDS: [what: string, held: Held, sends: Send[]][] = [
  [
    "one device adds what another sends",
    [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [10, 20],
        [30, 40],
      ],
    ],
    [{ from: 0, to: 1, part: 1, add: true }],
  ],
  [
    "three devices in a circle send part 0 at once",
    threeOfThree,
    [0, 1, 2].map((from) => ({ from, to: (from + 1) % 3, part: 0, add: true })),
  ],
  [
    "two devices send to device 0, which adds both",
    threeOfThree,
    [1, 2].map((from) => ({ from, to: 0, part: 2, add: true })),
  ],
  ["a finished part replaces what was there", single([11, 22], [3, 5]), [{ from: 0, to: 1, part: 0, add: false }]],
];

/** Checks a function that carries out one round on arrays, and changes no array that it was given. */
export const checkCarryOut = (carryOut: (held: Held, sends: Send[]) => Held, cases = ROUNDS): Check =>
  checkByCases(ALL_REDUCE, cases, (what, held, sends) => ({
    what,
    expected: carriedOut(held, sends),
    slips: [
      [held, "Nothing was sent: return what the devices hold afterwards."],
      [
        carriedOut(held, sends, "in turn"),
        "All sends of a round happen at once: send what a device held before the round.",
      ],
      [carriedOut(held, sends, "always add"), "Where add is false, the part replaces what was there."],
      [carriedOut(held, sends, "never add"), "Where add is true, the part is added to what was there."],
      [lastArrivalOnly(held, sends), "Two parts arrive at device 0: the second is added to the sum with the first."],
    ],
  }))((_what, held, sends) => carryOut(held, sends));

const DEVICES = [2, 3, 4];

/** Checks a function that gives the rounds of a ring all-reduce: its sums, who sends to whom, its rounds and its bytes. */
export function checkRingRounds(ringRounds: (devices: number) => Send[][], counts = DEVICES): Check {
  return checkAnswer(ALL_REDUCE, ringRounds, (ringRounds) =>
    counts.flatMap((devices) => ringTrials(devices, () => checked(ringRounds(devices), devices))),
  );
}

function ringTrials(devices: number, rounds: () => Send[][]): Trial[] {
  const on = counted(devices, "device");
  const expected = 2 * (devices - 1);
  const count: Trial = {
    what: `${on}: rounds`,
    call: () => rounds().length,
    expected,
    slips: [
      [devices - 1, "After n - 1 rounds each device has one whole sum: the sums must still go around."],
      [2 * devices, "After n - 1 rounds a part has met all n devices: one round less, twice."],
      [2, "A ring sends one part at a time, and takes more rounds for it."],
    ],
  };
  if (devices === 1) return [count]; // all else is right of nothing
  return [
    {
      what: `${on}: the sums that each holds after all rounds`,
      call: () => sumsAfter(rounds(), devices),
      expected: Array.from({ length: devices }, () => Array.from({ length: devices }, () => 2 ** devices - 1)),
      slips: [[sumsAfter([], devices), "Nobody has sent anything."]],
    },
    count,
    {
      what: `${on}: parts that each sends`,
      call: () => sentAndReceived(rounds(), devices, devices).sent,
      expected: Array.from({ length: devices }, () => expected),
      slips: [
        [
          sentAndReceived(starRounds(devices), devices, devices).sent,
          "Here every send needs device 0: this is a star.",
        ],
      ],
    },
    {
      what: `${on}: each sends only to the next one`,
      call: () => {
        const sends = rounds().flat();
        if (sends.length === 0) throw new Error("no round has a send");
        return sends.every(({ from, to }) => to === (from + 1) % devices);
      },
      expected: true,
      slips: [[false, "Device i sends to i + 1, and the last one to device 0."]],
    },
  ];
}

/** @throws one line when it is no list of rounds. */
function checked(rounds: unknown, devices: number): Send[][] {
  if (!Array.isArray(rounds)) throw new Error("return a list of rounds");
  const isIndex = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < devices;
  for (const [at, round] of rounds.entries()) {
    if (!Array.isArray(round)) throw new Error(`round ${at} is no list of sends`);
    for (const send of round as Partial<Send>[]) {
      const { from, to, part, add } = send ?? {};
      if ([from, to, part].every(isIndex) && typeof add === "boolean") continue;
      throw new Error(
        `round ${at}: from, to and part must be whole numbers from 0 to ${devices - 1}, and add true or false`,
      );
    }
  }
  return rounds as Send[][];
}

/** Each device's parts after all rounds; at first device i holds 2^i in each, so that each sum tells whose numbers are in it. */
function sumsAfter(rounds: Send[][], devices: number): number[][] {
  let held: Held = Array.from({ length: devices }, (_, device) => Array.from({ length: devices }, () => [2 ** device]));
  for (const round of rounds) held = carriedOut(held, round);
  return held.map((parts) => parts.map(([value]) => value));
}

/** The gradients of ResNet50V2 in float32. */
const GRADIENT_BYTES = 23_585_290 * 4;

/** A ring of three, spelled out. */
const RING_OF_THREE: Send[][] = [0, 1, 2, 3].map((round) =>
  [0, 1, 2].map((from) => {
    const part = (from - round + 6) % 3;
    return { from, to: (from + 1) % 3, part, add: round < 2 };
  }),
);

const PLANS: [what: string, rounds: Send[][], devices: number, bytes: number][] = [
  ["a star of three", starRounds(3), 3, GRADIENT_BYTES],
  ["a ring of three", RING_OF_THREE, 3, GRADIENT_BYTES],
  ["a star of two", starRounds(2), 2, 8e6],
];

/**
 * Checks a function that gives the bytes that the busiest device sends or receives. In a ring they are 2 (n - 1) / n of what it
 * holds: P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69 (2), 2009.
 */
export const checkBusiestBytes = (
  busiestBytes: (rounds: Send[][], devices: number, bytes: number) => number,
  cases = PLANS,
): Check =>
  checkByCases(ALL_REDUCE, cases, (what, rounds, devices, bytes) => {
    const { sent, received } = sentAndReceived(rounds, devices, bytes);
    const right = Math.max(...sent, ...received);
    return {
      what: `${what}, with ${formatNumber(bytes / 1e6)} MB each`,
      expected: right,
      unit: "bytes",
      slips: [
        [sum(sent), "These are the bytes of all devices together. Which device's link is the busiest?"],
        [devices * right, "One part is a share of the array: bytes / devices."],
        [
          Math.max(...sent.map((bytes, device) => bytes + received[device])),
          "A link sends and receives at once: take the larger of the two.",
        ],
        [Math.min(...sent), "That is the least busy device."],
        [bytes, "That is what one device holds."],
        [sent[0] / rounds.length, "That is one round: all rounds count."],
      ],
    };
  })((_what, rounds, devices, bytes) => busiestBytes(rounds, devices, bytes));
