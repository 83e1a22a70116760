import { checkByCases } from "../../../lib/checks/check";

const SECTION = "Energy and CO2";

const COUNTERS: [readings: number[], range: number][] = [
  [[1_000_000, 4_000_000, 9_500_000], 262_000_000_000],
  [[90_000_000, 20_000_000], 100_000_000],
  [[90_000_000, 20_000_000, 80_000_000, 30_000_000], 100_000_000],
];

/** Checks a function that gives the joules that a counter of microjoules went on by, although it begins at 0 again after a range. */
export const checkCountedJoules = checkByCases(SECTION, COUNTERS, (readings, range) => {
  const last = readings[readings.length - 1];
  const falls = readings.slice(1).filter((reading, at) => reading < readings[at]).length;
  const microjoules = last - readings[0] + falls * range;
  return {
    what: `a counter up to ${range / 1e6} J that shows ${readings.map((reading) => reading / 1e6).join(", ")} J`,
    expected: microjoules / 1e6,
    unit: "J",
    slips: [
      [microjoules, "These are microjoules: a joule has a million."],
      [(last - readings[0]) / 1e6, "Where a reading is smaller than the one before, the counter began at 0 again."],
      [(last - readings[0] + Math.min(1, falls) * range) / 1e6, "It may begin at 0 again more than once: look at each pair of neighbours."],
      [last / 1e6, "The counter did not begin at 0 when the training did."],
    ],
  }; // prettier-ignore
});

const TRAININGS: [gpuHours: number, watts: number, gramsPerKilowattHour: number][] = [
  [1000, 700, 500],
  [2_000_000, 400, 100],
  [30, 1000, 30],
];

/** Checks a function that gives the tonnes of CO2 of a training. */
export const checkTonnes = checkByCases(SECTION, TRAININGS, (gpuHours, watts, grams) => {
  const tonnes = (gpuHours * watts * grams) / 1e9;
  return {
    what: `${gpuHours} GPU-hours of ${watts} W with ${grams} g for each kWh`,
    expected: tonnes,
    unit: "t",
    slips: [
      [1000 * tonnes, "A factor of a thousand is missing: watts or kilowatts, grams, kilograms or tonnes?"],
      [1e6 * tonnes, "These are grams: a tonne has a million."],
      [1e9 * tonnes, "These would be grams if the watts were kilowatts."],
      [tonnes / 3600, "GPU-hours times watts are watt-hours already: no seconds are left."],
      [(gpuHours * watts) / grams / 1e3, "Each kilowatt-hour brings so many grams: multiply."],
    ],
  };
});
