import { expect, it } from "vitest";
import { launchOf } from "../../../../chapters/07-frameworks/contenders/launch";
import type { Cluster } from "../../../../lib/strategy";

/** Two processes on one node and one on another, on addresses of the loopback. */
const members = ["node1", "node1", "node2"].map((host, task) => ({ host, address: `127.0.0.1:400${task}` }));
const addresses = ["127.0.0.1:5000", "127.0.0.1:5001", "127.0.0.1:5002"];
const of = (task: number): Cluster => ({ members, task, listenOn: "127.0.0.1", source: "slurm" });

it("MultiWorkerMirroredStrategy reads all addresses, and asks no proxy for them", () => {
  const { environment, helpers, localRank } = launchOf("multi-worker", of(1), addresses);
  expect(JSON.parse(environment.TF_CONFIG)).toEqual({
    cluster: { worker: addresses },
    task: { type: "worker", index: 1 },
  });
  expect(environment.no_grpc_proxy).toMatch(/(^|,)127\.0\.0\.1$/);
  expect(helpers).toEqual([]);
  expect(localRank).toBe(1);
});

it("DistributedDataParallel meets at the chief, over the interface of the cluster's network", () => {
  expect(launchOf("ddp", of(2), addresses).environment).toEqual({
    ...{ MASTER_ADDR: "127.0.0.1", MASTER_PORT: "5000", RANK: "2", WORLD_SIZE: "3", LOCAL_RANK: "0" },
    ...{ GLOO_SOCKET_IFNAME: "lo", NCCL_SOCKET_IFNAME: "=lo" },
  });
});

it("Horovod's meeting point runs beside the chief and knows each node's processes", () => {
  const chief = launchOf("horovod", of(0), addresses);
  expect(chief.helpers.map((helper) => [helper.program, ...helper.arguments])).toEqual([
    ["horovod_rendezvous.py", "127.0.0.1", "5000", "node1:2,node2:1"],
  ]);
  expect(launchOf("horovod", of(1), addresses).helpers).toEqual([]);
  const places = [0, 1, 2].map((task) => launchOf("horovod", of(task), addresses).environment);
  const shown = places.map((each) =>
    ["LOCAL_RANK", "LOCAL_SIZE", "CROSS_RANK", "CROSS_SIZE"].map((name) => each[`HOROVOD_${name}`]),
  );
  expect(shown).toEqual([["0", "2", "0", "2"], ["1", "2", "0", "1"], ["0", "1", "1", "2"]]); // prettier-ignore
  expect(places[2]).toMatchObject({ HOROVOD_HOSTNAME: "node2", HOROVOD_RANK: "2", HOROVOD_GLOO_IFACE: "lo" });
});

it("MXNet's store has a server beside each worker, and one scheduler", () => {
  const roles = [0, 1, 2].map((task) => launchOf("dist_sync", of(task), addresses).helpers.map(({ environment }) => environment.DMLC_ROLE)); // prettier-ignore
  expect(roles).toEqual([["scheduler", "server"], ["server"], ["server"]]);
  const { environment } = launchOf("dist_sync", of(2), addresses);
  expect(environment).toMatchObject({
    DMLC_ROLE: "worker",
    DMLC_NUM_WORKER: "3",
    DMLC_NUM_SERVER: "3",
    DMLC_PS_ROOT_PORT: "5000",
  });
});

it("a process alone needs nothing but Horovod's meeting point", () => {
  const alone: Cluster = { members: members.slice(0, 1), task: 0, listenOn: "127.0.0.1", source: "alone" };
  for (const distribution of ["multi-worker", "ddp", "dist_sync"] as const) {
    expect(launchOf(distribution, alone, addresses)).toEqual({ environment: {}, helpers: [], localRank: 0 });
  }
  expect(launchOf("horovod", alone, addresses).environment).toMatchObject({
    HOROVOD_SIZE: "1",
    HOROVOD_CROSS_SIZE: "1",
  });
});
