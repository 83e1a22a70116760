import type { RunRecord } from "../../../runs/record";

/** Says where a record's replicas, devices, and processes do not fit its strategy. */
export function* deviceContradictions({ where, configuration }: RunRecord): Generator<string> {
  const {
    strategy,
    replicas,
    workers = 1,
    globalBatchSize,
    localBatchSize,
    device,
    syncEvery = 1,
    sharding,
  } = configuration;
  const { devices, hosts, machines, cores } = where;
  const strategies = sharding ? /^(tensor|pipeline|zero-[123])$/ : /^(one-device|mirrored|multi-worker)$/;
  if (!strategies.test(strategy)) yield `there is no strategy "${strategy}"`;
  if (strategy === "one-device" && replicas !== 1) yield `it ran on one device, but with ${replicas} replicas`;
  const hasSeveral = strategy === "multi-worker" || sharding !== undefined;
  if (!hasSeveral && (workers > 1 || hosts.length !== 1)) {
    yield `its strategy is ${strategy}, but it names ${hosts.length} hosts and ${workers} processes`;
  }
  if (hasSeveral && hosts.length !== workers) {
    yield `${workers} processes trained together, but it names ${hosts.length} hosts`;
  }
  const all = sharding ? Object.values(sharding.mesh).reduce((product, size) => product * size, 1) : replicas;
  if (devices.length * workers !== all || all % replicas !== 0) {
    const had = sharding ? `${replicas} replicas on a mesh of ${all} devices` : `${replicas} replicas`;
    yield `it had ${had}, but ${devices.length} devices in each of ${workers} processes`;
  }
  if (new Set(devices).size !== devices.length) yield `it names a device twice: ${devices.join(", ")}`;
  const local = Math.ceil(globalBatchSize / replicas);
  if (localBatchSize !== local) {
    yield `a batch of ${globalBatchSize} images on ${replicas} replicas is ${local} each, and it says ${localBatchSize}`;
  }
  const isGpu = devices.some((name) => name.includes("GPU"));
  if (isGpu !== (device === "gpu")) yield `its device is ${device}, but it computed on ${devices.join(", ")}`;
  if (machines !== undefined && machines > hosts.length) yield `it names ${hosts.length} hosts on ${machines} machines`;
  if (cores < 1) yield "it had no processor core";
  if (syncEvery > 1 && strategy === "one-device") yield "it accumulated gradients, but its program does not";
}
