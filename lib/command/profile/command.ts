import { Command } from "@commander-js/extra-typings";
import { whole } from "../values";

/** `workbook profile PATH`: what each device did in the steps that `train --profile` recorded. */
export function profileCommand() {
  return new Command("profile")
    .description("show what each device did in the steps of a profile: compute, all-reduce, input, idle")
    .argument("<path>", "what `train --profile` was given: a file, or a folder of which the newest profile is read")
    .option("--step <number>", "only this step of the run; default: all, and in a picture the last", whole(0))
    .option("--out <file>", "draw the timeline too: .html, .png, .svg or .json")
    .addHelpText("after", "\nA folder that `train --profile` filled is also one for `tensorboard --logdir`.")
    .action(async (path, { step, out }) => {
      const { newestProfile, readProfile } = await import("../../profile/read.js");
      const { saveTimelines, summaryText } = await import("./action.js");
      const all = readProfile(path);
      const chosen = step === undefined ? all : all.filter((timeline) => timeline.step === step);
      if (chosen.length === 0) {
        throw new Error(`The profile has no step ${step}: choose one of ${all.map((each) => each.step).join(", ")}.`);
      }
      console.log(newestProfile(path));
      for (const timeline of chosen) console.log(`\n${summaryText(timeline)}`);
      if (out === undefined) return;
      await saveTimelines(chosen, out);
      console.log(`\nThe timeline: ${out}`);
    });
}
