import { describe, expect, it, vi } from "vitest";
import { resolveCluster } from "../../../lib/strategy";
import { describeTask } from "../../../lib/strategy/rendezvous/index";
import { clusterOfTfConfig } from "../../../lib/strategy/rendezvous/tf-config";
import { freePort } from "../../../lib/system/free-port";

const workers = ["127.0.0.1:2222", "127.0.0.2:2223"];
const resolve = (config: unknown) => clusterOfTfConfig(typeof config === "string" ? config : JSON.stringify(config));

describe("TF_CONFIG", () => {
  it("names the processes, of which this is one", async () => {
    const cluster = await resolve({ cluster: { worker: workers }, task: { type: "worker", index: 1 } });
    expect(cluster).toEqual({
      members: [
        { host: "127.0.0.1", address: "127.0.0.1:2222" },
        { host: "127.0.0.2", address: "127.0.0.2:2223" },
      ],
      task: 1,
      listenOn: "127.0.0.2",
      source: "TF_CONFIG",
    });
    expect(describeTask(cluster.members, 1)).toBe("task 1 (127.0.0.2:2223)");
  });

  it("has the chief before the workers, and an index may be text", async () => {
    const cluster = { chief: ["localhost:1"], worker: workers };
    const [chief, worker] = [
      await resolve({ cluster, task: { type: "chief", index: 0 } }),
      await resolve({ cluster, task: { type: "worker", index: "0" } }),
    ];
    expect(chief.members.map(({ address }) => address)).toEqual(["localhost:1", ...workers]);
    expect(chief).toMatchObject({ task: 0, listenOn: "127.0.0.1" });
    expect(worker).toMatchObject({ task: 1, members: chief.members });
  });

  const task = { type: "worker", index: 0 };
  it.each([
    ["{", /^TF_CONFIG is not JSON: correct or unset it\.$/],
    [{ task }, /^TF_CONFIG cannot be used: cluster: /],
    [{ cluster: { worker: workers } }, /^TF_CONFIG cannot be used: task: /],
    [{ cluster: { worker: ["node1"] }, task }, /cluster\.worker\.0: is no "host:port"\.$/],
    [{ cluster: { worker: workers, ps: ["a:1"] }, task }, /cluster: .*ps/],
    [{ cluster: { worker: workers }, task: { type: "evaluator", index: 0 } }, /task\.type/],
    [{ cluster: { worker: workers }, task: { type: "worker", index: -1 } }, /task\.index/],
    [{ cluster: { chief: ["a:1", "b:1"] }, task: { type: "chief", index: 0 } }, /chief: has more than one address/],
    [{ cluster: { worker: workers }, task: { ...task, index: 2 } }, /this is worker 2, but its cluster has no such/],
    [
      { cluster: { worker: workers }, task: { type: "chief", index: 0 } },
      /this is chief 0, but its cluster has no such/,
    ],
    [
      { cluster: { worker: ["127.0.0.1:2222", "127.0.0.1:2223", "127.0.0.1:2222"] }, task },
      /^Tasks 0 and 2 have the same address, 127\.0\.0\.1:2222: give each its own in TF_CONFIG\.$/,
    ],
    ...["localhost:1", "LOCALHOST:01", "127.1:1", "0x7f000001:1"].map((other): [unknown, RegExp] => [
      { cluster: { chief: ["127.0.0.1:1"], worker: [workers[0], other] }, task },
      /^Tasks 0 and 2 have the same address, 127\.0\.0\.1:1 and [\w.:]+: give each its own in TF_CONFIG\.$/,
    ]),
    ...["0.0.0.0:1", "0:1"].map((all): [unknown, RegExp] => [
      { cluster: { worker: [all, workers[1]] }, task },
      new RegExp(`^TF_CONFIG cannot be used: ${all} stands for all addresses of a machine`),
    ]),
    ...["node1:99999", "node1:65536", "node1:0", "node1:00000"].map((address): [unknown, RegExp] => [
      { cluster: { worker: [workers[0], address] }, task },
      /^TF_CONFIG cannot be used: cluster\.worker\.1: has no port from 1 to 65535\.$/,
    ]),
    ...[null, true, "", [], 0.5, "1e0"].map((index): [unknown, RegExp] => [
      { cluster: { worker: workers }, task: { ...task, index } },
      /^TF_CONFIG cannot be used: task\.index: is no whole number\.$/,
    ]),
    [{ cluster: {}, task }, /this is worker 0, but its cluster has no such address/],
    [{ cluster: { worker: ["no-such-host.invalid:1"] }, task }, /^The host no-such-host\.invalid has no IPv4 address/],
  ])("%o is refused", async (config, expected) => {
    await expect(resolve(config)).rejects.toThrow(expected);
  });
});

