/**
 * In one round of an all-reduce, device `from` sends one of its parts to device `to`, which adds it to its own part or puts it in
 * its place. Devices and parts count from 0. All sends of a round happen at once, with what the devices held before it.
 */
export interface Send {
  from: number;
  to: number;
  part: number;
  add: boolean;
}

/** The rounds of an all-reduce through device 0: everybody sends it everything, and it sends the sums back. */
export function starRounds(devices: number): Send[][] {
  const others = Array.from({ length: devices - 1 }, (_, index) => index + 1);
  const parts = Array.from({ length: devices }, (_, part) => part);
  return [
    others.flatMap((from) => parts.map((part) => ({ from, to: 0, part, add: true }))),
    others.flatMap((to) => parts.map((part) => ({ from: 0, to, part, add: false }))),
  ];
}

/**
 * The rounds of an all-reduce along a tree: in each round, half of the devices that are left send everything to a partner, until device
 * 0 has all sums. These then go the same way back.
 * @param devices A power of two.
 */
export function treeRounds(devices: number): Send[][] {
  const parts = Array.from({ length: devices }, (_, part) => part);
  const up: Send[][] = [];
  for (let apart = 1; apart < devices; apart *= 2) {
    const senders = parts.filter((device) => device % (2 * apart) === apart);
    up.push(senders.flatMap((from) => parts.map((part) => ({ from, to: from - apart, part, add: true }))));
  }
  return [
    ...up,
    ...up.map((round) => round.map(({ from, to, part }) => ({ from: to, to: from, part, add: false }))).reverse(),
  ];
}

/**
 * The rounds of an all-reduce by halving and doubling. Partners swap the halves that the other one adds up, then quarters and so on;
 * the sums go the same way back.
 * @param devices A power of two.
 */
export function halvingRounds(devices: number): Send[][] {
  const all = Array.from({ length: devices }, (_, device) => device);
  const halving: Send[][] = [];
  for (let apart = devices / 2; apart >= 1; apart /= 2) {
    // A device adds up the parts whose numbers agree with its own in all digits that have been decided.
    const belongs = (part: number, to: number): boolean => Math.floor(part / apart) === Math.floor(to / apart);
    halving.push(
      all.flatMap((from) => {
        const to = from ^ apart;
        return all.filter((part) => belongs(part, to)).map((part) => ({ from, to, part, add: true }));
      }),
    );
  }
  return [
    ...halving,
    ...halving.map((round) => round.map(({ from, to, part }) => ({ from: to, to: from, part, add: false }))).reverse(),
  ];
}

/** The bytes that each device sends and receives in all rounds. @param bytes What each device holds, in as many parts as devices. */
export function sentAndReceived(
  rounds: readonly (readonly Send[])[],
  devices: number,
  bytes: number,
): { sent: number[]; received: number[] } {
  const [sent, received] = [0, 1].map(() => Array.from({ length: devices }, () => 0));
  for (const { from, to } of rounds.flat()) {
    sent[from] += bytes / devices;
    received[to] += bytes / devices;
  }
  return { sent, received };
}
