import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resolveCluster } from "../../../lib/strategy";
import { freePort } from "../../../lib/system/free-port";
import { candidates, meet, type Meeting } from "../../../lib/strategy/rendezvous/rendezvous";

const HERE = "127.0.0.1";
let jobs = 0;
/** The parts in a meeting of a job whose ports nobody has. */
async function meetings(tasks: number, timeoutSeconds = 60): Promise<Meeting[]> {
  const job = `test-${process.pid}-${jobs++}`;
  const common = { job, secret: `of ${job}`, tasks, timeoutSeconds, chiefHost: HERE, hostAddress: HERE };
  // On Linux every address of 127.0.0.0/8 is this machine.
  const all = Array.from({ length: tasks }, (_, task) => ({
    ...common,
    ...{ task, host: `node${task}`, listenOn: `127.0.0.${task + 1}` },
  }));
  const ports = candidates(all[0]);
  const free = await Promise.all(ports.map((port) => freePort(HERE, port)));
  return String(free) === String(ports) ? all : meetings(tasks, timeoutSeconds);
}

const made: { close(): void }[] = [];
afterEach(() => made.splice(0).forEach((each) => each.close()));

/** Somebody else on a port: `says` a line to whoever comes, or nothing. */
async function stranger(port: number, says?: string): Promise<void> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    if (says !== undefined) socket.write(`${says}\n`);
  });
  server.listen(port, HERE);
  await once(server, "listening");
  made.push({ close: () => (server.close(), sockets.forEach((socket) => socket.destroy())) });
}

/** Calls who listens on this port, as soon as somebody does. */
async function called(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, HERE);
    const listens = await once(socket, "connect").catch(() => undefined);
    if (listens) return socket.on("error", () => undefined);
    await setTimeout(20);
  }
}