describe("the processes of a TF_CONFIG", () => {
  /** Addresses of this machine, by letters. */
  async function addressesOf(letters: string): Promise<Record<string, string>> {
    const ports = new Set<number>();
    while (ports.size < letters.length) ports.add(await freePort("127.0.0.1"));
    return Object.fromEntries([...ports].map((port, index) => [letters[index], `127.0.0.1:${port}`]));
  }
  /** What each process finds; `ab 1` has the list a, b and is worker 1; `a+b 1` has a as the chief. */
  async function meetAs(
    processes: readonly string[],
    timeoutSeconds = 60,
    secret: (task: number) => string = () => "s",
  ) {
    const addresses = await addressesOf("abc");
    const listOf = (letters: string) => Array.from(letters, (letter) => addresses[letter]);
    const found = processes.map((each, at) => {
      const [, chief, worker, type, index] = /^(?:(\w)\+)?(\w+) (\w+) (\d)$/.exec(each)!;
      const cluster = { ...(chief ? { chief: listOf(chief) } : {}), worker: listOf(worker) };
      const TF_CONFIG = JSON.stringify({ cluster, task: { type, index: Number(index) } });
      return resolveCluster({ environment: { TF_CONFIG, WORKBOOK_MEETING: secret(at) }, timeoutSeconds });
    });
    const ends = await Promise.allSettled(found);
    const names = Object.entries(addresses);
    const named = (text: string) => names.reduce((all, [letter, address]) => all.replaceAll(address, letter), text);
    return ends.map((end) => (end.status === "fulfilled" ? end.value.task : named((end.reason as Error).message)));
  }

  it("wait until all are there", async () => {
    expect(await meetAs(["a+bc worker 1", "a+bc chief 0", "a+bc worker 0"])).toEqual([2, 0, 1]);
  });

  const twice = (other: string) => `The process at ${other} takes itself for task 0, as this one does`;
  it.each([
    ["each lists itself first", ["ab worker 0", "ba worker 0"], [twice("b"), twice("a")]],
    ["one is a chief there, and one a worker", ["a+b chief 0", "ba worker 0"], [twice("b"), twice("a")]],
    ["one of them lists others, too", ["abc worker 0", "ba worker 0"], [twice("b"), twice("a")]],
    ["all are task 0", ["ab worker 0", "ab worker 0"], [/did not come/, /task 0 .*cannot listen on a: .*its own index/]],
    ["their lists differ", ["ab worker 0", "acb worker 2"], [/task 1 \(b\) did not come/, /^Task 0 \(a\) refused.*another list/]],
  ])("are refused at once, with their addresses, when %s", async (_, processes, expected) => {
    const said = await meetAs(processes, processes[0] === "ab worker 0" && processes[1] !== "ba worker 0" ? 2 : 60);
    for (const [at, each] of expected.entries()) {
      expect(said[at]).toEqual(typeof each === "string" ? expect.stringContaining(each) : expect.stringMatching(each));
    }
  }); // prettier-ignore

  it("refuse a second process that is the same task", async () => {
    const [first, second, chief] = await meetAs(["abc worker 1", "abc worker 1", "abc worker 0"], 2);
    const refusal = "Task 0 (a) refused this process, because another process is task 1 already";
    const missing = "Of 3 tasks, task 2 (c) did not come within 2 s";
    const said = [first, second].map((each) => String(each).slice(0, refusal.length)).sort();
    expect(said).toEqual([expect.stringContaining(missing), refusal]);
    expect(chief).toContain(missing);
  });

  it("refuse who does not know the secret", async () => {
    const [chief, other] = await meetAs(["ab worker 0", "ab worker 1"], 2, (at) => ["s", ""][at]);
    expect(chief).toMatch(/^Of 2 tasks, task 1 \(b\) did not come within 2 s/);
    expect(other).toMatch(/^Task 0 \(a\) refused this process, because .* its WORKBOOK_MEETING is another one/);
  });
});

describe("without TF_CONFIG and Slurm", () => {
  it("a process is alone, on the loopback", async () => {
    expect(await resolveCluster({ environment: {} })).toMatchObject({
      task: 0,
      listenOn: "127.0.0.1",
      source: "alone",
      members: [{ host: "localhost" }],
    });
  });

  const job = { SLURM_JOB_ID: "7", SLURM_PROCID: "0", SLURM_JOB_NODELIST: "localhost" };
  it.each([
    ["in a job of one task", { SLURM_NTASKS: "1", SLURM_JOB_NUM_NODES: "1" }, undefined],
    ["in a step of one task", { SLURM_NTASKS: "4", SLURM_STEP_NUM_TASKS: "1" }, undefined],
    ["that srun did not start, in a job of four tasks", { SLURM_NTASKS: "4" }, 4],
    ["that srun did not start, in a job of three nodes", { SLURM_JOB_NUM_NODES: "3" }, 3],
    ["in a job of two tasks, by a number that it does not have", { SLURM_NTASKS: "2", SLURM_PROCID: undefined }, 2],
  ])("a process is alone, too, %s, and says so if others were to be expected", async (_, more, processes) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(await resolveCluster({ environment: { ...job, ...more } })).toMatchObject({ source: "alone" });
    const line = `This Slurm job is for ${processes} processes, but srun did not start this one, so it trains alone: to start all of them, begin the command with srun.`;
    const said = [...warn.mock.calls];
    warn.mockRestore();
    expect(said).toEqual(processes === undefined ? [] : [[line]]);
  });
});
