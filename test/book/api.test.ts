import { expect, it } from "vitest";
import { apiPages, apiRooms } from "../../book/api";

it("each room that programs import has a page of its functions, and no description leads to what is not there", async () => {
  const pages = new Map((await apiPages()).map(({ file, text }) => [file, text]));
  expect(pages.size).toBe(apiRooms().length);
  expect([...pages.keys()]).toContain("api/tensorflow/ops.md");
  const training = pages.get("api/training.md")!;
  expect(training).toContain("Programs and cells import these from `parallel-training/training`.");
  expect(training).toMatch(/^### fit\(\)$/m);
  expect(training).toContain("function fit("); // its signature
  expect(training).toMatch(/^### FitOptions$/m);
  expect(pages.get("api/models.md")).toMatch(/^### ModelOptions$/m); // a function takes it, and its room does not export it
  expect([...pages.values()].join("")).not.toContain("__namedParameters");
  // TypeDoc links to the second place of a name that its page has once.
  expect(pages.get("api/checks.md")).toContain("[checkAnswer](#checkanswer)");
});
