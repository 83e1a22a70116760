import { describe, expect, it } from "vitest";
import { sourceOf } from "../../lib/cells";

describe("sourceOf", () => {
  it("gives a file, or a function of it with its description", async () => {
    const file = "lib/training/step.ts";
    expect(await sourceOf(file)).toContain("import ");
    const step = await sourceOf(file, "trainingStep");
    expect(step).toMatch(/^\/\*\*\n/);
    expect(step).toMatch(/\nexport function trainingStep[^]*\n}$/);
  });

  it("gives functions that a file keeps for itself, and methods, at the margin", async () => {
    expect(await sourceOf("lib/models/gpt.ts", "block")).toMatch(/^function block\([^]*\n}$/);
    const method = await sourceOf("lib/sharding/fully-shard.ts", "partOfSum");
    expect(method).toMatch(/^\/\*\* [^\n]*\*\/\nprivate partOfSum\([^]*\n}$/);
    expect(method.split("\n")).toHaveLength(6);
  });

  it("says in a line when there is no such function", async () => {
    await expect(sourceOf("lib/models/gpt.ts", "blocks")).rejects.toThrow("lib/models/gpt.ts has no function blocks.");
  });
});
