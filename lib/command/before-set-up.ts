import { Command } from "@commander-js/extra-typings";

/** The commands that the root script runs itself, since they work before anything is installed: listed for `--help`. */
export function beforeSetUp() {
  return [
    new Command("setup").description(
      "set up what is missing and stop; --download DIR and --from DIR for offline machines",
    ),
    new Command("doctor").description("show what the workbook needs, what was found, and how to mend what is missing"),
  ];
}
