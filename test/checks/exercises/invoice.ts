import { checkInvoice, type DeviceCosts, type Invoice } from "../../../lib/checks";
import { exercise } from "../exercise";

type Bill = (devices: number, steps: number, ms: number, goodput: number, device: DeviceCosts) => Invoice;
const bill = (devices: number, hours: number, { price, watts }: DeviceCosts): Invoice => ({
  ...{ hours, deviceHours: devices * hours, price: devices * hours * price },
  kilowattHours: (devices * hours * watts) / 1000,
});

export const exercises = [
  exercise<Bill>({
    what: "an invoice",
    cell: "10-thousand-nodes/test-invoice",
    check: checkInvoice,
    right: [
      (devices, steps, ms, goodput, device) => bill(devices, (steps * ms) / 1000 / 3600 / goodput, device),
      (devices, steps, ms, goodput, { price, watts }) => {
        const seconds = (steps * ms) / (1000 * goodput);
        const deviceHours = (devices * seconds) / 3600;
        const joules = devices * seconds * watts;
        return { hours: seconds / 3600, deviceHours, price: price * deviceHours, kilowattHours: joules / 3.6e6 };
      },
    ],
    wrong: [
      {
        what: "no failures",
        answer: (devices, steps, ms, _, device) => bill(devices, (steps * ms) / 3.6e6, device),
        says: /divide by the goodput/,
      },
      {
        what: "a goodput that shortens",
        answer: (devices, steps, ms, goodput, device) => bill(devices, ((steps * ms) / 3.6e6) * goodput, device),
        says: /makes the job longer/,
      },
      {
        what: "seconds for milliseconds",
        answer: (devices, steps, ms, goodput, device) => bill(devices, (steps * ms) / 3600 / goodput, device),
        says: /in milliseconds/,
      },
      {
        what: "watt-hours",
        answer: (devices, steps, ms, goodput, device) => {
          const all = bill(devices, (steps * ms) / 3.6e6 / goodput, device);
          return { ...all, kilowattHours: 1000 * all.kilowattHours };
        },
        says: /watt-hours/,
      },
    ],
  }),
];
