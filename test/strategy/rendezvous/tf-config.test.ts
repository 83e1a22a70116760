import { describe, expect, it } from "vitest";
import { describeTask, resolveCluster } from "../../../lib/strategy";

const workers = ["127.0.0.1:2222", "127.0.0.2:2223"];
const resolve = (config: unknown) =>
  resolveCluster({ environment: { TF_CONFIG: typeof config === "string" ? config : JSON.stringify(config) } });

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
    [{ cluster: {}, task }, /this is worker 0, but its cluster has no such address/],
    [{ cluster: { worker: ["no-such-host.invalid:1"] }, task }, /^The host no-such-host\.invalid has no IPv4 address/],
  ])("%o is refused", async (config, expected) => {
    await expect(resolve(config)).rejects.toThrow(expected);
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

  it("a process in a job of one task is alone, too", async () => {
    const environment = { SLURM_PROCID: "0", SLURM_NTASKS: "1", SLURM_JOB_ID: "7", SLURM_JOB_NODELIST: "node1" };
    expect(await resolveCluster({ environment })).toMatchObject({ source: "alone" });
  });
});
