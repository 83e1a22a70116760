import { opOf, replicaOf } from "./op-events";
import { readLines, type ProfileEvent, type ProfileLine } from "./x-space";

/** What a process's devices held while a profile was recorded, beyond what they held when it began. */
export interface HeldOverTime {
  /** When a device took or freed a block, in seconds from the first time. */
  seconds: number[];
  /** For each device, its bytes from each of these times on. */
  devices: number[][];
}

/**
 * Reads what TensorFlow's allocator of the host reports of each block in a profile. A block belongs to the device whose op took it, until
 * it is freed. Unlike a process's resident memory, this is without pages that the C library keeps. Blocks below about 100 kB are not
 * reported.
 * @param profile A serialized XSpace of captured steps on CPUs.
 * @param devices How many devices of this process the steps use.
 * @returns empty lists where no block was so large.
 */
export function heldOverTime(profile: Uint8Array, devices: number): HeldOverTime {
  const blocks = readLines(profile)
    .flatMap(blocksOf)
    .sort((a, b) => a.at - b.at);
  const owners = new Map<number, { device: number; bytes: number }>();
  const now = Array.from({ length: devices }, () => 0);
  const held: HeldOverTime = { seconds: [], devices: now.map(() => []) };
  for (const { at, address, bytes, device } of blocks) {
    // What was there before the profile began, or was not taken by an op of a step, is nobody's.
    const owner = bytes < 0 ? owners.get(address) : { device, bytes };
    if (owner?.device === undefined || owner.device >= devices) continue;
    if (bytes < 0) owners.delete(address);
    else owners.set(address, { device: owner.device, bytes });
    now[owner.device] += bytes < 0 ? -owner.bytes : bytes;
    held.seconds.push(at - blocks[0].at);
    now.forEach((each, place) => held.devices[place].push(each));
  }
  return held;
}

/** A block that was taken (more than 0 bytes) or freed (-1). */
interface Block {
  at: number;
  address: number;
  bytes: number;
  /** Of the op that took it. */
  device?: number;
}

function blocksOf({ events }: ProfileLine): Block[] {
  const blocks: Block[] = [];
  const around: ProfileEvent[] = [];
  for (const event of [...events].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (around.length > 0 && around[around.length - 1].end < event.start) around.pop();
    const [, kind] = /^Memory(Allocation|Deallocation)$/.exec(event.name) ?? [];
    if (kind === undefined) {
      around.push(event);
      continue;
    }
    const address = event.stat("addr");
    if (address === undefined) continue;
    const taken = kind === "Allocation" ? (event.stat("allocation_bytes") ?? 0) : -1;
    blocks.push({ at: event.start, address, bytes: taken, device: deviceOf(around) });
  }
  return blocks;
}

/** The device of the innermost op that ran at the time. Ops that end later, such as collectives, are started in an event of their own. */
function deviceOf(around: readonly ProfileEvent[]): number | undefined {
  const op = around.findLast(
    (event) => opOf(event) !== undefined || event.name === "ExecutorState::ProcessAsync::Start",
  );
  const name = op && (opOf(op)?.name ?? op.text("name"));
  return name === undefined ? undefined : replicaOf(name);
}
