import { connect } from "node:net";
import { expect, it } from "vitest";
import { callTheRoll } from "../../../lib/frameworks/roll-call";
import { reach, Wire } from "../../../lib/frameworks/roll-call/wire";
import type { RollCall } from "../../../lib/frameworks/roll-call/roll-call";
import type { Cluster } from "../../../lib/strategy";
import { freePort } from "../../../lib/system/free-port";

const SECRET = "of this test";

async function clusters(tasks: number): Promise<Cluster[]> {
  // On Linux every address of 127.0.0.0/8 is this machine.
  const hosts = Array.from({ length: tasks }, (_, task) => `127.0.0.${task + 1}`);
  const members = await Promise.all(
    hosts.map(async (host, task) => ({ host: `node${task}`, address: `${host}:${await freePort(host)}` })),
  );
  return hosts.map((listenOn, task) => ({ members, task, listenOn, source: "slurm" }));
}

const call = async (all: readonly Cluster[], seconds = 10): Promise<RollCall[]> =>
  Promise.all(all.map((cluster) => callTheRoll(cluster, SECRET, seconds)));

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 200, false))]);

it("all learn the same addresses, one on each node, and end together", async () => {
  const rolls = await call(await clusters(4));
  rolls.forEach(({ addresses }) => expect(addresses).toEqual(rolls[0].addresses));
  rolls[0].addresses.forEach((address, task) =>
    expect(address).toMatch(new RegExp(`^127\\.0\\.0\\.${task + 1}:\\d+$`)),
  );
  const first = rolls[3].done();
  expect(await isSettled(first), "waits for the others").toBe(false);
  await Promise.all([first, ...rolls.slice(0, 3).map((roll) => roll.done())]);
  expect(await isSettled(Promise.race(rolls.map(({ lost }) => lost)))).toBe(false);
});

it("one alone is all", async () => {
  const [roll] = await call(await clusters(1));
  expect(await roll.gather([1, 2])).toEqual([[1, 2]]);
  await roll.done();
});

it("the chief gets everybody's numbers, in the order of the tasks and of the calls", async () => {
  const rolls = await call(await clusters(3));
  const early = rolls[2].gather([20, NaN]);
  const late = rolls[2].gather([21]);
  expect(await early).toEqual([[20, NaN]]);
  await rolls[1].gather([10]);
  expect(await rolls[0].gather([0])).toEqual([[0], [10], [20, NaN]]);
  const second = rolls[0].gather([1]);
  await rolls[1].gather([11]);
  expect(await second).toEqual([[1], [11], [21]]);
  await late;
  await Promise.all(rolls.map((roll) => roll.done()));
});

it.each([
  ["the chief", 0],
  ["a member", 2],
])("when %s fails, all others learn its name and why", async (_, failing) => {
  const all = await clusters(4);
  const rolls = await call(all);
  await rolls[failing].fail("pytorch.py was ended by SIGKILL");
  const { host, address } = all[0].members[failing];
  const others = rolls.filter((_, task) => task !== failing);
  const said = await Promise.all(others.map(({ lost }) => lost));
  const line = `Task ${failing} (${host}, ${address}) failed: pytorch.py was ended by SIGKILL`;
  expect(said).toEqual(others.map(() => line));
  await Promise.all(others.map((roll) => roll.fail("it was another one's fault"))); // ends the connections
});

it("a process whose machine is silent is given up after the time-out", async () => {
  const [chief, , two] = await clusters(3);
  const rolling = [chief, two].map((cluster) => callTheRoll(cluster, SECRET, 5)); // time for task 2, on a busy machine
  const ended = Promise.allSettled(rolling);
  await expect(rolling[0]).rejects.toThrow(
    /^Task 1 \(node1, 127\.0\.0\.2:\d+\) did not come within 5 s: look at its output/,
  );
  await expect(rolling[1]).rejects.toThrow(/^Task 0 \(node0, .*\) (refused this process or ended|did not answer)/);
  await ended;
});

it("a process that falls silent later is given up, too, as one that is stopped", async () => {
  const [chief, member] = await clusters(2);
  const rolling = callTheRoll(chief, SECRET, 3);
  const stopped = (await reach(chief.members[0].address, 3, "the chief")).resume();
  const claim = { event: "here", task: 1, address: member.members[1].address };
  stopped.write(`${JSON.stringify({ ...claim, proof: new Wire(member, SECRET, 3).proofOf(claim) })}\n`);
  const roll = await rolling;
  expect(await roll.lost).toMatch(/^Task 1 \(node1, .*\) does not answer any more/);
  await roll.fail("another was lost");
  stopped.destroy();
});

it("whoever does not know the secret is sent away, and the others meet all the same", async () => {
  const all = await clusters(2);
  const chief = callTheRoll(all[0], SECRET, 10);
  await expect(callTheRoll(all[1], "of another training", 10)).rejects.toThrow(
    /^Task 0 .* refused this process or ended/,
  );
  const [host, port] = all[0].members[0].address.split(":");
  for (const line of [
    "nonsense",
    '{"event":"done"}',
    '{"event":"failed","task":1,"reason":"a lie"}',
    "x".repeat(1000),
    "x".repeat(200_000),
    JSON.stringify({ event: "here", task: 1, address: "127.0.0.2:1", proof: "é".repeat(64) }),
  ]) {
    const stranger = connect(Number(port), host);
    stranger.on("error", () => undefined);
    stranger.write(`${line}\n`);
    await new Promise((closed) => stranger.once("close", closed));
  }
  const [, member] = await Promise.all([chief, callTheRoll(all[1], SECRET, 10)]);
  expect(await isSettled(member.lost)).toBe(false);
  await Promise.all([(await chief).done(), member.done()]);
});

it("says which port cannot be used", async () => {
  const [cluster] = await clusters(2);
  const { address } = cluster.members[0];
  const roll = callTheRoll(cluster, SECRET, 1);
  await expect(callTheRoll(cluster, SECRET, 1)).rejects.toThrow(
    `The port of ${address} cannot be used (EADDRINUSE): start the job again.`,
  );
  await expect(roll).rejects.toThrow(/did not come/);
});
