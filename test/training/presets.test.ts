import { describe, expect, it } from "vitest";
import { presetNamed, presetNames } from "../../lib/training/presets";

describe("presets", () => {
  it("are three, from small to large", () => {
    expect(presetNames).toEqual(["quick", "local", "full"]);
  });

  it("make the studies' sizes the full ones", () => {
    expect(presetNamed("full", { device: "cpu" })).toEqual({ imageSize: 128, batchSize: 256, epochs: 2 });
    expect(presetNamed("full", { device: "gpu", model: "resnet50v2" }).batchSize).toBe(2048);
    expect(presetNamed("full", { device: "gpu", model: "resnet152v2" }).batchSize).toBe(1024);
  });

  it("take TinyImageNet as it is, unless they are smaller", () => {
    const sizes = presetNames.map((name) => presetNamed(name, { device: "cpu", dataset: "tinyimagenet" }).imageSize);
    expect(sizes).toEqual([32, 64, 64]);
  });

  it("leave a last partial batch in every epoch of quick, for the lesson to see", () => {
    const { trainImages = 0, batchSize } = presetNamed("quick", { device: "cpu" });
    expect(trainImages % batchSize).toBeGreaterThan(0);
  });
});
