import { Command, Option } from "@commander-js/extra-typings";
import type { StepMode } from ".";

/** `npm run bench -- parity FIXTURE.npz`: compares one training step of ours with Keras's. */
export function parityCommand() {
  return new Command("parity")
    .description("compare one training step of ours with what Keras computed of it; exit status 1 where they differ")
    .argument("<fixture>", "an .npz file that test/golden/make_fixture.py wrote")
    .addOption(
      new Option("--mode <mode>", "how to run our step").choices(["eager", "captured", "both"]).default("both"),
    )
    .action(async (file, { mode }) => {
      const { parity, parityTable } = await import("./index.js");
      const modes: StepMode[] = mode === "both" ? ["eager", "captured"] : [mode];
      for await (const { description, kinds, passed, mode } of parity(file, modes)) {
        const { model, imageSize, classes, batch, seed, keras } = description;
        console.log(
          `${model}, ${imageSize}x${imageSize}, ${classes} classes, batch ${batch}, seed ${seed}: ${mode} against Keras ${keras}`,
        );
        console.log(`${parityTable(kinds)}\n`);
        if (!passed) process.exitCode = 1;
      }
    });
}
