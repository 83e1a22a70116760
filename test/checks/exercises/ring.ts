import { checkBusiestBytes, checkCarryOut, checkRingRounds, type Held } from "../../../lib/checks";
import { sentAndReceived, starRounds, type Send } from "../../../lib/measure";
import { exercise } from "../exercise";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** A ring with the part that a device sends in a round as a function. */
const ringOf =
  (
    part: (from: number, round: number, n: number) => number,
    more: { rounds?: (n: number) => number; add?: (round: number, n: number) => boolean } = {},
  ) =>
  (n: number): Send[][] =>
    Array.from({ length: (more.rounds ?? ((n) => 2 * (n - 1)))(n) }, (_, round) =>
      Array.from({ length: n }, (_, from) => ({
        ...{ from, to: (from + 1) % n, part: ((part(from, round, n) % n) + n) % n },
        add: (more.add ?? ((round, n) => round < n - 1))(round, n),
      })),
    );

const carry =
  (
    arriving: (before: Held, after: Held, send: Send) => number[],
    combine: (mine: number, other: number, add: boolean) => number,
  ) =>
  (held: Held, sends: Send[]): Held => {
    const after = structuredClone(held);
    for (const send of sends) {
      const values = arriving(held, after, send);
      after[send.to][send.part] = after[send.to][send.part].map((mine, i) => combine(mine, values[i], send.add));
    }
    return after;
  };
const before = (held: Held, _: Held, { from, part }: Send) => held[from][part];
const addOrReplace = (mine: number, other: number, add: boolean) => (add ? mine + other : other);

export const exercises = [
  exercise({
    what: "one round of an all-reduce",
    cell: "02-mirrored/test-carry-out",
    check: checkCarryOut,
    right: [
      carry(before, addOrReplace),
      (held, sends) =>
        held.map((parts, device) =>
          parts.map((numbers, part) => {
            const here = sends.filter((send) => send.to === device && send.part === part);
            return here.reduce(
              (mine, { from, add }) => held[from][part].map((x, i) => (add ? mine[i] : 0) + x),
              numbers,
            );
          }),
        ),
    ],
    wrong: [
      { what: "nothing sent", answer: (held) => held, says: /Nothing was sent/ },
      {
        what: "sends one after the other",
        answer: carry((_, after, { from, part }) => after[from][part], addOrReplace),
        says: /at once/,
      },
      { what: "always adding", answer: carry(before, (mine, other) => mine + other), says: /replaces/ },
      { what: "never adding", answer: carry(before, (_, other) => other), says: /is added/ },
      {
        what: "the second arrival alone",
        answer: (held, sends) => {
          const after = structuredClone(held);
          for (const { from, to, part, add } of sends)
            after[to][part] = held[from][part].map((x, i) => x + (add ? held[to][part][i] : 0));
          return after;
        },
        says: /second is added/,
      },
    ],
  }),
  exercise({
    what: "the rounds of a ring",
    cell: "02-mirrored/test-ring-rounds",
    check: checkRingRounds,
    right: [
      ringOf((from, round) => from - round),
      (n) => {
        const rounds: Send[][] = [];
        for (const add of [true, false]) {
          for (let round = 0; round < n - 1; round++) {
            const first = add ? 0 : 1; // a device's next part has just become whole
            rounds.push(
              Array.from({ length: n }, (_, from) => {
                return { add, part: (from + first - round + n) % n, from, to: from === n - 1 ? 0 : from + 1 };
              }),
            );
          }
        }
        return rounds;
      },
    ],
    wrong: [
      {
        what: "half of it",
        answer: ringOf((from, round) => from - round, { rounds: (n) => n - 1 }),
        says: /still go around/,
      },
      {
        what: "a round too many",
        answer: ringOf((from, round) => from - round, { rounds: (n) => 2 * n }),
        says: /one round less/,
      },
      { what: "the star", answer: starRounds, says: /depends on device 0/ },
      { what: "its own part each time", answer: ringOf((from) => from) },
      { what: "parts that go the other way", answer: ringOf((from, round) => from + round) },
      { what: "adding to the end", answer: ringOf((from, round) => from - round, { add: () => true }) },
      { what: "no list", answer: () => 4 as never, says: /list of rounds/ },
    ],
  }),
  exercise({
    what: "the busiest link",
    cell: "02-mirrored/test-busiest-bytes",
    check: checkBusiestBytes,
    right: [
      (rounds, n, bytes) => {
        const { sent, received } = sentAndReceived(rounds, n, bytes);
        return Math.max(...sent, ...received);
      },
      (rounds, n, bytes) => {
        const ends = rounds.flat();
        const counts = Array.from({ length: n }, (_, device) =>
          Math.max(ends.filter(({ from }) => from === device).length, ends.filter(({ to }) => to === device).length),
        );
        return (Math.max(...counts) * bytes) / n;
      },
    ],
    wrong: [
      {
        what: "all together",
        answer: (rounds, n, bytes) => sum(sentAndReceived(rounds, n, bytes).sent),
        says: /whose link/,
      },
      {
        what: "whole arrays",
        answer: (rounds, n, bytes) => n * Math.max(...sentAndReceived(rounds, n, bytes).sent),
        says: /One part/,
      },
      {
        what: "both directions added",
        answer: (rounds, n, bytes) => {
          const { sent, received } = sentAndReceived(rounds, n, bytes);
          return Math.max(...sent.map((each, device) => each + received[device]));
        },
        says: /at once/,
      },
      { what: "what a device holds", answer: (_r, _n, bytes) => bytes },
    ],
  }),
];
