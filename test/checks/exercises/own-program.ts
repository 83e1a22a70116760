import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkMirroredProgram } from "../../../lib/checks";
import { workbookRoot } from "../../../lib/system/workbook";
import { exercise } from "../exercise";

const chapter = (name: string): string => readFileSync(join(workbookRoot, "chapters", name, "train.mts"), "utf8");
const lesson = chapter("02-mirrored");
const start = "  epochs: 2,";
const mirrored = (text: string) =>
  text.replaceAll("OneDeviceStrategy", "MirroredStrategy").replace("({ device })", "({ device, devices })");
const taking = (text: string) =>
  text.replace(start, `  devices: 1,\n${start}`).replace("const { epochs", "const { devices, epochs");
const scaled = (text: string) => text.replace("sgd(0.01)", "sgd(0.01 * devices)");
const one = chapter("01-one-device");

export const exercises = [
  exercise({
    what: "a program for several devices",
    cell: "02-mirrored/test-own-program",
    check: checkMirroredProgram,
    right: [() => lesson, () => scaled(taking(mirrored(one)))],
    wrong: [
      { what: "lesson 1's program", answer: () => one, says: /still lesson 1/ },
      { what: "one device's strategy", answer: () => scaled(taking(one)), says: /OneDevice/ },
      { what: "a learning rate for one", answer: () => taking(mirrored(one)), says: /learning rate stays/ },
      {
        what: "two devices for ever",
        answer: () => scaled(mirrored(one)).replace("device, devices", "device, devices: 2"),
        says: /argument/,
      },
      { what: "a comment", answer: () => `${one}\n// new MirroredStrategy({ devices })`, says: /still lesson 1/ },
    ],
  }),
];
