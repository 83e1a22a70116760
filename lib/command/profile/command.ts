import { Command } from "@commander-js/extra-typings";
import { whole } from "../values";

/** `workbook profile PATH`: what each device did in the steps that `train --profile` recorded. */
export function profileCommand() {
  return new Command("profile")
    .description("show what each device did in the steps of a profile: compute, all-reduce, input, idle")
    .argument("<path>", "the file or folder that `train --profile` was given; in a folder, the newest profile is read")
    .option("--step <number>", "only this step of the run; default: all steps, or the last one in a picture", whole(0))
    .option("--out <file>", "also draw the timeline, as .html, .png, .svg or .json")
    .addHelpText("after", "\n`tensorboard --logdir` can also show a folder that `train --profile` wrote.")
    .action(async (path, { step, out }) => {
      const { newestProfile, readProfile } = await import("../../profile/read.js");
      const { saveTimelines, summaryText } = await import("./action.js");
      const all = readProfile(path);
      const chosen = step === undefined ? all : all.filter((timeline) => timeline.step === step);
      if (chosen.length === 0) {
        throw new Error(`The profile has no step ${step}. Choose one of ${all.map((each) => each.step).join(", ")}.`);
      }
      console.log(newestProfile(path));
      for (const timeline of chosen) console.log(`\n${summaryText(timeline)}`);
      if (out === undefined) return;
      await saveTimelines(chosen, out);
      console.log(`\nThe timeline: ${out}`);
    });
}
