import { lookup } from "node:dns/promises";
import { z } from "zod";
import { refuseSharedAddress, type Cluster } from "./cluster";

const addressSchema = z
  .string()
  .regex(/^[^\s:]+:\d{1,5}$/, { error: 'is no "host:port"' })
  .refine((address) => isPort(Number(address.split(":")[1])), { error: "has no port from 1 to 65535" });
const isPort = (port: number): boolean => port >= 1 && port <= 65_535;
const indexSchema = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/).transform(Number)], {
  error: "is no whole number",
});
const tfConfigSchema = z.object({
  cluster: z.strictObject({
    chief: z.array(addressSchema).max(1, { error: "has more than one address" }).optional(),
    worker: z.array(addressSchema).default([]),
  }),
  task: z.object({ type: z.enum(["chief", "worker"]), index: indexSchema }),
});

/**
 * Reads a cluster from the variable that TensorFlow's own programs read, `TF_CONFIG`: `{"cluster": {"worker": ["a:2222",
 * "b:2222"]}, "task": {"type": "worker", "index": 0}}`. A chief, where there is one, comes before the workers.
 * @throws one line that says what is wrong in it.
 */
export async function clusterOfTfConfig(text: string): Promise<Cluster> {
  const { cluster, task } = parse(text);
  const addresses = [...(cluster.chief ?? []), ...cluster.worker];
  const index = task.type === "chief" ? task.index : task.index + (cluster.chief?.length ?? 0);
  if (index >= addresses.length || (task.type === "chief" && !cluster.chief)) {
    throw new Error(`TF_CONFIG says that this is ${task.type} ${task.index}, but its cluster has no such address.`);
  }
  const hosts = addresses.map((address) => address.split(":")[0]);
  const listenOn = await ipv4Of(hosts[index]);
  // Another host's name may come to be known only when that host begins.
  const numbers = await Promise.all(hosts.map((host) => ipv4Of(host).catch(() => host)));
  const everywhere = numbers.indexOf("0.0.0.0");
  if (everywhere >= 0) {
    throw new Error(
      `TF_CONFIG cannot be used: ${addresses[everywhere]} stands for all addresses of a machine, but TensorFlow's servers let in ` +
        "everybody who reaches them: name the one address by which the other processes reach that machine.",
    );
  }
  const places = addresses.map((address, at) => `${numbers[at]}:${Number(address.split(":")[1])}`);
  // A host with two names is one machine.
  const members = addresses.map((address, at) => ({ host: hosts[numbers.indexOf(numbers[at])], address }));
  refuseSharedAddress(members, "give each its own in TF_CONFIG", places);
  return { members, task: index, listenOn, source: "TF_CONFIG" };
}

function parse(text: string): z.infer<typeof tfConfigSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("TF_CONFIG is not JSON: correct or unset it.");
  }
  const parsed = tfConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new Error(`TF_CONFIG cannot be used: ${path.join(".") || "the whole"}: ${message}.`);
}

/**
 * The IPv4 address of a host.
 * @throws one line when it has none.
 */
export async function ipv4Of(host: string): Promise<string> {
  try {
    return (await lookup(host, { family: 4 })).address;
  } catch {
    throw new Error(
      `The host ${host} has no IPv4 address that this machine can find: check its name, or name an address.`,
    );
  }
}
