import { expect, it } from "vitest";
import { chapters, lessonOf } from "../../lib/jobs/chapters";
import { tasks } from "../../lib/jobs/tasks";

it("a lesson's number stands for its name, and any other text for itself", () => {
  expect(["2", "02", "10", "02-mirrored"].map(lessonOf)).toEqual([
    "02-mirrored",
    "02-mirrored",
    "10-thousand-nodes",
    "02-mirrored",
  ]);
  expect(["99", "77", "-1", "2.0", "two", "../2", ""].map(lessonOf)).toEqual([
    "99",
    "77",
    "-1",
    "2.0",
    "two",
    "../2",
    "",
  ]);
});

it("a chapter comes after lessons before it, and its tasks have names of their own", () => {
  for (const [name, { after }] of chapters())
    expect(
      after.every((number) => number >= 1 && number < Number(name.split("-")[0])),
      name,
    ).toBe(true);
  const names = tasks().map((task) => task.name);
  expect(new Set(names).size).toBe(names.length);
  expect(tasks().find(({ name }) => name === "gpu")).toMatchObject({
    lesson: "01-one-device",
    program: "01-one-device/train",
  });
});
