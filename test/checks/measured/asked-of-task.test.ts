import { expect, it } from "vitest";
import { askedOfTask } from "../../../lib/checks/measured/asked-of-task";
import { differenceFrom } from "../../../lib/checks/measured/consistency";
import { exampleRun } from "../../../lib/runs";
import { chapterScalingRuns } from "../../../lib/runs";

it("a job of the study's sizes is asked for those, and one of small sizes for its own", async () => {
  const [, two] = await chapterScalingRuns({ model: "resnet50v2" });
  const run = { ...two, configuration: { ...two.configuration, program: "02-mirrored/train" } };
  const record = { file: "results/cluster-two.json", run };
  const asked = askedOfTask({ task: "mirrored", devices: 2 }, record);
  expect(asked).toMatchObject({
    model: "resnet50v2",
    imageSize: 128,
    globalBatchSize: 4096,
    replicas: 2,
    device: "gpu",
  });
  expect(differenceFrom(run, asked)).toBeUndefined();

  const small = exampleRun({ epochSeconds: [5, 3], batches: [64, 64], replicas: 2 });
  Object.assign(small.configuration, { program: "02-mirrored/train", imageSize: 32, trainImages: 656 });
  const ofSmall = askedOfTask({ task: "mirrored", devices: 2 }, { file: "f", run: small });
  expect(ofSmall).toMatchObject({ imageSize: 32, globalBatchSize: 64, trainImages: 656 });
  expect(differenceFrom(small, ofSmall)).toBeUndefined();
});

it("any other size is told from the study's", async () => {
  const [one] = await chapterScalingRuns({ model: "resnet50v2" });
  const run = { ...one, configuration: { ...one.configuration, program: "02-mirrored/train", imageSize: 64 } };
  const asked = askedOfTask({ task: "mirrored" }, { file: "f", run });
  expect(differenceFrom(run, asked)).toContain("its image size is 64, and the lesson's cell asks for 128");
});
