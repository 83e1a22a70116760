import { mean, sampleStandardDeviation, sum } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { simulateTraining, simulateTrainings, type SimulatedTraining } from "../../lib/failures";
import { randomStream } from "../../lib/failures/streams";
import { expectedTotal } from "./expected-total";
import { reference } from "./reference";
import { givenFailures } from "./given-failures";

const day = 86_400;
/** The project's aim: 1,024 nodes, each failing once in 5 years, for 30 days. */
const month = {
  ...{ nodes: 1024, nodeMtbfSeconds: 5 * 365 * day, elapsedSeconds: 30 * day },
  ...{ checkpointSeconds: 60, restartSeconds: 600, intervalSeconds: 3600 },
};

describe("simulateTraining", () => {
  it.each(Object.entries(reference))(
    "agrees with another program on %s, cause by cause",
    (_, { scenario, means, errors }) => {
      const { runs } = simulateTrainings(scenario, { seeds: 4000 });
      const valuesOf: Record<keyof typeof means, (run: SimulatedTraining) => number> = {
        total: ({ totalSeconds }) => totalSeconds,
        lost: ({ seconds }) => seconds.lost,
        checkpoints: ({ seconds }) => seconds.checkpoints,
        restarts: ({ seconds }) => seconds.restarts,
        waiting: ({ seconds }) => seconds.waiting,
        failures: ({ counts }) => counts.failures,
      };
      for (const [name, valueOf] of Object.entries(valuesOf) as [
        keyof typeof means,
        (run: SimulatedTraining) => number,
      ][]) {
        const values = runs.map(valueOf);
        const error = Math.hypot(errors[name], sampleStandardDeviation(values) / Math.sqrt(values.length));
        expect(Math.abs(mean(values) - means[name]), name).toBeLessThanOrEqual(4 * error + 1e-9);
      }
    },
  );

  it.each([
    ["rare failures", 6 * 3600, 1800, 120, 600],
    ["frequent failures", 1800, 600, 120, 600],
    ["an interval far too long", 3600, 7200, 60, 300],
    ["an interval far too short", 3600, 60, 60, 300],
    ["no checkpoints", 6 * 3600, Infinity, 120, 600],
  ])(
    "%s: takes Daly's expected time within 1 percent",
    (_, jobMtbfSeconds, intervalSeconds, checkpointSeconds, restartSeconds) => {
      const work = { workSeconds: 8 * 7200, intervalSeconds, checkpointSeconds, restartSeconds };
      const { totalSeconds, runs } = simulateTrainings(
        { ...work, nodes: 100, nodeMtbfSeconds: 100 * jobMtbfSeconds },
        { seeds: 10_000 },
      );
      const expected = expectedTotal({ ...work, jobMtbfSeconds });
      const error = sampleStandardDeviation(runs.map((run) => run.totalSeconds)) / Math.sqrt(runs.length);
      expect(Math.abs(totalSeconds.mean - expected)).toBeLessThan(4 * error);
      expect(Math.abs(totalSeconds.mean / expected - 1)).toBeLessThan(0.01);
    },
  );

  it("takes exactly the time of computing and checkpoints where nothing fails, and none for checkpoints where there are none", () => {
    const steady = { nodes: 8, workSeconds: 3600, checkpointSeconds: 30, restartSeconds: 60 };
    const { seconds, counts, totalSeconds, goodput } = simulateTraining({ ...steady, intervalSeconds: 600 });
    expect(seconds).toEqual({ computing: 3600, stragglers: 0, lost: 0, checkpoints: 180, restarts: 0, waiting: 0 });
    expect(counts).toEqual({ failures: 0, checkpoints: 6, losses: 0, restarts: 0, waits: 0 });
    expect(totalSeconds).toBe(3780);
    expect(goodput).toBe(1 / (1 + 30 / 600));
    expect(simulateTraining(steady)).toMatchObject({ totalSeconds: 3600, goodput: 1 });
  });

  it("follows given failures to the second", () => {
    const { spells, failuresAt, counts, seconds } = givenFailures;
    expect(failuresAt).toEqual([150, 160, 310]);
    expect(spells?.map(({ what, start, end }) => [what, start, end])).toEqual([
      ...[["computing", 0, 100], ["checkpoints", 100, 110], ["lost", 110, 150]],
      ...[["restarts", 150, 155], ["restarts", 155, 160], ["restarts", 160, 165], ["restarts", 165, 185]],
      ...[["computing", 185, 285], ["checkpoints", 285, 295], ["lost", 295, 310]],
      ...[["restarts", 310, 315], ["waiting", 315, 400], ["restarts", 400, 420]],
      ...[["computing", 420, 520], ["checkpoints", 520, 530]],
    ]); // prettier-ignore
    expect(counts).toEqual({ failures: 3, checkpoints: 3, losses: 2, restarts: 3, waits: 1 });
    expect(seconds).toEqual({ computing: 300, stragglers: 0, lost: 55, checkpoints: 30, restarts: 60, waiting: 85 });
  });

  it("breaks a checkpoint, and loses the computing before it", () => {
    const { seconds, counts } = simulateTraining({
      ...{
        nodes: 2,
        workSeconds: 100,
        intervalSeconds: 100,
        checkpointSeconds: 10,
        restartSeconds: 20,
        failuresAt: [106],
      },
    });
    expect(seconds).toEqual({ computing: 100, stragglers: 0, lost: 100, checkpoints: 16, restarts: 20, waiting: 0 });
    expect(counts).toMatchObject({ checkpoints: 1, losses: 1 });
  });

  it("gives the same result for the same seed, bit for bit, with the timeline and without", () => {
    const noisy = {
      ...month,
      step: { seconds: 10, noise: { distribution: "normal", deviationSeconds: 0.5 } },
    } as const;
    for (const scenario of [month, noisy, { ...reference.oneSpare.scenario }]) {
      const { spells, failuresAt, ...first } = simulateTraining(scenario, { seed: 7, timeline: true });
      expect(first).toEqual(simulateTraining(scenario, { seed: 7 }));
      expect(first).not.toEqual(simulateTraining(scenario, { seed: 8 }));
      expect(failuresAt).toHaveLength(first.counts.failures);
      // The spells have no gaps, and add up to the seconds by cause.
      expect(spells?.[0].start).toBe(0);
      spells?.slice(1).forEach(({ start }, at) => expect(start).toBeCloseTo(spells[at].end, 6));
      const seconds = (kind: string) =>
        sum((spells ?? []).filter(({ what }) => what === kind).map(({ start, end }) => end - start));
      expect(seconds("computing")).toBeCloseTo(first.seconds.computing + first.seconds.stragglers, 3);
      for (const what of ["lost", "checkpoints", "restarts", "waiting"] as const) {
        expect(seconds(what)).toBeCloseTo(first.seconds[what], 3);
      }
      expect(sum(Object.values(first.seconds))).toBeCloseTo(first.totalSeconds, 3);
    }
    // Kept as numbers, so that a change of the generator or of the order of draws is seen.
    expect(simulateTraining(month, { seed: 1 })).toMatchObject({ totalSeconds: 30 * day, counts: { failures: 12 } });
  });

  it("lets nodes fail at the same moments whatever the interval", () => {
    const failures = [600, 3600, Infinity].map(
      (intervalSeconds) => simulateTraining({ ...month, intervalSeconds }, { timeline: true }).failuresAt ?? [],
    );
    expect(failures[0].length).toBeGreaterThan(10);
    for (const moments of failures.slice(1))
      moments.forEach((at, index) => expect(at).toBeCloseTo(failures[0][index], 3));
  });

  it("simulates 1,024 nodes for 30 days with steps of 1 s at the cost of those with steps of 60 s", () => {
    const least = { 1: Infinity, 60: Infinity };
    for (const seconds of [60, 1, 60, 1, 60, 1] as const) {
      const noise = { distribution: "normal", deviationSeconds: 0.05 * seconds } as const;
      const before = process.cpuUsage();
      simulateTraining({ ...month, step: { seconds, noise, slowNode: 1.1 } });
      const { user, system } = process.cpuUsage(before);
      least[seconds] = Math.min(least[seconds], user + system);
    }
    expect(least[1]).toBeLessThan(10 * least[60]); // if it went through the steps, they would cost 60 times as much
  });

  it.each([
    [{ nodes: 0 }, "nodes is 0: give a whole number from 1."],
    [{ nodeMtbfSeconds: -1 }, "nodeMtbfSeconds is -1: give a number above 0, or leave it out."],
    [{ failuresAt: [3, NaN] }, "a moment of failuresAt is NaN: give seconds from 0."],
    [{ restartSeconds: Infinity }, "restartSeconds is Infinity: give seconds, from 0."],
    [{ intervalSeconds: 0 }, "intervalSeconds is 0: give a number above 0, or leave it out."],
    [
      { spares: 1.5, repairSeconds: 1 },
      "spares is 1.5: give a whole number from 0, or leave it out for a node at any time.",
    ],
    [{ spares: 2 }, "With 2 spares a failed node must come back at some time: give repairSeconds, too."],
    [{ elapsedSeconds: Infinity }, "This training would never end: give finite workSeconds or elapsedSeconds."],
    [{ step: { seconds: 0 } }, "step.seconds is 0: give a number above 0."],
    [{ step: { seconds: 1, slowNode: 0.5 } }, "step.slowNode is 0.5: give a factor from 1."],
    [
      { step: { seconds: 1, noise: { distribution: "normal" as const, deviationSeconds: 0.3 } } },
      "step.noise.deviationSeconds is 0.3: give 0 to 0.2 for normal steps of 1 s, because no step takes less than no time.",
    ],
  ])("refuses %j in one line", (bad, message) => {
    expect(() => simulateTraining({ ...month, ...bad })).toThrow(new Error(message));
  });

  it("stops where a training gets nowhere, and where its timeline is too long", () => {
    const hopeless = { nodes: 1000, nodeMtbfSeconds: 1000, workSeconds: 3600 };
    expect(() => simulateTraining(hopeless)).toThrow(
      /^After 1000000 failures this training has kept 0.00 s of computing, and goes on: give fewer/,
    );
    expect(() => simulateTraining({ ...month, intervalSeconds: 1, checkpointSeconds: 1 }, { timeline: true })).toThrow(
      "This training has more than 1000000 spells: simulate it without the timeline, or a shorter one.",
    );
    const step = { seconds: 1, noise: { distribution: "normal", deviationSeconds: 0.1 } } as const;
    const year = { ...month, elapsedSeconds: 365 * day, step, intervalSeconds: 1, checkpointSeconds: 1 };
    const tiny = { seconds: 1e-4, noise: { distribution: "normal", deviationSeconds: 1e-5 } } as const;
    const noCheckpoints = { nodes: 1, step: tiny, elapsedSeconds: 1e7 };
    const tooMany =
      "This training has more than 1000000 stretches of noisy steps, from checkpoint to checkpoint or 4096 steps at most: " +
      "give a longer interval, longer steps, a shorter training, or no noise.";
    for (const long of [year, noCheckpoints]) {
      expect(() => simulateTrainings(long)).toThrow(new Error(tooMany));
    }
    expect(() => simulateTraining(month, { seed: 0.5 })).toThrow("seed is 0.5: give a whole number.");
    expect(() => simulateTrainings(month, { seeds: 0 })).toThrow("seeds is 0: give a whole number from 1.");
  });
});

it("neighbouring seeds and purposes have numbers that are independent from the first one on", () => {
  const firsts = Array.from({ length: 4000 }, (_, seed) => randomStream(seed, 0)());
  const others = Array.from({ length: 4000 }, (_, seed) => randomStream(seed, 1)());
  // Standard errors: of a mean 0.0046, of a correlation 0.016.
  for (const values of [firsts, others]) {
    expect(mean(values)).toBeCloseTo(0.5, 1);
    expect(sampleStandardDeviation(values)).toBeCloseTo(Math.sqrt(1 / 12), 1);
  }
  const correlation = (a: number[], b: number[]) => 12 * mean(a.map((value, at) => (value - 0.5) * (b[at] - 0.5)));
  expect(Math.abs(correlation(firsts.slice(1), firsts.slice(0, -1)))).toBeLessThan(0.064);
  expect(Math.abs(correlation(firsts, others))).toBeLessThan(0.064);
});
