import {
  halvingRounds,
  sentAndReceived,
  starRounds,
  treeRounds,
  type Send,
} from "../../../chapters/02-mirrored/rounds";
import { expect, it } from "vitest";

it("a star's device 0 receives and sends all arrays of the others", () => {
  const { sent, received } = sentAndReceived(starRounds(4), 4, 8e6);
  expect([sent, received]).toEqual([
    [24e6, 8e6, 8e6, 8e6],
    [24e6, 8e6, 8e6, 8e6],
  ]);
  expect(starRounds(1).flat()).toEqual([]);
});

/** What each device holds in the end, where device d begins with 2^d in every part. */
function sums(rounds: Send[][], devices: number): number[][] {
  let held = Array.from({ length: devices }, (_, device) => Array.from({ length: devices }, () => 2 ** device));
  for (const round of rounds) {
    const next = held.map((parts) => [...parts]);
    for (const { from, to, part, add } of round) next[to][part] = held[from][part] + (add ? next[to][part] : 0);
    held = next;
  }
  return held;
}

it.each([2, 4, 8, 16])("a tree and halving give all %i devices the sums, in two logarithms of rounds", (devices) => {
  const all = Array.from({ length: devices }, () => Array.from({ length: devices }, () => 2 ** devices - 1));
  for (const rounds of [treeRounds(devices), halvingRounds(devices)]) {
    expect(rounds).toHaveLength(2 * Math.log2(devices));
    expect(sums(rounds, devices)).toEqual(all);
  }
  // Halving sends what a ring does, 2 (n - 1) / n of the array; in a tree device 0 receives and sends it log n times.
  const halving = sentAndReceived(halvingRounds(devices), devices, 1000);
  expect(new Set([...halving.sent, ...halving.received])).toEqual(new Set([(2000 * (devices - 1)) / devices]));
  const tree = sentAndReceived(treeRounds(devices), devices, 1000);
  expect([tree.sent[0], tree.received[0]]).toEqual([1000 * Math.log2(devices), 1000 * Math.log2(devices)]);
});
