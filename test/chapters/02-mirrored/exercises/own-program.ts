import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkMirroredProgram } from "../../../../solutions/02-mirrored/exercises/own-program";
import { workbookRoot } from "../../../../lib/system/workbook";
import { exercise, slip } from "../../../checks/exercise";

const chapter = (name: string): string =>
  readFileSync(join(workbookRoot, "chapters", name, "programs", "train.mts"), "utf8");
const one = chapter("01-one-device");
const start = "  epochs: 2,";
const mirrored = one
  .replace(start, `  devices: 1,\n${start}`)
  .replace("const { epochs", "const { devices, epochs")
  .replaceAll("OneDeviceStrategy", "MirroredStrategy")
  .replace("({ device })", "({ device, devices })")
  .replace("sgd(0.01)", "sgd(0.01 * devices)");

export const exercises = [
  exercise("02-mirrored/test-own-program", checkMirroredProgram, {
    right: [() => chapter("02-mirrored"), () => mirrored],
    wrong: [
      slip("a comment", /still lesson 1/, () => `${one}\n// new MirroredStrategy({ devices })`),
      slip("two devices for ever", /argument/, () =>
        mirrored.replace("devices: 1,", "").replace("device, devices", "device, devices: 2"),
      ),
    ],
  }),
];
