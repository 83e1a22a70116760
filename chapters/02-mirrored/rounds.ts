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
