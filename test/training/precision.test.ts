import { expect, it } from "vitest";
import { precisionOn } from "../../lib/training/precision";

it("mixed is the 16-bit format of the device", () => {
  expect(precisionOn("cpu", "mixed")).toBe("mixed_bfloat16");
  expect(precisionOn("gpu", "mixed")).toBe("mixed_float16");
  expect(precisionOn("gpu", "mixed_float16")).toBe("mixed_float16");
  expect([precisionOn("cpu"), precisionOn("gpu")]).toEqual(["float32", "float32"]);
});

it("the other device's format is refused in one line that names the remedy", () => {
  expect(() => precisionOn("cpu", "mixed_float16")).toThrow(
    "The precision mixed_float16 is for GPUs, and the devices are CPUs: choose mixed_bfloat16, or mixed for what the device has.",
  );
  expect(() => precisionOn("gpu", "mixed_bfloat16")).toThrow(/is for CPUs, .* choose mixed_float16, or mixed/);
});
