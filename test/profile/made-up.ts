import { XLine, XSpace } from "../../lib/profile/x-space";

/** One event: its name, from when to when in milliseconds, and its stats. */
export type MadeUpEvent = [name: string, start: number, end: number, stats?: Record<string, number | string>];

/**
 * A serialized XSpace.
 * @param planes Of each plane the lines, and of each line the events.
 * @param errors What the profiler says that it could not do.
 */
export function madeUpProfile(
  planes: Record<string, Record<string, MadeUpEvent[]>>,
  errors: readonly string[] = [],
): Uint8Array {
  return XSpace.encode(
    XSpace.fromObject({
      errors,
      planes: Object.entries(planes).map(([name, lines]) => {
        const events = Object.values(lines).flat();
        const names = [...new Set(events.map(([event]) => event))];
        // A text is a stat's name, too, to which the event refers.
        const words = (all: Record<string, number | string>): string[] =>
          Object.entries(all).flatMap(([stat, value]) => (typeof value === "string" ? [stat, value] : [stat]));
        const stats = [...new Set(events.flatMap(([, , , all = {}]) => words(all)))];
        const id = (of: string[], wanted: string) => of.indexOf(wanted) + 1;
        return {
          name,
          eventMetadata: Object.fromEntries(names.map((event) => [id(names, event), { name: event }])),
          statMetadata: Object.fromEntries(stats.map((stat) => [id(stats, stat), { name: stat }])),
          lines: Object.entries(lines).map(([line, own], index) =>
            lineOf({
              name: line,
              timestampNs: 1000 * index, // a line has its own beginning
              events: own.map(([event, start, end, all = {}]) => ({
                metadataId: id(names, event),
                offsetPs: start * 1e9 - 1e6 * index,
                durationPs: (end - start) * 1e9,
                stats: Object.entries(all).map(([stat, value]) => ({
                  metadataId: id(stats, stat),
                  ...(typeof value === "number" ? { int64Value: value } : { refValue: id(stats, value) }),
                })),
              })),
            }),
          ),
        };
      }),
    }),
  ).finish();
}

const lineOf = (line: object): Uint8Array => XLine.encode(XLine.fromObject(line)).finish();
