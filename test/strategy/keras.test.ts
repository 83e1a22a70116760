import { describe, it } from "vitest";
import { MirroredStrategy } from "../../lib/strategy";
import { expectKerasResults } from "../training/against-keras";
import { goldenOf } from "../training/keras-run";

const golden = goldenOf("mirrored");
const strategy = new MirroredStrategy({ devices: 2, device: "cpu" });

describe.each(golden.runs)("two replicas, against Keras's MirroredStrategy with momentum $momentum", (run) => {
  // Each replica normalises by its own images, and its moving statistics follow them; their mean counts.
  it("give the same losses, hits, weights and moving statistics", () => expectKerasResults(golden, run, strategy));
});
