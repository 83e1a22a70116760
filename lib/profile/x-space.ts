import protobuf from "protobufjs";

// The fields of a profile that the workbook reads, with their numbers in tsl/profiler/protobuf/xplane.proto (TensorFlow
// 2.20). Ids of metadata are small enough to be read as 32-bit numbers.
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
  message XPlane {
    string name = 2;
    repeated XLine lines = 3;
    map<uint32, XEventMetadata> event_metadata = 4;
    map<uint32, XStatMetadata> stat_metadata = 5;
  }
  message XSpace { repeated XPlane planes = 1; repeated string errors = 2; }`);
export const XSpace = root.lookupType("XSpace");

/** An XSpace as protobufjs returns it. */
interface Space {
  /** What TensorFlow's profiler could not do. */
  errors: string[];
  planes: {
    name: string;
    lines: {
      name: string;
      timestampNs: number;
      events: {
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
      }[];
    }[];
    eventMetadata: Record<number, { name: string } | undefined>;
    statMetadata: Record<number, { name: string } | undefined>;
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

/** Reads a serialized XSpace. @throws one line when the bytes are no XSpace. */
export function readLines(profile: Uint8Array): ProfileLine[] {
  const { planes } = decoded(profile);
  return planes.flatMap(({ name: plane, lines, eventMetadata, statMetadata }) =>
    lines.map(({ name, timestampNs, events }) => ({
      plane,
      name,
      events: events.map(({ metadataId, offsetPs, durationPs, stats }) => {
        const start = timestampNs * 1e-9 + offsetPs * 1e-12;
        const named = (name: string) => stats.find(({ metadataId }) => statMetadata[metadataId]?.name === name);
        return {
          name: eventMetadata[metadataId]?.name ?? "",
          start,
          end: start + durationPs * 1e-12,
          stat: (name: string) => {
            const stat = named(name);
            return stat?.int64Value ?? stat?.uint64Value ?? stat?.doubleValue;
          },
          text: (name: string) => {
            const stat = named(name);
            // Texts that occur often stand once in the profile, as names of stats.
            return stat?.strValue ?? (stat?.refValue === undefined ? undefined : statMetadata[stat.refValue]?.name);
          },
        };
      }),
    })),
  );
}

/** What the profile says that TensorFlow's profiler could not do. @throws one line when the bytes are no XSpace. */
export const readErrors = (profile: Uint8Array): string[] => decoded(profile).errors;

function decoded(profile: Uint8Array): Space {
  try {
    const options = { longs: Number, arrays: true, objects: true, defaults: true };
    return XSpace.toObject(XSpace.decode(profile), options) as Space;
  } catch (error) {
    throw new Error(`It is no profile (an XSpace): ${(error as Error).message}.`);
  }
}
