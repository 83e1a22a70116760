import { expect, it } from "vitest";
import { precisionOn } from "../../lib/training/precision";

it("mixed is the faster 16-bit format of the device, and every device has both", () => {
  expect(precisionOn("cpu", "mixed")).toBe("mixed_bfloat16");
  expect(precisionOn("gpu", "mixed")).toBe("mixed_float16");
  expect(precisionOn("cpu", "mixed_float16")).toBe("mixed_float16");
  expect(precisionOn("gpu", "mixed_bfloat16")).toBe("mixed_bfloat16");
  expect([precisionOn("cpu"), precisionOn("gpu")]).toEqual(["float32", "float32"]);
});
