import { checkByCases } from "../../../lib/checks/check";

/** What a job takes and costs. */
export interface Invoice {
  hours: number;
  deviceHours: number;
  price: number;
  kilowattHours: number;
}

/** What a device costs: of an hour, and in watts with its share of the node. */
export interface DeviceCosts {
  price: number;
  watts: number;
}

const INVOICES: [devices: number, steps: number, ms: number, goodput: number, device: DeviceCosts][] = [
  [64, 36_000, 10, 1, { price: 2, watts: 1000 }],
  [1024, 1_000_000, 9.1, 0.9, { price: 2.5, watts: 1200 }],
  [8, 5000, 57, 0.99, { price: 0, watts: 700 }],
];

/** Checks an invoice for a job. */
export const checkInvoice = checkByCases("The invoice", INVOICES, (devices, steps, ms, goodput, { price, watts }) => {
  const by = (hours: number): Invoice => {
    const deviceHours = devices * hours;
    return { hours, deviceHours, price: deviceHours * price, kilowattHours: (deviceHours * watts) / 1000 };
  };
  const computing = (steps * ms) / 3_600_000;
  const right = by(computing / goodput);
  return {
    what: `${steps} steps of ${ms} ms on ${devices} devices, goodput ${goodput}, ${price} an hour and ${watts} W`,
    expected: right,
    slips: [
      [by(computing), "The job also takes what failures and checkpoints cost: divide by the goodput."],
      [by(computing * goodput), "A goodput below 1 makes the job longer: divide by it."],
      [by((1000 * computing) / goodput), "The time of a step is in milliseconds."],
      [{ ...right, price: right.hours * price }, "Each device has its price."],
      [{ ...right, kilowattHours: 1000 * right.kilowattHours }, "These are watt-hours: a kilowatt-hour has 1,000."],
      [{ ...right, kilowattHours: (right.hours * watts) / 1000 }, "Each device takes so many watts."],
    ],
  };
});
