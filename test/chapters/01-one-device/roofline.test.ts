import { expect, it } from "vitest";
import { trainingWork } from "../../../chapters/01-one-device/training-work";
import { attainable, h100Datasheet, ridge } from "../../../chapters/01-one-device/roofline";

const device = { operationsPerSecond: 100e9, bytesPerSecond: 20e9 };

it("is memory's line before the ridge, and the peak after it", () => {
  expect(ridge(device)).toBe(5);
  expect(attainable(0.25, device)).toBe(5e9);
  expect(attainable(5, device)).toBe(100e9);
  expect(attainable(500, device)).toBe(100e9);
});

it("counts two operations a multiply-add and three times the forward pass, as is usual for ResNet-50", () => {
  // 3.48 G multiply-adds at 224 x 224 by Keras's layers (test/models/work.test.ts).
  expect(trainingWork("resnet50v2", 224).operations).toBe(6 * 3_480_227_840);
  const { operations, bytes, operationsPerByte } = trainingWork("resnet152v2", 128);
  expect(operationsPerByte).toBe(operations / bytes);
});

it("has more operations a byte in a deeper network, and lets tensor cores be limited by memory there", () => {
  const [shallow, deep] = (["resnet50v2", "resnet152v2"] as const).map((name) => trainingWork(name, 128));
  expect(deep.operationsPerByte).toBeGreaterThan(shallow.operationsPerByte);
  expect(shallow.operationsPerByte).toBeGreaterThan(ridge(h100Datasheet.float32));
  expect(shallow.operationsPerByte).toBeLessThan(ridge(h100Datasheet.tensorFloat32));
});
