import { describe, expect, it } from "vitest";
import {
  balanceOf,
  budgetSeconds,
  deviceSeconds,
  inHours,
  isLarger,
  roomFor,
  sizeOf,
  worstCase,
  type Booking,
} from "../../../lib/course/jobs/budget";
import { devicesOf } from "../../../lib/jobs/job";
import { readElapsed } from "../../../lib/slurm/elapsed";

describe("device-hours", () => {
  it("count GPUs, and on CPUs nodes", () => {
    expect(devicesOf({ nodes: 1, gpusPerNode: 0 })).toBe(1);
    expect(devicesOf({ nodes: 3, gpusPerNode: 0 })).toBe(3);
    expect(devicesOf({ nodes: 3, gpusPerNode: 4 })).toBe(12);
    expect(deviceSeconds({ nodes: 2, gpusPerNode: 4 }, 100.2)).toBe(808);
  });

  it("at worst go up to the time limit, in whole minutes as Slurm has it", () => {
    expect(worstCase({ nodes: 2, gpusPerNode: 1, minutes: 30 })).toBe(3600);
    expect(worstCase({ nodes: 1, gpusPerNode: 0, minutes: 0.2 })).toBe(60);
  });

  it("are written to the hundredth", () => {
    expect([0, 10, 36, 3600, 5400].map(inHours)).toEqual(["0.00", "< 0.01", "0.01", "1.00", "1.50"]);
  });
});

describe("a budget", () => {
  const bookings: Booking[] = [{ worst: 3600, took: 100 }, { worst: 3600 }, { worst: 3600, took: 3600 }];

  it("counts what ended jobs took and what the others may take", () => {
    expect(balanceOf(budgetSeconds(3), bookings)).toEqual({ budget: 10800, taken: 3700, reserved: 3600, left: 3500 });
    expect(balanceOf(budgetSeconds(1), bookings).left).toBe(-3700);
  });

  it("has room for a worst case only if all of it fits", () => {
    const room = (budget: number): number => roomFor(3600, balanceOf(budget, bookings));
    expect([7300 + 3599, 7300 + 3600, 7300 + 7199, 7300 + 7200, 0].map(room)).toEqual([0, 1, 1, 2, 0]);
  });

  it("is never overdrawn, whatever jobs take and in whatever order they end", () => {
    let seed = 7;
    const random = (most: number): number => (seed = (seed * 16807) % 2147483647) % most;
    for (let round = 0; round < 200; round++) {
      const worst = 60 * (1 + random(100));
      const budget = random(20 * worst);
      const jobs: Booking[] = [];
      for (let step = 0; step < 60; step++) {
        const open = jobs.filter(({ took }) => took === undefined);
        if (random(2) === 0 && roomFor(worst, balanceOf(budget, jobs)) > 0) jobs.push({ worst });
        else if (open.length > 0) open[random(open.length)].took = random(worst + 1);
        const { taken, reserved, left } = balanceOf(budget, jobs);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(taken + reserved + left).toBe(budget);
      }
    }
  });

  it("gives no part of a second away", () => {
    expect(budgetSeconds(0.1)).toBe(360);
    expect(budgetSeconds(1 / 3600 + 1e-5)).toBe(1);
  });
});

describe("what a job took", () => {
  it("is read from accounting, over all starts", () => {
    expect(readElapsed("62\n10\n")).toBe(72);
    expect(readElapsed("\n")).toBeUndefined();
    expect(readElapsed("62\n?\n")).toBeUndefined();
  });
});

it.each([
  [{ nodes: 1, gpusPerNode: 0 }, undefined, 1, false, false],
  [{ nodes: 1, gpusPerNode: 0 }, { nodes: 3, gpus: 0 }, 3, true, true],
  [{ nodes: 2, gpusPerNode: 4 }, { nodes: 1, gpus: 0 }, 8, false, false],
  [{ nodes: 1, gpusPerNode: 1 }, { nodes: 1, gpus: 4 }, 1, true, false], // it may have the whole node
])("charges the nodes that a job really had: asked for %j, had %j", (asked, had, devices, waiting, running) => {
  expect(deviceSeconds(sizeOf(asked, had), 10)).toBe(10 * devices);
  expect([isLarger(asked, had, true), isLarger(asked, had, false)]).toEqual([waiting, running]);
});
