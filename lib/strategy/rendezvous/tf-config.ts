import { lookup } from "node:dns/promises";
import { z } from "zod";
import type { Cluster } from "./cluster";

const addressSchema = z.string().regex(/^[^\s:]+:\d{1,5}$/, { error: 'is no "host:port"' });
const tfConfigSchema = z.object({
  cluster: z.strictObject({
    chief: z.array(addressSchema).max(1, { error: "has more than one address" }).optional(),
    worker: z.array(addressSchema).default([]),
  }),
  task: z.object({ type: z.enum(["chief", "worker"]), index: z.coerce.number().int().nonnegative() }),
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
  const members = addresses.map((address) => ({ host: address.split(":")[0], address }));
  return { members, task: index, listenOn: await ipv4Of(members[index].host), source: "TF_CONFIG" };
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
