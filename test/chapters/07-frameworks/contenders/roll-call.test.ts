import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { callTheRoll } from "../../../../chapters/07-frameworks/contenders/roll-call";
import { reach, Wire } from "../../../../chapters/07-frameworks/contenders/roll-call/wire";
import type { RollCall } from "../../../../chapters/07-frameworks/contenders/roll-call/roll-call";
import type { Cluster } from "../../../../lib/strategy";
import { freePort } from "../../../../lib/system/free-port";

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
  const stopped = (await reach(chief.members[0].address, Date.now() + 3000))!;
  const wire = new Wire(member, SECRET, 3);
  const claim = { event: "here", task: 1, address: member.members[1].address };
  stopped.write(`${JSON.stringify({ ...claim, proof: wire.proofOf(claim) })}\n`);
  const [line] = (await once(stopped, "data")) as [Buffer];
  const { challenge } = JSON.parse(line.toString()) as { challenge: string };
  stopped.resume().write(`${JSON.stringify({ event: "back", proof: wire.proofOf({ challenge }) })}\n`);
  const roll = await rolling;
  expect(await roll.lost).toMatch(/^Task 1 \(node1, .*\) does not answer any more/);
  await roll.fail("another was lost");
  stopped.destroy();
});

it("whoever does not know the secret is sent away, and the others meet all the same", async () => {
  const all = await clusters(2);
  const chief = callTheRoll(all[0], SECRET, 10);
  await expect(callTheRoll(all[1], "of another training", 10)).rejects.toThrow(
    /^Task 0 .* refused this process: it has another list of processes, another WORKBOOK_MEETING/,
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
    stranger.resume().on("error", () => undefined);
    stranger.write(`${line}\n`);
    await new Promise((closed) => stranger.once("close", closed));
  }
  const [, member] = await Promise.all([chief, callTheRoll(all[1], SECRET, 10)]);
  expect(await isSettled(member.lost)).toBe(false);
  await Promise.all([(await chief).done(), member.done()]);
});

describe("a stranger", () => {
  it("takes no process's place by repeating what it has said on the chief's port", async () => {
    const [chief, member] = await clusters(2);
    const claim = { event: "here", task: 1, address: member.members[1].address };
    const heard = JSON.stringify({ ...claim, proof: new Wire(member, SECRET, 20).proofOf(claim) });
    const rolling = callTheRoll(chief, SECRET, 20);
    const stranger = (await reach(chief.members[0].address, Date.now() + 3000))!.on("error", () => undefined);
    stranger.resume().write(`${heard}\n{"event":"values","values":[6]}\n`);
    const rolls = await Promise.all([rolling, callTheRoll(member, SECRET, 20)]);
    const gathered = await Promise.all(rolls.map((roll, task) => roll.gather([task])));
    expect(gathered[0]).toEqual([[0], [1]]);
    await Promise.all(rolls.map((roll) => roll.done()));
  });

  it("is cut off when all are here, whatever he says, and nobody is let in any more", async () => {
    const all = await clusters(2);
    const chief = callTheRoll(all[0], SECRET, 60);
    const [host, port] = all[0].members[0].address.split(":");
    const strangers: Socket[] = [];
    for (const says of ["", "x", '{"event":"alive"']) {
      const stranger = (await reach(`${host}:${port}`, Date.now() + 60_000))!.resume();
      stranger.on("error", () => undefined).write(says);
      strangers.push(stranger);
    }
    const rolls = await Promise.all([chief, callTheRoll(all[1], SECRET, 60)]);
    for (const stranger of strangers) if (!stranger.closed) await once(stranger, "close");
    await expect(once(connect(Number(port), host), "connect")).rejects.toThrow(/ECONNREFUSED/);
    await Promise.all(rolls.map((roll) => roll.done()));
  });

  it.each([
    ["hangs up", ""],
    ["lies about a task that there is not", '{"event":"failed","task":99,"reason":"a lie"}'],
    ["says that all are here", `{"event":"all here","addresses":["x:1","x:2"],"proof":"${"0".repeat(64)}"}`],
  ])("who listens before the chief and %s does not hinder a member", async (_, says) => {
    const [chief, member] = await clusters(2);
    const [host, port] = chief.members[0].address.split(":");
    const stranger = createServer(
      (socket) =>
        void socket
          .on("error", () => undefined)
          .resume()
          .end(`${says}\n`),
    );
    await once(stranger.listen(Number(port), host), "listening");
    const waiting = callTheRoll(member, SECRET, 60);
    await once(stranger, "connection");
    await new Promise((closed) => stranger.close(closed));
    const rolls = await Promise.all([callTheRoll(chief, SECRET, 60), waiting]);
    expect(rolls[1].addresses).toEqual(rolls[0].addresses);
    await Promise.all(rolls.map((roll) => roll.done()));
  });

  it("who plays the chief for ever keeps a member no longer than the chief would", async () => {
    const [, member] = await clusters(2);
    const [host, port] = member.members[0].address.split(":");
    const server = createServer((socket) => {
      const alive = setInterval(() => socket.write('{"event":"alive"}\n'), 50);
      socket
        .resume()
        .on("error", () => undefined)
        .once("close", () => clearInterval(alive));
    });
    await once(server.listen(Number(port), host), "listening");
    await expect(callTheRoll(member, SECRET, 0.5)).rejects.toThrow(
      /^Task 0 .* (refused this process or ended|did not answer)/,
    );
    server.close();
  });
});

it("several processes without a secret are told to have one", async () => {
  const all = await clusters(2);
  for (const cluster of all) {
    await expect(callTheRoll(cluster, "", 60)).rejects.toThrow(
      /^These 2 processes have no secret .* set WORKBOOK_MEETING/,
    );
  }
  await (await callTheRoll({ ...all[0], members: all[0].members.slice(0, 1) }, "", 60)).done();
});

it("a reason of any length and with any characters is told in one plain line", async () => {
  const rolls = await call(await clusters(2));
  await rolls[1].fail(`\u001b[31mred\n${"x".repeat(5000)}`);
  expect(await rolls[0].lost).toMatch(/^Task 1 .* failed: {1,2}\[31mred x{1900,2000}$/);
  await rolls[0].fail("the other one's fault");
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
