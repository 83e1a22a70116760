import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { modelNames } from "../../../lib/models";
import { compareWithKeras, moreThanKeras } from "../../../bench/rehearsal/against-keras";
import { load } from "../../../bench/rehearsal/captured-graph";
import { captureIn } from "../../../bench/rehearsal/captures";
import { askCudaWheel, cudaWheelPython } from "../../../bench/rehearsal/cuda-wheel";
import { fusionProblems } from "../../../bench/rehearsal/layout";
import { cudaLibraries } from "../../../bench/rehearsal/libraries";
import { rehearse } from "../../../bench/rehearsal/rehearse";
import { NoRegistry } from "../../../bench/python-environment";
import { all } from "../../extent";
import { temporaryFolder } from "../../temporary";

// A part of `npm run bench -- rehearse-gpu`: the small model of each family on one GPU and on two, every way to divide a GPT, and a step
// beside Keras's. TensorFlow's wheel for CUDA, of 1 GB, is installed the first time. What does without it is checked in captured.test.ts.
const small = modelNames.filter((name) => name.startsWith("tiny"));

describe.runIf(all)("on TensorFlow's wheel for CUDA", () => {
  let python: string | undefined;
  let reason = "";
  beforeAll(async () => {
    try {
      python = await cudaWheelPython(console.log);
    } catch (error) {
      if (!(error instanceof NoRegistry)) throw error;
      reason = error.message;
    }
  });

  function wheel(context: TestContext): string {
    if (python === undefined) context.skip(reason);
    return python;
  }

  it.for(small)("%s passes every check", async (model, context) => {
    const results = await rehearse({
      ...{ models: [model], python: wheel(context), only: ["one-device", "mirrored"] },
      // Of the last batch, a replica has no rows.
      sample: ({ strategy, step }) => strategy === "one-device" || ["training", "last batch"].includes(step),
    });
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    expect(results.filter(({ graphs }) => graphs === 0)).toEqual([]);
  });

  it("a GPT passes every check, copied and divided", async (context) => {
    const results = await rehearse({ models: ["gpt-1m"], python: wheel(context) });
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    expect(results.filter(({ graphs }) => graphs === 0)).toEqual([]);
  });

  it("without cuDNN's persistent kernels BatchNorm is not fused, and the check says so", async (context) => {
    const asked = wheel(context);
    const compared = { model: "tinyresnetv2", image_size: 64, classes: 10, batch: 8 };
    const captured = join(temporaryFolder("unfused"), "step.pb");
    const [graph] = await captureIn({ compared, precision: "mixed_float16", file: captured });
    const file = `${graph.file}.unfused`;
    await askCudaWheel(asked, [{ file, graph: graph.file, config: graph.config, gpus: 1 }], { environment: {} });
    expect([...fusionProblems(load(graph, file))].length).toBeGreaterThan(20);
  });

  it("TensorFlow looks for its CUDA libraries, and does not find them without NVIDIA's wheels", async (context) => {
    const site = join(dirname(dirname(wheel(context))), "lib");
    const [version] = readdirSync(site).filter((name) => name.startsWith("python3"));
    const libraries = await cudaLibraries(join(site, version, "site-packages", "tensorflow"));
    expect(libraries.map(({ library }) => library)).toContain("Cudnn");
    expect(libraries.filter(({ found }) => found)).toEqual([]);
  });

  describe.each(["mixed_float16", "float32"] as const)("ResNet50V2's step in %s", (precision) => {
    it("does no more than Keras's", async (context) => {
      const step = { model: "resnet50v2", image_size: 128, classes: 10, batch: 256 };
      const where = { python: wheel(context), folder: temporaryFolder("against-keras") };
      const comparison = await compareWithKeras(step, precision, where);
      expect(moreThanKeras(comparison)).toEqual([]);
      const layout = precision === "float32" ? "NCHW" : "NHWC";
      expect(comparison.layouts).toEqual({ ours: layout, keras: layout });
      // Both have the same 53 convolutions, so the graphs are of the same network.
      const convolutions = comparison.ops.filter(({ op }) => op === "Conv2D");
      expect(convolutions.map(({ ours, keras }) => [ours.kernels, keras.kernels])).toEqual([[53, 53]]);
    });
  });
});
