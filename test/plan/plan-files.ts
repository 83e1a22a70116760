import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Subject } from "../../lib/plan";
import { temporaryFolder } from "../temporary";

export const resnet50: Subject = {
  ...{ name: "ResNet50", imageSize: 224, parameters: 25.6e6, multiplyAdds: 4e9, bytesPerImage: 150e6 },
};

export const folder = temporaryFolder("plan");

/** Writes a file for `plan` to read. @returns its path */
export function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
