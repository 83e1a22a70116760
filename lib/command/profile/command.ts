import { Command } from "@commander-js/extra-typings";
import { printable } from "../../system/printable";
import { refuseUndrawable } from "../drawn-file";
import { whole } from "../values";

/** `workbook profile PATH`: what each device did in the steps that `train --profile` recorded, and which node the others wait for. */
export function profileCommand() {
  return new Command("profile")
    .description("show what each device did in the steps of a profile: compute, all-reduce, input, idle")
    .argument("<path>", "the file or folder that `train --profile` was given; in a folder, the newest profile is read")
    .argument(
      "[records...]",
      "instead of a profile, run records of one training on different nodes: which node is slow?",
    )
    .option("--step <number>", "only this step of the run; default: all steps, or the last one in a picture", whole(0))
    .option("--out <file>", "also draw the timeline, as .html, .png, .svg or .json")
    .addHelpText("after", "\n`tensorboard --logdir` can also show a folder that `train --profile` wrote.")
    .action(async (path, records, { step, out }) => {
      const { newestProfile, readProfile, unreadableProfiles } = await import("../../profile/read.js");
      const { nodesText, processesText, saveTimelines, summaryText } = await import("./action.js");
      if (path.endsWith(".json") && step === undefined && out === undefined)
        return console.log(await nodesText([path, ...records]));
      if (records.length > 0 || path.endsWith(".json")) {
        throw new Error(
          `Run records such as ${records[0] ?? path} are compared with each other alone: leave out --step, --out and profiles.`,
        );
      }
      if (out !== undefined) refuseUndrawable("The timeline", out);
      const all = readProfile(path);
      const chosen = step === undefined ? all : all.filter((timeline) => timeline.step === step);
      if (chosen.length === 0) {
        throw new Error(`The profile has no step ${step}. Choose one of ${all.map((each) => each.step).join(", ")}.`);
      }
      const processes = processesText(path, step);
      for (const file of unreadableProfiles(path))
        console.error(`Without ${printable(file)}: it is a link to nothing, or no file. Delete it.`);
      console.log(printable(newestProfile(path)));
      for (const timeline of chosen) console.log(`\n${summaryText(timeline)}`);
      if (out !== undefined) {
        await saveTimelines(chosen, out);
        console.log(`\nThe timeline: ${out}`);
      }
      if (processes !== undefined) console.log(`\n${processes}`);
    });
}
