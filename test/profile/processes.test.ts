import { describe, expect, it } from "vitest";
import { type ProcessProfile } from "../../lib/profile";
import { processTimes, straggler, onlyStep } from "../../lib/profile/processes";

/** Steps in which a process works for some seconds and waits in an all-reduce for the rest of a second. */
const profile = (host: string, own: number[], from = 2): ProcessProfile => ({
  host,
  timelines: own.map((work, at) => ({
    ...{ step: from + at, seconds: 1, collectives: "all-reduce" as const },
    devices: [
      {
        device: "CPU:0",
        compute: [{ start: 0, end: work - 0.1 }],
        communication: [{ start: work - 0.2, end: 1 }],
        input: [],
        idle: [],
      },
    ],
  })),
});

describe("processes that step together", () => {
  it("wait for one that is slower in each step", () => {
    const profiles = [
      profile("node1", [0.5, 0.5, 0.6]),
      profile("node2", [1.0, 0.9, 1.0]),
      profile("node3", [0.5, 0.6, 0.5]),
    ];
    const [first] = processTimes(profiles);
    expect(first.own).toBeCloseTo(0.4333, 3);
    expect(first.own + first.waits).toBeCloseTo(1, 9);
    expect(straggler(profiles)).toMatchObject({ host: "node2" });
    expect(straggler(profiles)?.factor).toBeCloseTo(0.8667 / 0.4333, 2);
  });

  it("have no straggler where the slowest changes, or is hardly slower, or is alone", () => {
    expect(straggler([profile("node1", [0.5, 0.9]), profile("node2", [0.9, 0.5])])).toBeUndefined();
    expect(straggler([profile("node1", [0.5, 0.5]), profile("node2", [0.53, 0.53])])).toBeUndefined();
    expect(straggler([profile("node1", [0.5])])).toBeUndefined();
  });

  it("have no straggler where none does work of its own", () => {
    const waiting = ["node1", "node2"].map((host) => {
      const [timeline] = profile(host, [0.5]).timelines;
      const devices = [{ ...timeline.devices[0], compute: [], communication: [{ start: 0, end: 1 }] }];
      return { host, timelines: [{ ...timeline, devices }] };
    });
    expect(straggler(waiting)).toBeUndefined();
  });

  it("are not compared in different steps", () => {
    const [one, other] = [profile("node1", [0.5, 0.5]), profile("node2", [0.5], 7)];
    for (const compare of [straggler, processTimes]) {
      expect(() => compare([one, other])).toThrow(
        new Error(
          "node1 recorded the steps 2, 3, and node2 7: compare profiles of one run, or give one process's file.",
        ),
      );
    }
    expect(() => onlyStep([one, other], 3)).toThrow(
      new Error(
        "node2 recorded the steps 7, and not step 3: choose one that all processes recorded, or give one process's file.",
      ),
    );
    expect(onlyStep([one], 3)[0].timelines.map(({ step }) => step)).toEqual([3]);
  });
});
