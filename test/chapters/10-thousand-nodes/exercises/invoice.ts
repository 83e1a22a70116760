import {
  checkInvoice,
  type DeviceCosts,
  type Invoice,
} from "../../../../solutions/10-thousand-nodes/exercises/invoice";
import { exercise, slip } from "../../../checks/exercise";

function invoice(seconds: number, devices: number, { price, watts }: DeviceCosts): Invoice {
  const deviceHours = (devices * seconds) / 3600;
  const joules = devices * seconds * watts;
  return { hours: seconds / 3600, deviceHours, price: price * deviceHours, kilowattHours: joules / 3.6e6 };
}

export const exercises = [
  exercise("10-thousand-nodes/test-invoice", checkInvoice, {
    right: (devices, steps, ms, goodput, device) => invoice((steps * ms) / (1000 * goodput), devices, device),
    wrong: slip("a goodput that shortens", /makes the job longer/, (devices, steps, ms, goodput, device) =>
      invoice((steps * ms * goodput) / 1000, devices, device),
    ),
  }),
];
