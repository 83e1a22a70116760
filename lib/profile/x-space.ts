import protobuf from "protobufjs";

// The fields of a profile that the workbook reads, with their numbers in tsl/profiler/protobuf/xplane.proto (TensorFlow
// 2.20). Ids of metadata are small enough to be read as 32-bit numbers. Lines stay bytes, of which one event is read
// after the other: all of them as protobufjs's objects would take hundreds of times the memory of the file.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message XStat {
    uint32 metadata_id = 1;
    oneof value {
      double double_value = 2;
      uint64 uint64_value = 3;
      int64 int64_value = 4;
      string str_value = 5;
      uint64 ref_value = 7;
    }
  }
  message XEvent {
    uint32 metadata_id = 1;
    int64 offset_ps = 2;
    int64 duration_ps = 3;
    repeated XStat stats = 4;
  }
  message XEventMetadata { string name = 2; string display_name = 4; }
  message XStatMetadata { string name = 2; }
  message XLine { string name = 2; int64 timestamp_ns = 3; repeated XEvent events = 4; }
  message XLineHead { string name = 2; int64 timestamp_ns = 3; }
  message XPlane {
    string name = 2;
    repeated bytes lines = 3;
    map<uint32, XEventMetadata> event_metadata = 4;
    map<uint32, XStatMetadata> stat_metadata = 5;
  }
  message XSpace { repeated XPlane planes = 1; repeated string errors = 2; }`);
export const XSpace = root.lookupType("XSpace");
export const XLine = root.lookupType("XLine");
const [XLineHead, XEvent] = ["XLineHead", "XEvent"].map((name) => root.lookupType(name));

/** One of them as protobufjs returns it. */
interface Plane {
  name: string;
  lines: Uint8Array[];
  eventMetadata: Record<number, { name: string } | undefined>;
  statMetadata: Record<number, { name: string } | undefined>;
}

/** An XEvent as protobufjs returns it. */
interface RawEvent {
  metadataId: number;
  offsetPs: number;
  durationPs: number;
  stats: {
    metadataId: number;
    doubleValue?: number;
    uint64Value?: number;
    int64Value?: number;
    strValue?: string;
    refValue?: number;
  }[];
}

/** One event of a profile. */
export interface ProfileEvent {
  name: string;
  /** Seconds on the profile's clock. */
  start: number;
  end: number;
  /** The value of one of its numeric stats. */
  stat(name: string): number | undefined;
  /** The value of one of its stats that are texts. */
  text(name: string): string | undefined;
}

/** The events of one thread of the host, or of one stream of a GPU. */
export interface ProfileLine {
  /** `/host:CPU`, `/device:GPU:0` and others. */
  plane: string;
  name: string;
  events: ProfileEvent[];
}

/**
 * Reads a serialized XSpace.
 * @throws one line when the bytes are no XSpace, or it has more than anybody records.
 */
export function readLines(profile: Uint8Array): ProfileLine[] {
  return orNoProfile(() => {
    checkCounts(profile);
    return decoded(profile).planes.flatMap((plane) => plane.lines.map((line) => lineOf(line, plane)));
  });
}

function lineOf(bytes: Uint8Array, plane: Plane): ProfileLine {
  const head = XLineHead.toObject(XLineHead.decode(bytes), options) as { name: string; timestampNs: number };
  const reader = protobuf.Reader.create(bytes);
  const events: ProfileEvent[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === EVENT) {
      const end = reader.uint32() + reader.pos;
      if (end - reader.pos > MOST_BYTES) throw new TooMuch(`one of its events has ${end - reader.pos} bytes`);
      events.push(new RecordedEvent(bytes, reader.pos, end, head.timestampNs, plane));
      reader.pos = end;
    } else reader.skipType(tag & 7);
  }
  return { plane: plane.name, name: head.name, events };
}

/** Of an event, which has a few numbers and short texts. */
const MOST_BYTES = 1e6;

/** The number of a line's field `events`, and that its length follows. */
const EVENT = (4 << 3) | 2;

/** Reads its numbers and texts when they are asked for. */
class RecordedEvent implements ProfileEvent {
  readonly name: string;
  readonly start: number;
  readonly end: number;

  constructor(
    private readonly line: Uint8Array,
    private readonly from: number,
    private readonly to: number,
    timestampNs: number,
    private readonly plane: Plane,
  ) {
    const { metadataId, offsetPs, durationPs } = this.raw();
    this.name = plane.eventMetadata[metadataId]?.name ?? "";
    this.start = timestampNs * 1e-9 + offsetPs * 1e-12;
    this.end = this.start + durationPs * 1e-12;
  }

  stat(name: string): number | undefined {
    const stat = this.named(name);
    return stat?.int64Value ?? stat?.uint64Value ?? stat?.doubleValue;
  }

  text(name: string): string | undefined {
    const stat = this.named(name);
    // Texts that occur often stand once in the profile, as names of stats.
    return stat?.strValue ?? (stat?.refValue === undefined ? undefined : this.plane.statMetadata[stat.refValue]?.name);
  }

  private named(name: string) {
    return this.raw().stats.find(({ metadataId }) => this.plane.statMetadata[metadataId]?.name === name);
  }

  private raw(): RawEvent {
    return XEvent.toObject(XEvent.decode(this.line.subarray(this.from, this.to)), options) as RawEvent;
  }
}

/** What the profile says that TensorFlow's profiler could not do. @throws one line when the bytes are no XSpace. */
export const readErrors = (profile: Uint8Array): string[] => orNoProfile(() => decoded(profile).errors);

const options = { longs: Number, arrays: true, objects: true, defaults: true };
const decoded = (profile: Uint8Array) =>
  XSpace.toObject(XSpace.decode(profile), options) as { errors: string[]; planes: Plane[] };

/** The most of what a profile consists of. Steps of hundreds of layers on eight devices have a tenth. */
const most = { lines: 20_000, events: 1_000_000 };

/** Counts what a profile consists of before anything is made of it: of two bytes each, it would fill the memory. */
function checkCounts(profile: Uint8Array): void {
  const reader = protobuf.Reader.create(profile);
  const has = { lines: 0, events: 0 };
  const walk = (end: number, depth: number): void => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      if ((tag & 7) !== 2) {
        reader.skipType(tag & 7);
        continue;
      }
      const itsEnd = reader.uint32() + reader.pos;
      const isLine = tag >>> 3 === [1, 3][depth]; // a plane, or a line of one
      has[isLine ? "lines" : "events"]++;
      if (isLine) walk(itsEnd, depth + 1);
      else reader.skip(itsEnd - reader.pos);
    }
  };
  walk(profile.length, 0);
  for (const what of ["lines", "events"] as const)
    if (has[what] > most[what])
      throw new TooMuch(`it has ${has[what]} ${what}, and ${most[what]} are the most: record fewer steps`);
}

class TooMuch extends Error {}

function orNoProfile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooMuch) throw new Error(`It is no profile that can be shown: ${error.message}.`);
    throw new Error("It is no profile, or only a part of one: name what `./workbook train --profile` wrote.");
  }
}
