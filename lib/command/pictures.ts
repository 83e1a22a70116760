import { Command } from "@commander-js/extra-typings";
import { refuseUnwritable } from "../system/atomic";

/** `workbook pictures`: makes the README's pictures. */
export function picturesCommand() {
  return new Command("pictures")
    .description("make the pictures in the README from a lesson that runs on made-up images")
    .option("--out <folder>", "folder of the pictures", "docs/pictures")
    .action(async ({ out }) => {
      refuseUnwritable("The folder", out, { isFolder: true });
      const { makePictures } = await import("../book/index.js");
      await makePictures({ folder: out, log: console.log });
    });
}
