import {
  checkInvoice,
  type DeviceCosts,
  type Invoice,
} from "../../../../solutions/10-thousand-nodes/exercises/invoice";
import { exercise } from "../../../checks/exercise";

function invoice(seconds: number, devices: number, { price, watts }: DeviceCosts): Invoice {
  const deviceHours = (devices * seconds) / 3600;
  const joules = devices * seconds * watts;
  return { hours: seconds / 3600, deviceHours, price: price * deviceHours, kilowattHours: joules / 3.6e6 };
}

export const exercises = [
  exercise<(devices: number, steps: number, ms: number, goodput: number, device: DeviceCosts) => Invoice>({
    cell: "10-thousand-nodes/test-invoice",
    check: checkInvoice,
    right: (devices, steps, ms, goodput, device) => invoice((steps * ms) / (1000 * goodput), devices, device),
    wrong: {
      what: "a goodput that shortens",
      answer: (devices, steps, ms, goodput, device) => invoice((steps * ms * goodput) / 1000, devices, device),
      says: /makes the job longer/,
    },
  }),
];
