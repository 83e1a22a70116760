import { checkBusiestBytes, checkCarryOut, checkRingRounds } from "../../../../solutions/02-mirrored/exercises/ring";
import { sentAndReceived, type Send } from "../../../../chapters/02-mirrored/rounds";
import { exercise, guess, slip } from "../../../checks/exercise";

const ring = (n: number): Send[][] =>
  [true, false].flatMap((add) =>
    Array.from({ length: n - 1 }, (_, round) =>
      Array.from({ length: n }, (_, from) => {
        const first = add ? from : from + 1; // a device's next part has just become whole
        return { add, part: (first - round + n) % n, from, to: from === n - 1 ? 0 : from + 1 };
      }),
    ),
  );

/** A ring whose sends differ. */
const ringWith =
  (change: (send: Send, round: number, n: number) => Partial<Send>) =>
  (n: number): Send[][] =>
    ring(n).map((sends, round) => sends.map((send) => ({ ...send, ...change(send, round, n) })));

export const exercises = [
  exercise("02-mirrored/test-carry-out", checkCarryOut, {
    right: (held, sends) =>
      held.map((parts, device) =>
        parts.map((numbers, part) => {
          const here = sends.filter((send) => send.to === device && send.part === part);
          return here.reduce((mine, { from, add }) => held[from][part].map((x, i) => (add ? mine[i] : 0) + x), numbers);
        }),
      ),
    wrong: slip("sends one after the other", /at once/, (held, sends) => {
      for (const { from, to, part, add } of sends)
        held[to][part] = held[from][part].map((x, i) => (add ? held[to][part][i] : 0) + x);
      return held;
    }),
  }),
  exercise("02-mirrored/test-ring-rounds", checkRingRounds, {
    right: ring,
    wrong: [
      slip("half of it", /still go around/, (n) => ring(n).slice(0, n - 1)),
      guess(
        "its own part each time",
        ringWith(({ from }) => ({ part: from })),
      ),
      guess(
        "parts that go the other way",
        ringWith(({ from }, round, n) => ({ part: (from + round) % n })),
      ),
      guess(
        "adding to the end",
        ringWith(() => ({ add: true })),
      ),
      slip("no list", /list of rounds/, () => 4 as never),
    ],
  }),
  exercise("02-mirrored/test-busiest-bytes", checkBusiestBytes, {
    right: (rounds, n, bytes) => {
      const count = (end: "from" | "to", device: number) => rounds.flat().filter((send) => send[end] === device).length;
      const counts = Array.from({ length: n }, (_, device) => Math.max(count("from", device), count("to", device)));
      return (Math.max(...counts) * bytes) / n;
    },
    wrong: slip("both directions added", /at once/, (rounds, n, bytes) => {
      const { sent, received } = sentAndReceived(rounds, n, bytes);
      return Math.max(...sent.map((each, device) => each + received[device]));
    }),
  }),
];
