import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import {
  energyOf,
  energyRows,
  impliedGrid,
  joulesBetween,
  joulesOfSamples,
  measureEnergy,
  powerSamples,
  publishedEmissions,
  publishedGrids,
  raplCounters,
  samplePower,
} from "../../../chapters/10-thousand-nodes/energy";
import { inOwnFolder } from "../../own-folder";

const at = inOwnFolder("energy");

/** A zone as Linux shows it. */
function zone(name: string, microjoules: number, range = 1000e6): void {
  mkdirSync(join("powercap", name), { recursive: true });
  writeFileSync(join("powercap", name, "energy_uj"), `${microjoules}\n`);
  writeFileSync(join("powercap", name, "max_energy_range_uj"), `${range}\n`);
}

describe("RAPL's counters", () => {
  it("are those of the processors, without their parts, and may begin at 0 again", () => {
    zone("intel-rapl:0", 990e6);
    zone("intel-rapl:1", 5e6);
    zone("intel-rapl:0:0", 1);
    const before = raplCounters("powercap");
    zone("intel-rapl:0", 20e6);
    zone("intel-rapl:1", 7e6);
    const after = raplCounters("powercap");
    if (typeof before === "string" || typeof after === "string") throw new Error("There are two counters.");
    expect(before.map((counter) => counter.zone)).toEqual(["intel-rapl:0", "intel-rapl:1"]);
    expect(joulesBetween(before, after)).toBeCloseTo(30 + 2, 9);
  });

  it("are missing in words where there is none, and where only root may read them", () => {
    expect(raplCounters("nowhere")).toMatch(/shows no RAPL counter/);
    mkdirSync("powercap");
    expect(raplCounters("powercap")).toMatch(/shows no RAPL counter/);
    // Root reads everything, so this half counts for other users only.
    zone("intel-rapl:0", 1);
    chmodSync("powercap/intel-rapl:0/energy_uj", 0);
    if (process.getuid!() !== 0) expect(raplCounters("powercap")).toMatch(/only root may read/);
  });
});

describe("a GPU's power", () => {
  it("is read off nvidia-smi's lines, and added up by the time between them", () => {
    const lines = [
      "2026/11/26 23:59:59.500, 100.00",
      "2026/11/26 23:59:59.700, [N/A]",
      "2026/11/27 00:00:00.500, 300.00",
      "2026/11/27 00:00:02.500, 300.00",
      "No devices were found",
    ];
    const samples = powerSamples(lines);
    expect(samples.map(({ watts }) => watts)).toEqual([100, 300, 300]);
    expect(joulesOfSamples(samples)).toBeCloseTo(200 + 600, 6);
  });

  it("is sampled until it is stopped, of the first GPU alone; without nvidia-smi there are no samples", async () => {
    vi.stubEnv("PATH", "/nowhere");
    expect(await samplePower()()).toEqual([]);
    mkdirSync("bin");
    const fake = `#!/bin/sh\necho "$@" > asked\nwhile :; do echo "2026/11/26 10:00:00.000, 250.5"; /bin/sleep 0.05; done\n`;
    writeFileSync("bin/nvidia-smi", fake);
    chmodSync("bin/nvidia-smi", 0o755);
    vi.stubEnv("PATH", resolve("bin"));
    const stop = samplePower("3,4");
    while (!existsSync("asked")) await sleep(20);
    await sleep(100);
    expect((await stop()).every(({ watts }) => watts === 250.5)).toBe(true);
    expect(readFileSync("asked", "utf8")).toMatch(/power\.draw.* --id=3 --loop-ms=200/);
  });
});

const training = { device: "cpu" as const, meter: "RAPL", seconds: 10, coreSeconds: 20, images: 100 };

it("gives joules with a range: without and with the idle device, or by the least and the most watts of a core", () => {
  expect(energyOf({ ...training, joules: 500, idleWatts: 20 })).toEqual({ joules: 500, least: 300, most: 500 });
  expect(energyOf({ ...training, joules: 100, idleWatts: 20 }).least).toBe(0);
  expect(energyOf(training)).toEqual({ joules: 240, least: 76, most: 476 });
  const [whole, image] = energyRows(training);
  expect(whole.what).toBe("the training, estimated from the time of the cores");
  expect(image).toMatchObject({ joules: 2.4, from: 0.76, to: 4.76 });
});

it("stands in while a notebook is graded, unless a training was handed in", async () => {
  vi.stubEnv("NBGRADER_EXECUTION", "autograde");
  expect((await measureEnergy("cpu")).meter).toBe("nothing was handed in");
  mkdirSync("results/energy", { recursive: true });
  writeFileSync("results/energy/energy.json", JSON.stringify({ from: "gpu", results: training }));
  expect(await measureEnergy("cpu")).toEqual(training);
  expect(at.printed).toEqual([]);
});

it("Meta's published emissions all imply one grid, 411 to 416 g, and add up to what the card prints", async () => {
  const emissions = await publishedEmissions();
  expect(emissions.map((card) => Math.round(impliedGrid(card)))).toEqual([411, 416, 414]);
  const sum = (of: (card: (typeof emissions)[0]) => number) => emissions.reduce((total, card) => total + of(card), 0);
  expect(sum(({ gpuHours }) => gpuHours)).toBe(39.3e6);
  expect(sum(({ tonnes }) => tonnes)).toBe(11_390);
  expect((await publishedGrids()).every(({ year }) => year === 2023)).toBe(true);
});