describe("processes that look for each other", () => {
  it.each([2, 5])("%i of them learn the same addresses, in the order of their tasks", async (tasks) => {
    const found = await Promise.all((await meetings(tasks)).map(meet));
    found.forEach((members) => expect(members).toEqual(found[0]));
    expect(found[0].map(({ host }) => host)).toEqual(Array.from({ length: tasks }, (_, task) => `node${task}`));
    for (const [task, { address }] of found[0].entries()) {
      expect(address).toMatch(new RegExp(`^127\\.0\\.0\\.${task + 1}:\\d+$`));
    }
  });

  it("find each other when the chief comes last", async () => {
    const [chief, ...others] = await meetings(3);
    const early = others.map(meet);
    await setTimeout(500);
    const members = await meet(chief);
    expect(await Promise.all(early)).toEqual([members, members]);
  });

  it("of two jobs do not get mixed up, also where one has the other's port", async () => {
    const [first, second] = [await meetings(2), await meetings(2)];
    await stranger(candidates(first[0])[0], "I am somebody else");
    const found = await Promise.all([...first, ...second].map(meet));
    expect(found[0]).toEqual(found[1]);
    expect(found[2]).toEqual(found[3]);
    expect(found[0]).not.toEqual(found[2]);
  });

  it("are not held up by one who listens there and says nothing", async () => {
    const both = await meetings(2);
    await stranger(candidates(both[0])[0]);
    const [chief, other] = await Promise.all(both.map(meet));
    expect(other).toEqual(chief);
  });

  it("do not take a stranger's call for a task's, and let him go", async () => {
    const [chief, other] = await meetings(2);
    const waiting = meet(chief);
    const calls = [
      "no JSON",
      JSON.stringify({
        proof: "0".repeat(64),
        content: { nonce: "x", port: candidates(chief)[0], task: 1, member: { host: "x", address: "x:1" } },
      }),
      "",
    ];
    const callers = await Promise.all(calls.map(() => called(candidates(chief)[0])));
    const ended = callers.map((socket) => once(socket.resume(), "close"));
    for (const [at, line] of calls.entries()) if (line !== "") callers[at].write(`${line}\n`);
    expect(await meet(other)).toEqual(await waiting);
    await Promise.all(ended); // the silent one as well, or the process would not end because of him
  });

  describe("on nodes that others use, too", () => {
    /** Calls the chief, and says this. @returns what came back until the chief hung up. */
    async function call(chief: Meeting, line: string): Promise<string> {
      const socket = await called(candidates(chief)[0]);
      let back = "";
      socket.on("data", (chunk: Buffer) => (back += chunk.toString()));
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.write(line);
      await closed;
      return back;
    }
    const taken = { host: "mallory", address: "127.0.0.66:6666" };
    /** As a process says it that was told this much. */
    const said = (meeting: Meeting, task: number, port = candidates(meeting)[0]): string => {
      const content = { nonce: "x", port, task, member: taken };
      const key = `${meeting.secret} ${meeting.job} ${meeting.tasks}`;
      return `${JSON.stringify({ proof: createHmac("sha256", key).update(JSON.stringify(content)).digest("hex"), content })}\n`;
    };

    it.each([
      [
        "the job's number alone, as once",
        ({ job, tasks }: Meeting) => {
          const meeting = createHash("sha256").update(`${job} ${tasks}`).digest("hex");
          return `${JSON.stringify({ meeting, task: 1, member: taken })}\n`;
        },
      ],
      ["the job's number alone", (chief: Meeting) => said({ ...chief, secret: "" }, 1)],
      ["another job's secret", (chief: Meeting) => said({ ...chief, secret: "of another" }, 1)],
      ["the secret, for a task that is none", (chief: Meeting) => said(chief, 2)],
      ["the secret, for the chief itself", (chief: Meeting) => said(chief, 0)],
      ["the secret, for half a task", (chief: Meeting) => said(chief, 0.5)],
      ["what a task says on another port", (chief: Meeting) => said(chief, 1, candidates(chief)[1])],
      ["a proof that is no text of bytes", (chief: Meeting) => said(chief, 1).replace(/"proof":"\w/, '"proof":"é')],
    ])("nobody takes part who knows %s", async (_, line) => {
      const [chief, other] = await meetings(2);
      const waiting = meet(chief);
      expect(await call(chief, line(chief))).toBe('{"refused":"unknown"}\n');
      const members = await meet(other);
      expect(await waiting).toEqual(members);
      expect(members).not.toContainEqual(taken);
    });

    it("nobody takes a task's place by repeating what it has once said on the chief's port", async () => {
      const [chief, other] = await meetings(2, 10);
      const waiting = meet(chief);
      const back = call(chief, said(chief, 1));
      await setTimeout(100);
      expect(await meet(other)).toEqual(await waiting);
      expect(await back).toMatch(/^\{"proof":"\w+","content":\{"nonce":"x","challenge":"\w+"\}\}\n$/);
    });

    it("nobody fills the chief's memory with a line that never ends", async () => {
      const [chief, other] = await meetings(2);
      const waiting = meet(chief);
      expect(await call(chief, "x".repeat(5_000_000))).toBe("");
      expect(await meet(other)).toEqual(await waiting);
    });

    it("a task believes nobody but its chief: an answer that it did not ask for is none", async () => {
      const [chief, other] = await meetings(2);
      const members = [taken, taken];
      await stranger(candidates(chief)[0], JSON.stringify({ meeting: "x", members }));
      // Who listens on one of the ports hears a task, and can say no more than what it has heard.
      const server = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.on("data", (line: Buffer) => socket.write(line));
      }).listen(candidates(chief)[1], HERE);
      made.push({ close: () => server.close() });
      const [first, second] = await Promise.all([chief, other].map(meet));
      expect(second).toEqual(first);
      expect(second).not.toContainEqual(taken);
    });
  });

  it("are found by a task whose call a stranger had taken, when he has left the port to the chief", async () => {
    const [chief, other] = await meetings(2);
    let calls = 0;
    const stranger = createServer((socket) => void socket.on("error", () => undefined).once("data", () => calls++));
    stranger.listen(candidates(chief)[0], HERE);
    await once(stranger, "listening");
    vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
    const asking = meet(other);
    while (calls === 0) await setTimeout(20);
    stranger.close(); // the call stays open
    const waiting = meet(chief);
    vi.advanceTimersByTime(10_000);
    expect(await asking).toEqual(await waiting);
    vi.useRealTimers();
  });

  it("name the tasks that did not come", async () => {
    const [chief, , third] = await meetings(4, 3); // time for task 2, on a busy machine
    const found = await Promise.allSettled([chief, third].map(meet));
    expect(found.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const [ofChief, ofOther] = found.map((each) => (each as PromiseRejectedResult).reason as Error);
    expect(ofChief.message).toMatch(/^Of 4 tasks, tasks 1, 3 did not come within 3 s: look at their output/);
    expect(ofOther.message).toBe(ofChief.message);
  });

  it("name one task in the singular, and the chief when he is missing", async () => {
    const [chief] = await meetings(2, 1);
    await expect(meet(chief)).rejects.toThrow(/^Of 2 tasks, task 1 did not come within 1 s/);
    const [, other] = await meetings(2, 1);
    const began = performance.now();
    await expect(meet(other)).rejects.toThrow(/^Task 0 on 127\.0\.0\.1 did not answer within 1 s/);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it("give up in time also when memory is collected meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void; // what the flag adds
    const collecting = setInterval(collect, 50);
    made.push({ close: () => clearInterval(collecting) });
    const [, other] = await meetings(2, 1);
    await expect(meet(other)).rejects.toThrow(/^Task 0 on 127\.0\.0\.1 did not answer within 1 s/);
  });

  it("say when none of their ports is free", async () => {
    const [chief] = await meetings(2, 1);
    for (const port of candidates(chief)) await stranger(port);
    await expect(meet(chief)).rejects.toThrow(/^None of the ports (\d+, ){7}\d+ is free on node0 \(127\.0\.0\.1\)/);
  });
});

it("a free port can be listened on", async () => {
  const port = await freePort(HERE);
  const server = createServer().listen(port, HERE);
  await once(server, "listening");
  expect((server.address() as AddressInfo).port).toBe(port);
  server.close();
});

/** What `srun` sets for each of its tasks. */
const slurm = (task: number, more: Record<string, string> = {}) => ({
  ...{ SLURM_JOB_ID: `${process.pid}`, SLURM_STEP_ID: `${jobs}`, SLURM_NTASKS: "2", SLURM_STEP_NUM_TASKS: "2" },
  ...{ SLURM_JOB_NODELIST: "localhost", SLURM_STEP_NODELIST: "localhost", SLURM_NODEID: "0" },
  ...{ SLURM_PROCID: String(task), ...more },
});

describe("the tasks of a Slurm step", () => {
  it("find each other by what Slurm has told them", async () => {
    jobs++;
    const [chief, other] = await Promise.all(
      [0, 1].map((task) => resolveCluster({ environment: slurm(task), timeoutSeconds: 60 })),
    );
    expect(chief).toMatchObject({ task: 0, listenOn: HERE, source: "slurm" });
    expect(other).toMatchObject({ task: 1, members: chief.members });
    expect(new Set(chief.members.map(({ address }) => address)).size).toBe(2);
    expect(chief.members.map(({ host }) => host)).toEqual(["localhost", "localhost"]);
  });

  it("listen on the network that is named", async (test) => {
    const [name, addresses] =
      Object.entries(networkInterfaces()).find(([, each]) =>
        each?.some(({ family, internal }) => family === "IPv4" && !internal),
      ) ?? [];
    test.skip(name === undefined, "this machine has no network but the loopback");
    jobs++;
    const environment = { WORKBOOK_NETWORK_INTERFACE: name! }; // skipped without one
    const [chief] = await Promise.all(
      [0, 1].map((task) => resolveCluster({ environment: slurm(task, environment), timeoutSeconds: 60 })),
    );
    const expected = addresses?.find(({ family }) => family === "IPv4")?.address;
    expect(chief.listenOn).toBe(expected);
    chief.members.forEach(({ address }) => expect(address.split(":")[0]).toBe(expected));
  });

  it.each([
    [
      { WORKBOOK_NETWORK_INTERFACE: "ib9" },
      /^localhost has no network interface "ib9" with an IPv4 address: .* can be one of .*lo/,
    ],
    [{ SLURM_PROCID: "one" }, /^SLURM_PROCID is one, but Slurm sets it to a whole number: start with srun\.$/],
    [{ SLURM_STEP_NODELIST: "node[1-" }, /^The host list "node\[1-" cannot be read/],
    // No name server is asked for such a name; some answer every other one.
    [{ SLURM_STEP_NODELIST: "no-such..node" }, /^The host no-such\.\.node has no IPv4 address/],
  ])("refuse %o", async (more, expected) => {
    await expect(resolveCluster({ environment: slurm(0, more), timeoutSeconds: 1 })).rejects.toThrow(expected);
  });

  it("are told who is missing", async () => {
    jobs++;
    await expect(resolveCluster({ environment: slurm(1), timeoutSeconds: 1 })).rejects.toThrow(
      /^Task 0 on localhost did not/,
    );
  });
});
