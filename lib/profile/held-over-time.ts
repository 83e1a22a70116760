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
 * it is freed. A block that was there before belongs to the device behind whose op it is freed: it is a variable's old value, whose place
 * a new block takes. Unlike a process's resident memory, this is without pages that the C library keeps. Blocks below 256 KiB are not
 * reported.
 * @param profile A serialized XSpace of captured steps on CPUs.
 * @param devices How many devices of this process the steps use.
 * @returns empty lists where no block was so large.
 */
export function heldOverTime(profile: Uint8Array, devices: number): HeldOverTime {
  const blocks = readLines(profile)
    .flatMap(blocksOf)
    .sort((a, b) => a.at - b.at);
  const owners = new Map<number, { device?: number; bytes: number }>();
  const now = Array.from({ length: devices }, () => 0);
  const held: HeldOverTime = { seconds: [], devices: now.map(() => []) };
  for (const { at, address, bytes, device } of blocks) {
    const owner = (bytes < 0 ? owners.get(address) : undefined) ?? { device, bytes: Math.abs(bytes) };
    if (bytes < 0) owners.delete(address);
    else owners.set(address, owner);
    // What no op of a step has taken, or freed where it was there before, is nobody's.
    if (owner.device === undefined || owner.device >= devices) continue;
    now[owner.device] += Math.sign(bytes) * owner.bytes;
    held.seconds.push(at - blocks[0].at);
    now.forEach((each, place) => held.devices[place].push(each));
  }
  return held;
}

/** A block that was taken, or freed: then its bytes are negative. */
interface Block {
  at: number;
  address: number;
  bytes: number;
  /** Of the op that took it, or behind which it was freed. */
  device?: number;
}

function blocksOf({ events }: ProfileLine): Block[] {
  const blocks: Block[] = [];
  const around: ProfileEvent[] = [];
  let last: ProfileEvent | undefined;
  for (const event of [...events].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (around.length > 0 && around[around.length - 1].end < event.start) around.pop();
    const [, kind] = /^Memory(Allocation|Deallocation)$/.exec(event.name) ?? [];
    if (kind === undefined) {
      around.push(event);
      if (isOp(event)) last = event;
      continue;
    }
    const address = event.stat("addr");
    if (address === undefined) continue;
    const bytes = event.stat("allocation_bytes") ?? 0;
    const isTaken = kind === "Allocation";
    // What an op has read is freed when the op has ended.
    const op = around.findLast(isOp) ?? (isTaken ? undefined : last);
    blocks.push({ at: event.start, address, bytes: isTaken ? bytes : -bytes, device: op && deviceOf(op) });
  }
  return blocks;
}

/** Ops that end later, such as collectives, are started in an event of their own. */
const isOp = (event: ProfileEvent): boolean =>
  opOf(event) !== undefined || event.name === "ExecutorState::ProcessAsync::Start";

function deviceOf(op: ProfileEvent): number | undefined {
  const name = opOf(op)?.name ?? op.text("name");
  return name === undefined ? undefined : replicaOf(name);
}
