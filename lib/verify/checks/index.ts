import type { Check } from "../check";
import type { Found } from "../machine";
import { allReduceSpeed } from "./all-reduce";
import { benchmark } from "./benchmark";
import { links } from "./links";
import { losses, lossesTf32 } from "./losses";
import { memory } from "./memory";
import { mixedPrecision } from "./mixed-precision";
import { onNodes, type OnNodes } from "./nodes";
import { outOfMemory } from "./out-of-memory";
import { placement } from "./placement";
import { profile } from "./profile";
import { strategies } from "./strategies";
import { deviceCounts, onVirtualGpus, replicas } from "./replicas";
import { throughput } from "./throughput";

export { findDevices, type Wanted } from "./devices";
export type { OnNodes } from "./nodes";

/** The ids of all checks, in their order; `devices` is always made. */
export const checkIds = [
  ...["devices", "placement", "replicas", "losses", "all-reduce", "mixed-precision", "memory", "out-of-memory"],
  ...["profile", "throughput", "nodes", "strategies", "links", "benchmark"],
] as const;

/** Those that only a pilot makes, unless `--only` names them. */
export const pilotIds: readonly string[] = ["strategies", "links", "benchmark"];

/** The checks after the first, which finds the devices. What later ones reuse comes first. */
export function checksFor({ device, devices }: Pick<Found, "device" | "devices">, nodes: OnNodes): Check[] {
  return [
    placement,
    ...deviceCounts(devices.length).map(replicas),
    ...(device === "gpu" && devices.length === 1 ? [onVirtualGpus] : []),
    ...[losses, lossesTf32, allReduceSpeed, mixedPrecision, memory, outOfMemory, profile, throughput],
    onNodes(nodes),
    ...[strategies, links(nodes), benchmark],
  ];
}
