import { expect, it } from "vitest";
import { h100Rates } from "../../lib/runs";

it("the rates of one H100 have what lessons 1 and 3 compare: one batch and precision for both programs, two runs of ResNet50V2 in float16", async () => {
  const rates = await h100Rates();
  const inTf32 = rates.filter(({ precision }) => precision === "tf32");
  expect(new Set(inTf32.map(({ model, batch }) => `${model} ${batch}`))).toEqual(new Set(["resnet50v2 1024"]));
  expect(inTf32.map(({ program, xla }) => [program, xla])).toEqual([
    ["workbook", false],
    ["workbook", true],
    ["keras", false],
  ]);
  const inFloat16 = rates.filter(({ precision }) => precision === "float16");
  expect(inFloat16.map(({ model, batch }) => [model, batch])).toEqual([
    ["resnet50v2", 1024],
    ["resnet50v2", 1024],
    ["resnet152v2", 512],
  ]);
  expect(rates.every(({ imagesPerSecond }) => imagesPerSecond > 3000)).toBe(true);
});
