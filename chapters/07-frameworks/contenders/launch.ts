import { interfaceOf, type Cluster } from "../../../lib/strategy/rendezvous";
import { withoutProxy } from "../../../lib/tensorflow/config";
import type { Distribution } from "../../../lib/frameworks/contenders";

/** A process beside the program's. */
export interface Helper {
  program: string;
  arguments: string[];
  environment: Record<string, string>;
}

/** What a framework's process finds in its environment, and which other processes it needs. */
interface Launch {
  environment: Record<string, string>;
  helpers: Helper[];
  /** The process's number among those of its machine. */
  localRank: number;
}

/**
 * How to start one process of a training, without mpirun and without ssh.
 * @param addresses The address on which each task's framework may listen, as `host:port`.
 */
export function launchOf(distribution: Distribution, cluster: Cluster, addresses: readonly string[]): Launch {
  const { members, task } = cluster;
  const hosts = members.map(({ host }) => host);
  const localRank = processesOn(hosts.slice(0, task), hosts[task]);
  if (members.length === 1 && distribution !== "horovod") return { environment: {}, helpers: [], localRank };
  const network = interfaceOf(cluster.listenOn)?.name;
  const [chief, port] = addresses[0].split(":");
  const environment = environments[distribution]({ hosts, task, localRank, addresses, chief, port });
  if (network !== undefined) Object.assign(environment, interfaceNames[distribution](network));
  return { environment, helpers: helpersOf(distribution, { hosts, task, chief, port, environment }), localRank };
}

interface Parts {
  hosts: readonly string[];
  task: number;
  localRank: number;
  addresses: readonly string[];
  chief: string;
  port: string;
}

/** The variables by which each chooses its network. */
const interfaceNames: Record<Distribution, (network: string) => Record<string, string>> = {
  "multi-worker": () => ({}),
  // NCCL takes a bare name for the beginning of several names.
  ddp: (network) => ({ GLOO_SOCKET_IFNAME: network, NCCL_SOCKET_IFNAME: `=${network}` }),
  horovod: (network) => ({ HOROVOD_GLOO_IFACE: network, NCCL_SOCKET_IFNAME: `=${network}` }),
  dist_sync: (network) => ({ DMLC_INTERFACE: network }),
};

const environments: Record<Distribution, (parts: Parts) => Record<string, string>> = {
  "multi-worker": ({ addresses, task }) => ({
    ...withoutProxy(addresses.map((address) => address.split(":")[0])),
    TF_CONFIG: JSON.stringify({ cluster: { worker: addresses }, task: { type: "worker", index: task } }),
  }),
  ddp: ({ hosts, task, localRank, chief, port }) => ({
    ...{ MASTER_ADDR: chief, MASTER_PORT: port },
    ...{ RANK: String(task), WORLD_SIZE: String(hosts.length), LOCAL_RANK: String(localRank) },
  }),
  horovod: ({ hosts, task, localRank, chief, port }) => {
    const machines = [...new Set(hosts)];
    const alike = machines.filter((host) => processesOn(hosts, host) > localRank); // those that have a process of this local number
    return {
      ...{ HOROVOD_RANK: String(task), HOROVOD_SIZE: String(hosts.length) },
      ...{ HOROVOD_LOCAL_RANK: String(localRank), HOROVOD_LOCAL_SIZE: String(processesOn(hosts, hosts[task])) },
      ...{ HOROVOD_CROSS_RANK: String(alike.indexOf(hosts[task])), HOROVOD_CROSS_SIZE: String(alike.length) },
      ...{ HOROVOD_HOSTNAME: hosts[task], HOROVOD_CONTROLLER: "gloo", HOROVOD_CPU_OPERATIONS: "gloo" },
      ...{ HOROVOD_GLOO_RENDEZVOUS_ADDR: chief, HOROVOD_GLOO_RENDEZVOUS_PORT: port },
      HOROVOD_GLOO_TIMEOUT_SECONDS: "120", // 30 by default, which TensorFlow's start on few cores can exceed
    };
  },
  dist_sync: ({ hosts, chief, port }) => ({
    ...{ DMLC_ROLE: "worker", DMLC_PS_ROOT_URI: chief, DMLC_PS_ROOT_PORT: port },
    ...{ DMLC_NUM_WORKER: String(hosts.length), DMLC_NUM_SERVER: String(hosts.length) },
  }),
};

function helpersOf(
  distribution: Distribution,
  { hosts, task, chief, port, environment }: Omit<Parts, "localRank" | "addresses"> & Pick<Launch, "environment">,
): Helper[] {
  const isChief = task === 0;
  if (distribution === "horovod" && isChief) {
    const slots = [...new Set(hosts)].map((host) => `${host}:${processesOn(hosts, host)}`);
    return [{ program: "horovod_rendezvous.py", arguments: [chief, port, slots.join(",")], environment: {} }];
  }
  if (distribution !== "dist_sync") return [];
  // A server beside each worker, so that the bytes that arrive are divided among the nodes.
  const roles = isChief ? ["scheduler", "server"] : ["server"];
  return roles.map((role) => ({
    program: "mxnet_role.py",
    arguments: [],
    environment: { ...environment, DMLC_ROLE: role, OMP_NUM_THREADS: "1" },
  }));
}

/** How many processes a machine has. */
const processesOn = (hosts: readonly string[], host: string): number => hosts.filter((each) => each === host).length;
